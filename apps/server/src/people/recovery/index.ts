import type { ContentOf } from '@nascente/contract/base/call';
import { changeOwnPassword, type OwnPasswordChange } from '@nascente/contract/people/own-password';
import { changePassword, readRecovery, requestRecovery } from '@nascente/contract/people/recovery';
import { denySignIn, readSignInNotice, type SignInNotice } from '@nascente/contract/people/sign-in-notice';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Expired, refuseField, WrongCredentials } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { type Device, deviceOf } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditTrail } from '../audit/index.ts';
import { createRemoveCredentials, type RemoveCredentials } from '../credentials/index.ts';
import {
  type ConfirmPassword,
  createSignInNoticesRepository,
  hashToken,
  type KnownDevices,
  newToken,
  type Passwords,
  type SessionFeature,
  type SessionService,
} from '../session/index.ts';
import {
  createOwnPasswordRepository,
  createRecoveryRepository,
  type OwnPasswordRepository,
} from './recovery.repository.ts';
import {
  type ChangedPassword,
  createRecoveryService,
  type PasswordWitness,
  SAME_PASSWORD,
} from './recovery.service.ts';
import { createRecoveryMail, type RecoveryMail } from './recovery-mail.ts';

export type { PasswordWitness } from './recovery.service.ts';

const WRONG = 'Senha atual incorreta.';
const CHANGED = 'Senha alterada! As outras sessões foram encerradas.';

const createOwnPasswordService = (needs: {
  ownPasswords: OwnPasswordRepository;
  confirmPassword: ConfirmPassword;
  passwords: Passwords;
  session: Pick<SessionService, 'refresh'>;
  devices: Pick<KnownDevices, 'forgetOthers' | 'remember'>;
  mailer: Pick<RecoveryMail, 'sendChanged'>;
  witness: PasswordWitness;
  removals: RemoveCredentials;
}) => {
  const { ownPasswords, confirmPassword, passwords, session, devices, mailer, witness, removals } = needs;

  /** @returns the hash that the password matched. Throws InvalidInput for a wrong password. */
  const prove = async (caller: Caller, currentPassword: string): Promise<string> => {
    try {
      return await confirmPassword(caller, currentPassword);
    } catch (cause) {
      if (cause instanceof WrongCredentials) return refuseField('currentPassword', WRONG);
      throw cause;
    }
  };

  return {
    /** Throws InvalidInput, which names the field, or LimitReached. */
    async change(
      caller: Actor,
      { currentPassword, password, removeCredentials = false }: OwnPasswordChange,
    ): Promise<ChangedPassword> {
      requirePermission(caller, 'change-own-password');
      const { accountId, email, sessionHash } = caller;
      await passwords.refuseGuessable(password, email);
      const provedBy = await prove(caller, currentPassword);
      if (await passwords.matches(password, provedBy)) refuseField('password', SAME_PASSWORD);
      const passwordHash = await passwords.hash(password);
      const change = { accountId, provedBy, passwordHash, sessionHash };
      const isChanged = await ownPasswords.change(change, async (within) => {
        await devices.forgetOthers(accountId, caller.device, within);
        const removal = { by: caller, rememberedSession: sessionHash };
        const removed = removeCredentials ? await removals.removable(accountId, removal, within) : [];
        const signIn = await createSignInNoticesRepository(within).signInOf(sessionHash);
        await mailer.sendChanged({ email, removed, signIn }, within);
        await witness(accountId, caller.device, within);
      });
      if (!isChanged) refuseField('currentPassword', WRONG);
      await session.refresh(accountId);
      return { msg: CHANGED, deviceToken: await devices.remember(accountId, caller.device) };
    },
  };
};

const EXPIRED = 'Este link não vale mais. Para trocar a senha, peça uma nova na tela de recuperação.';
const DENIED =
  'Pronto: todas as sessões foram encerradas, a senha deixou de valer, e o que foi criado desde essa entrada foi removido. Enviamos ao seu e-mail a lista e um link para criar outra senha.';

/** Called for every denied sign-in, within the transaction of the denial. */
export type DenialWitness = (accountId: string, device: Device, within: Connection) => Promise<void>;

