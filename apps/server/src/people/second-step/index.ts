import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  loginByPasskey,
  removePasskey,
  renamePasskey,
} from '@nascente/contract/people/passkeys';
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  readSecondStep,
  renewRecoveryCodes,
  resetSecondStep,
} from '@nascente/contract/people/second-step';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { type Device, deviceOf } from '../../platform/http/device.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SecondStep, SessionFeature } from '../session/index.ts';
import { latestStep, stepOfCode } from './authenticator.ts';
import { createPasskeyCeremonies, createPasskeyChallenges, relyingPartyOf } from './passkey-ceremonies.ts';
import { createPasskeyProof, type PasskeyProof } from './passkey-proof.ts';
import { createPasskeysService } from './passkeys.service.ts';
import { hashCode } from './recovery-codes.ts';
import { createSecondStepRepository } from './second-step.repository.ts';
import { createProveOwner, createSecondStepService } from './second-step.service.ts';
import { createSecondStepMail } from './second-step-mail.ts';

/** Checks the second step of a sign-in. */
const createSecondStepCheck = (
  needs: Pick<Platform, 'clock' | 'db'> & { passkeys: PasskeyProof; audit: AuditTrail },
): SecondStep => {
  const { db, passkeys, audit, clock } = needs;

  const isRecoveryCode = (accountId: string, code: string, device: Device): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      const isRight = await createSecondStepRepository(within).useRecoveryCode(
        accountId,
        hashCode(code),
        clock(),
      );
      if (isRight)
        await audit.record(
          { action: 'recovery-code-used', actorId: accountId, subjectId: accountId, device },
          within,
        );
      return isRight;
    });

  const isCode = async (accountId: string, code: string, device: Device): Promise<boolean> => {
    const steps = createSecondStepRepository(db);
    const app = await steps.find(accountId);
    const step = app?.confirmedAt == null ? null : stepOfCode(app.secret, code, clock());
    return step === null
      ? isRecoveryCode(accountId, code, device)
      : steps.take(accountId, step, latestStep(clock()));
  };

  return {
    async judge({ id, email }, { code, passkey }, device) {
      const ways = await createSecondStepRepository(db).waysOf(id);
      if (ways.length === 0) return { outcome: 'proved', ways };
      if (passkey !== undefined) {
        const owner = await passkeys.ownerOf(passkey, { to: 'confirm', email }, device);
        return { outcome: owner === id ? 'proved' : 'wrong', ways };
      }
      if (code === undefined || code === '') return { outcome: 'missing', ways };
      return { outcome: (await isCode(id, code, device)) ? 'proved' : 'wrong', ways };
    },
  };
};

/** Maximum challenges, and maximum passkey sign-ins, of one address per hour. Many people in an office share an address. */
const MAX_CHALLENGES_AN_HOUR = 600;

export type ProveByPasskey = (
  caller: Pick<Caller, 'accountId' | 'email'>,
  signed: PasskeyAnswer,
  device: Device,
) => Promise<boolean>;

