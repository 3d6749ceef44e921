import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Device, SecondStep, SessionFeature } from '../session/index.ts';
import { createAskedStep } from './asked-step.ts';
import { createPasskeyCeremonies } from './passkey-ceremonies.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { createPasskeyProof } from './passkey-proof.ts';
import { bindPasskeys } from './passkeys.routes.ts';
import { createPasskeysService } from './passkeys.service.ts';
import { createProveOwner } from './prove-owner.ts';
import { relyingPartyOf } from './relying-party.ts';
import { bindSecondStep } from './second-step.routes.ts';
import { createSecondStepService } from './second-step.service.ts';
import { createSecondStepPost } from './second-step-post.ts';

/** What devices are asked for from one address: an office behind one address has many people, a robot asks far more. */
const MAX_ASKED_AN_HOUR = 600;

export type ProveByPasskey = (
  caller: Pick<Caller, 'accountId' | 'email'>,
  signed: PasskeyAnswer,
  device: Device,
) => Promise<boolean>;

interface SecondStepFeature {
  /** What signing in asks by. */
  readonly askedStep: SecondStep;
  /** Whether a key of the caller's account has signed. */
  readonly proveByPasskey: ProveByPasskey;
  /** Where keys of devices are good; null: nowhere. */
  readonly passkeyOrigin: string | null;
  /** With what needs sessions, which ask by this feature. */
  bindTo(
    session: Pick<
      SessionFeature,
      'confirmPassword' | 'guessCode' | 'mustHaveSecondStep' | 'session' | 'deviceCookie'
    >,
  ): { register(app: CallBinder): void };
}

/**
 * To be called before the jobs start.
 * @param needs.publicUrl where people reach the web application, without a slash at its end.
 */
export const createSecondStepFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: AccountsService;
  audit: AuditTrail;
  mail: Pick<Mail, 'kind'>;
  publicUrl: string;
  brandRule: readonly string[];
  clock: () => Instant;
}): SecondStepFeature => {
  const { accounts, audit, clock } = needs;
  const { db } = needs.database;
  const post = createSecondStepPost({ ...needs, db });
  const relyingParty = relyingPartyOf(needs.publicUrl);
  const challenges = createPasskeyChallenges({ db, clock });
  const ceremonies = createPasskeyCeremonies({ relyingParty, challenges });
  const proof = createPasskeyProof({ db, ceremonies, post, audit, clock });
  const askedStep = createAskedStep({ db, passkeys: proof, audit, clock });
  const anHour = { db, clock, most: MAX_ASKED_AN_HOUR, windowMs: HOUR_MS };
  const quotas = {
    ask: createQuota({ ...anHour, purpose: 'passkey' }),
    enter: createQuota({ ...anHour, purpose: 'passkey-entry' }),
  };
  return {
    askedStep,
    proveByPasskey: async ({ accountId, email }, signed, device) =>
      (await proof.ownerOf(signed, { to: 'confirm', email }, device)) === accountId,
    passkeyOrigin: relyingParty?.origin ?? null,
    bindTo({ confirmPassword, guessCode, mustHaveSecondStep, session, deviceCookie }) {
      const proveOwner = createProveOwner({ confirmPassword, guessCode, askedStep });
      const shared = { db, proveOwner, post, audit, isRequiredOf: mustHaveSecondStep, clock };
      const secondStep = createSecondStepService({ ...shared, accounts, guessCode });
      const passkeys = createPasskeysService({ ...shared, ceremonies, proof, session, quotas });
      return {
        register(app) {
          bindSecondStep(app, secondStep);
          bindPasskeys(app, passkeys, accounts, deviceCookie);
        },
      };
    },
  };
};
