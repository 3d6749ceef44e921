import { changeOwnPassword } from '@nascente/contract/people/own-password';
import { changePassword, readRecovery, requestRecovery } from '@nascente/contract/people/recovery';
import { denySignIn, readSignInNotice } from '@nascente/contract/people/sign-in-notice';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditTrail } from '../audit/index.ts';
import { createRemoveCredentials } from '../credentials/index.ts';
import { type DeviceCookie, deviceOf, type SessionFeature } from '../session/index.ts';
import { createOwnPasswordRepository } from './own-password.repository.ts';
import { createOwnPasswordService, type OwnPasswordService } from './own-password.service.ts';
import { createRecoveryRepository } from './recovery.repository.ts';
import { createRecoveryService, type PasswordWitness, type RecoveryService } from './recovery.service.ts';
import { createRecoveryMail } from './recovery-post.ts';
import {
  createSignInDenialService,
  type DenialWitness,
  type SignInDenialService,
} from './sign-in-denial.service.ts';

/** The token stands in the query, in the body, or in both; two different ones are none. */
const oneToken = (a: string | undefined, b: string | undefined): string =>
  a === undefined || b === undefined || a === b ? (a ?? b ?? '') : '';

const bindRecovery = (
  app: CallBinder,
  service: RecoveryService,
  ownPassword: OwnPasswordService,
  cookie: DeviceCookie,
): void => {
  bindCall(app, requestRecovery, async ({ params, request }) => ({
    ok: true,
    msg: await service.request(params.email, request.ip),
  }));
  bindCall(app, readRecovery, async ({ query }) => ({
    ok: true,
    type: 'valid',
    ...(await service.read(query.token ?? '')),
  }));
  bindCall(app, changePassword, async ({ query, body: { tokenParam, ...change }, request, reply }) => {
    const token = oneToken(query.token, tokenParam);
    const { msg, deviceToken } = await service.change({ ...change, token }, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, msg };
  });
  bindCall(app, changeOwnPassword, async ({ caller, body, request, reply }) => {
    const { msg, deviceToken } = await ownPassword.change(caller, body, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, msg };
  });
};

const bindSignInDenial = (app: CallBinder, service: SignInDenialService): void => {
  bindCall(app, readSignInNotice, async ({ query }) => ({
    ok: true,
    type: 'valid',
    ...(await service.read(query.token ?? '')),
  }));
  bindCall(app, denySignIn, async ({ body, request }) => ({
    ok: true,
    ...(await service.deny(body.token, deviceOf(request))),
  }));
};

export type { PasswordWitness } from './recovery.service.ts';
export type { DenialWitness } from './sign-in-denial.service.ts';

/** Requests of one address in an hour, for any accounts. */
const MAX_AN_HOUR = 30;

/** @param needs.publicUrl where people reach the web application, without a slash at its end. */
export const createRecoveryFeature = (
  needs: Pick<Platform, 'brandRule' | 'clock' | 'database' | 'mail' | 'publicUrl'> & {
    audit: Pick<AuditTrail, 'record' | 'madeSince'>;
    session: Pick<SessionFeature, 'session' | 'passwords' | 'confirmPassword' | 'devices' | 'deviceCookie'>;
    witness?: PasswordWitness | undefined;
    denialWitness?: DenialWitness | undefined;
  },
) => {
  const { clock, brandRule, mail, publicUrl } = needs;
  const { db } = needs.database;
  const { session, passwords, confirmPassword, devices, deviceCookie } = needs.session;
  const recoveries = createRecoveryRepository(db);
  const removals = createRemoveCredentials(needs.audit);
  const mailer = createRecoveryMail({ clock, brandRule, mail, publicUrl, db, recoveries, removals });
  const witness = needs.witness ?? (async () => undefined);
  const quota = createQuota({
    db,
    clock: needs.clock,
    purpose: 'recovery',
    most: MAX_AN_HOUR,
    windowMs: HOUR_MS,
  });
  const alike = { passwords, session, devices, post: mailer, witness, removals };
  const recovery = createRecoveryService({ ...alike, db, recoveries, quota, clock: needs.clock });
  const ownPasswords = createOwnPasswordRepository(db);
  const ownPassword = createOwnPasswordService({ ...alike, ownPasswords, confirmPassword });
  const denial = createSignInDenialService({
    db,
    passwords,
    session,
    post: mailer,
    removals,
    audit: needs.audit,
    witness: needs.denialWitness ?? (async () => undefined),
    clock: needs.clock,
  });
  return {
    register(app: CallBinder): void {
      bindRecovery(app, recovery, ownPassword, deviceCookie);
      bindSignInDenial(app, denial);
    },
  };
};