/** Must be called before the jobs start. @param needs.publicUrl - address of the web application, without a slash at its end */
export const createSecondStepFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'> & {
    accounts: AccountsService;
    audit: AuditTrail;
  },
) => {
  const { accounts, audit, clock, mail, publicUrl, db } = needs;
  const mailer = createSecondStepMail({ clock, mail, publicUrl, db });
  const relyingParty = relyingPartyOf(publicUrl);
  const challenges = createPasskeyChallenges({ db, clock });
  const ceremonies = createPasskeyCeremonies({ relyingParty, challenges });
  const proof = createPasskeyProof({ db, ceremonies, mailer, audit, clock });
  const stepCheck = createSecondStepCheck({ db, passkeys: proof, audit, clock });
  const anHour = { db, clock, max: MAX_CHALLENGES_AN_HOUR, windowMs: HOUR_MS };
  const quotas = {
    ask: createQuota({ ...anHour, purpose: 'passkey' }),
    enter: createQuota({ ...anHour, purpose: 'passkey-entry' }),
  };
  /** Whether a passkey of the caller's account signed the challenge. */
  const proveByPasskey: ProveByPasskey = async ({ accountId, email }, signed, device) =>
    (await proof.ownerOf(signed, { to: 'confirm', email }, device)) === accountId;
  return {
    requestedStep: stepCheck,
    proveByPasskey,
    /** Origin on which passkeys work; `null`: passkeys are not available. */
    passkeyOrigin: relyingParty?.origin ?? null,
    /** Connects the parts that need sessions, which are created after this feature. */
    bindTo({
      confirmPassword,
      guessCode,
      mustHaveSecondStep,
      session,
      deviceCookie,
    }: Pick<
      SessionFeature,
      'confirmPassword' | 'guessCode' | 'mustHaveSecondStep' | 'session' | 'deviceCookie'
    >) {
      const proveOwner = createProveOwner({ confirmPassword, guessCode, requestedStep: stepCheck });
      const secondStep = createSecondStepService({
        db,
        proveOwner,
        mailer,
        audit,
        isRequiredOf: mustHaveSecondStep,
        clock,
        accounts,
        guessCode,
      });
      const passkeys = createPasskeysService({
        db,
        proveOwner,
        mailer,
        audit,
        isRequiredOf: mustHaveSecondStep,
        clock,
        ceremonies,
        proof,
        session,
        quotas,
      });
      return {
        register(app: CallBinder) {
          bindCall(app, readSecondStep, async ({ caller }) => {
            const { since, ...state } = await secondStep.read(caller);
            return { since: since?.toISOString() ?? null, ...state };
          });
          bindCall(app, beginSecondStep, ({ caller, body }) => secondStep.begin(caller, body));
          bindCall(app, confirmSecondStep, async ({ caller, body }) => ({
            msg: 'Verificação em duas etapas ativada!',
            recoveryCodes: await secondStep.confirm(caller, body.code),
          }));
          bindField(app, renewRecoveryCodes, ({ caller, body }) => secondStep.renewCodes(caller, body));
          bindCall(app, endSecondStep, async ({ caller, body }) => {
            await secondStep.end(caller, body);
            return { msg: 'Verificação em duas etapas desativada.' };
          });
          bindCall(app, resetSecondStep, async ({ caller, params }) => {
            await secondStep.reset(caller, params.id);
            return { msg: 'Verificação em duas etapas desativada para esta pessoa.' };
          });
          bindField(app, listPasskeys, async ({ caller }) =>
            (await passkeys.list(caller)).map(({ id, name, synced, createdAt, lastUsedAt }) => ({
              id,
              name,
              synced,
              createdAt: createdAt.toISOString(),
              lastUsedAt: lastUsedAt?.toISOString() ?? null,
            })),
          );
          bindField(app, beginPasskey, ({ caller, body }) => passkeys.begin(caller, body));
          bindCall(app, addPasskey, async ({ caller, body }) => ({
            msg: 'Chave de acesso adicionada!',
            recoveryCodes: await passkeys.add(caller, body),
          }));
          bindCall(app, renamePasskey, async ({ caller, params, body }) => {
            await passkeys.rename(caller, params.id, body.name);
            return { msg: 'Nome alterado.' };
          });
          bindCall(app, removePasskey, async ({ caller, params, body }) => {
            await passkeys.remove(caller, params.id, body);
            return { msg: 'Chave de acesso removida.' };
          });
          bindField(app, askForPasskey, ({ body, request }) => passkeys.ask(body.email, deviceOf(request)));
          bindCall(app, loginByPasskey, async ({ body, request, reply }) => {
            const opened = await passkeys.enter(body.passkey, body.keep ?? false, deviceOf(request));
            deviceCookie.give(reply, opened.deviceToken);
            return { token: opened.token, user: await accounts.readUser(opened.accountId) };
          });
        },
      };
    },
  };
};