const createSignInDenialService = (needs: {
  db: Connection;
  passwords: Pick<Passwords, 'hash'>;
  session: Pick<SessionService, 'endAllOf'>;
  mailer: Pick<RecoveryMail, 'sendDenied'>;
  removals: RemoveCredentials;
  audit: Pick<AuditTrail, 'madeSince'>;
  witness: DenialWitness;
  clock: () => Instant;
}) => {
  const { db, passwords, session, mailer, removals, audit, witness, clock } = needs;

  const open = async (token: string) => {
    const tokenHash = hashToken(token);
    const notice = tokenHash && (await createSignInNoticesRepository(db).find(tokenHash, clock()));
    if (tokenHash === null || notice === null) throw new Expired(EXPIRED);
    return { tokenHash, ...notice };
  };

  return {
    /** The sign-in that a link concerns. Throws Expired. */
    async read(token: string): Promise<Omit<SignInNotice, 'ok' | 'type'>> {
      const { at, device, address } = await open(token);
      return { at: at.toISOString(), device, address };
    },
    /** Ends all access and e-mails a link to set a new password. Throws Expired. */
    async deny(token: string, device: Device): Promise<ContentOf<typeof denySignIn>> {
      const { tokenHash, accountId, email, at } = await open(token);
      // A random password: the old one becomes invalid, and the bearer of an old notice gains no access.
      const passwordHash = await passwords.hash(newToken());
      const { removed, left } = await db.transaction().execute(async (within) => {
        const denial = { now: clock(), passwordHash };
        const earlier = await createSignInNoticesRepository(within).deny(tokenHash, denial);
        if (earlier === null) throw new Expired(EXPIRED);
        const since = await audit.madeSince(accountId, instant(at.getTime()), within);
        await witness(accountId, device, within);
        const removed = await removals.madeSince(accountId, since, { actorId: accountId, device }, within);
        const left = await removals.countLeft(accountId, within);
        await mailer.sendDenied({ email, removed, left, earlier }, within);
        return { removed, left };
      });
      const clients = removed.filter(({ kind }) => kind === 'client-user').map(({ id }) => id);
      await Promise.all([accountId, ...clients].map((id) => session.endAllOf(id)));
      return {
        msg: DENIED,
        removed: removed.map(({ kind, name, createdAt }) => ({
          kind,
          name,
          createdAt: createdAt.toISOString(),
        })),
        left,
      };
    },
  };
};

/** The token from the query, the body, or both; empty if the two differ. */
const oneToken = (a: string | undefined, b: string | undefined): string =>
  a === undefined || b === undefined || a === b ? (a ?? b ?? '') : '';

/** Maximum recovery requests of one client address per hour, for any accounts. */
const MAX_AN_HOUR = 30;

/** @param needs.publicUrl address of the web application, without a slash at its end. */
export const createRecoveryFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'> & {
    audit: Pick<AuditTrail, 'record' | 'madeSince'>;
    session: Pick<SessionFeature, 'session' | 'passwords' | 'confirmPassword' | 'devices' | 'deviceCookie'>;
    witness?: PasswordWitness | undefined;
    denialWitness?: DenialWitness | undefined;
  },
) => {
  const { clock, mail, publicUrl, db } = needs;
  const { session, passwords, confirmPassword, devices, deviceCookie } = needs.session;
  const recoveries = createRecoveryRepository(db);
  const removals = createRemoveCredentials(needs.audit);
  const mailer = createRecoveryMail({ clock, mail, publicUrl, db, recoveries, removals });
  const witness = needs.witness ?? (async () => undefined);
  const quota = createQuota({
    db,
    clock: needs.clock,
    purpose: 'recovery',
    max: MAX_AN_HOUR,
    windowMs: HOUR_MS,
  });
  const alike = { passwords, session, devices, mailer, witness, removals };
  const recovery = createRecoveryService({ ...alike, db, recoveries, quota, clock: needs.clock });
  const ownPasswords = createOwnPasswordRepository(db);
  const ownPassword = createOwnPasswordService({ ...alike, ownPasswords, confirmPassword });
  const denial = createSignInDenialService({
    db,
    passwords,
    session,
    mailer,
    removals,
    audit: needs.audit,
    witness: needs.denialWitness ?? (async () => undefined),
    clock: needs.clock,
  });
  return {
    register(app: CallBinder): void {
      bindField(app, requestRecovery, ({ params, request }) => recovery.request(params.email, request.ip));
      bindCall(app, readRecovery, async ({ query }) => ({
        type: 'valid',
        ...(await recovery.read(query.token ?? '')),
      }));
      bindCall(app, changePassword, async ({ query, body: { tokenParam, ...change }, request, reply }) => {
        const token = oneToken(query.token, tokenParam);
        const { msg, deviceToken } = await recovery.change({ ...change, token }, deviceOf(request));
        deviceCookie.give(reply, deviceToken);
        return { msg };
      });
      bindCall(app, changeOwnPassword, async ({ caller, body, reply }) => {
        const { msg, deviceToken } = await ownPassword.change(caller, body);
        deviceCookie.give(reply, deviceToken);
        return { msg };
      });
      bindCall(app, readSignInNotice, async ({ query }) => ({
        type: 'valid',
        ...(await denial.read(query.token ?? '')),
      }));
      bindCall(app, denySignIn, ({ body, request }) => denial.deny(body.token, deviceOf(request)));
    },
  };
};
