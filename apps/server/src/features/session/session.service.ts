import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import { type AppError, Expired, SecondStepNeeded, WrongCredentials } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Attempt, Throttle } from '../../platform/limits/throttle.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AccessChanges } from './access-changes.ts';
import { countedKnownDevice, countedStranger, strangersOf } from './counted-sign-ins.ts';
import type { Device } from './device.ts';
import type { KnownDevices } from './known-devices.ts';
import { decodePassword, type Passwords } from './passwords.ts';
import type { PausedPost } from './paused-post.ts';
import type { SecondStep } from './second-step.ts';
import type { SessionRepository, StoredSession } from './session.repository.ts';
import { hashToken, newToken } from './tokens.ts';

const LIFETIME_MS = 12 * HOUR_MS;
const KEPT_LIFETIME_MS = 30 * DAY_MS;
/** Whatever happens: by then a person signs in again. */
const LONGEST_LIFETIME_MS = 90 * DAY_MS;
/** Using a session prolongs it; written no more often than this. */
const RENEWED_EVERY_MS = MINUTE_MS;
const USER_AGENT_LENGTH = 300;

const WRONG = 'E-mail ou senha incorretos.';
const CODE_MISSING = 'Informe o código do seu aplicativo autenticador.';
const CODE_WRONG =
  'Código incorreto. Use o que o aplicativo mostra agora, ou um código de reserva que ainda não usou.';

interface SignIn {
  readonly email: string;
  /** Base64 of UTF-8. */
  readonly password: string;
  /** Of the second step. */
  readonly code?: string | undefined;
  readonly keep?: boolean | undefined;
}

/** An attempt under way. */
interface Tried {
  readonly email: string;
  readonly device: Device;
  readonly attempt: Attempt;
}

/** What somebody who signed in is given. */
export interface SignedIn {
  readonly token: string;
  readonly accountId: string;
  /** For the browser's cookie. */
  readonly deviceToken: string;
}

/** Sees every sign-in and every failed one. */
export interface SignInWitness {
  signedIn(accountId: string, device: Device): Promise<void>;
  /** @param accountId null when nobody has this e-mail. */
  failed(accountId: string | null, email: string, device: Device): Promise<void>;
  /** Strangers have failed so often with this e-mail that they have to wait. */
  paused(accountId: string | null, email: string, device: Device): Promise<void>;
}

export interface SessionService {
  /** Throws WrongCredentials, SecondStepNeeded, LimitReached or InvalidInput. */
  signIn(input: SignIn, device: Device): Promise<SignedIn>;
  /** A session for somebody whose right to it is already proved. Throws Expired. */
  open(accountId: string, isKept: boolean, device: Device): Promise<SignedIn>;
  /** Who holds this token. Throws Expired. */
  verify(token: string): Promise<Caller>;
  signOut(caller: Caller): Promise<void>;
  /** After a change of password, profile or access: every session of the account is dead at once, no device known. */
  endAllOf(accountId: string): Promise<void>;
  /** After any other change: the sessions that are left go on, and show it at once. */
  refresh(accountId: string): Promise<void>;
}

export const createSessionService = (needs: {
  sessions: SessionRepository;
  accounts: Pick<AccountsService, 'findForSignIn'>;
  passwords: Passwords;
  throttle: Throttle;
  devices: KnownDevices;
  pausedPost: PausedPost;
  secondStep: SecondStep;
  mustHaveSecondStep: (caller: Pick<Caller, 'profile'>) => boolean;
  access: AccessChanges;
  witness: SignInWitness;
  clock: () => Instant;
}): SessionService => {
  const { sessions, accounts, passwords, throttle, devices, pausedPost, secondStep, access, witness, clock } =
    needs;
  const expiryFrom = (now: Instant, isKept: boolean, createdAt: number): Instant =>
    instant(Math.min(now + (isKept ? KEPT_LIFETIME_MS : LIFETIME_MS), createdAt + LONGEST_LIFETIME_MS));

  /** @returns the new token; null where the account is disabled by now, or has another password. */
  const tryOpen = async (
    { id: accountId, passwordHash: provedBy }: { id: string; passwordHash: string | null },
    isKept: boolean,
    device: Device,
  ): Promise<string | null> => {
    const token = newToken();
    const tokenHash = hashToken(token);
    if (tokenHash === null) throw new Expired();
    const at = clock();
    const userAgent = device.userAgent.slice(0, USER_AGENT_LENGTH);
    const { address } = device;
    const wasInserted = await sessions.insert({
      tokenHash,
      accountId,
      isKept,
      userAgent,
      address,
      at,
      expiresAt: expiryFrom(at, isKept, at),
      provedBy,
    });
    return wasInserted ? token : null;
  };

  const renew = async (
    tokenHash: Buffer,
    { isKept, createdAt, lastUsedAt }: StoredSession,
  ): Promise<void> => {
    const now = clock();
    if (now - lastUsedAt < RENEWED_EVERY_MS) return;
    await sessions.renew(tokenHash, now, expiryFrom(now, isKept, createdAt));
  };

  const beginSignIn = async (email: string, device: Device): Promise<Attempt> => {
    const deviceHash = await devices.find(email, device);
    return throttle.begin(
      deviceHash === null ? countedStranger(email, device.address) : countedKnownDevice(email, deviceHash),
    );
  };

  /** Does the same, and as much, for an e-mail that nobody has. */
  const refuse = async (
    accountId: string | null,
    { email, device, attempt }: Tried,
    refusal: AppError = new WrongCredentials(WRONG),
  ): Promise<never> => {
    await witness.failed(accountId, email, device);
    if (attempt.beganPause(strangersOf(email))) {
      await witness.paused(accountId, email, device);
      await pausedPost.postPaused(email);
    }
    throw refusal;
  };

  /** Whoever was not asked for a code yet has guessed nothing. */
  const askForCode = async (accountId: string, code: string | undefined, tried: Tried): Promise<void> => {
    const judged = await secondStep.judge(accountId, code, tried.device);
    if (judged === 'proved') return;
    if (judged === 'wrong') return refuse(accountId, tried, new SecondStepNeeded(CODE_WRONG));
    await tried.attempt.cameToNothing();
    throw new SecondStepNeeded(CODE_MISSING);
  };

  const signedIn = async (accountId: string, token: string, device: Device): Promise<SignedIn> => ({
    accountId,
    token,
    deviceToken: await devices.remember(accountId, device),
  });

  return {
    async open(id, isKept, device) {
      const token = await tryOpen({ id, passwordHash: null }, isKept, device);
      if (token === null) throw new Expired();
      return signedIn(id, token, device);
    },
    async signIn({ email, password: encoded, code, keep = false }, device) {
      const password = decodePassword(encoded);
      const attempt = await beginSignIn(email, device);
      const tried = { email, device, attempt };
      const account = await accounts.findForSignIn(email);
      const matches = await passwords.matches(password, account?.passwordHash ?? null);
      if (!account || !matches) return refuse(account?.id ?? null, tried);
      await askForCode(account.id, code, tried);
      const token = await tryOpen(account, keep, device);
      if (token === null) return refuse(account.id, tried);
      await attempt.succeeded();
      await witness.signedIn(account.id, device);
      return signedIn(account.id, token, device);
    },
    async verify(token) {
      const tokenHash = hashToken(token);
      if (tokenHash === null) throw new Expired();
      const stored = await sessions.find(tokenHash, clock());
      if (stored === null) throw new Expired();
      await renew(tokenHash, stored);
      const { accountId, profile, email, managerId, hasSecondStep } = stored;
      const isHeld = !hasSecondStep && needs.mustHaveSecondStep(stored);
      return { accountId, profile, email, managerId, sessionHash: tokenHash, ...(isHeld && { isHeld }) };
    },
    async signOut({ accountId, sessionHash }) {
      await sessions.remove(sessionHash);
      await access.announce(accountId);
    },
    async endAllOf(accountId) {
      await sessions.removeAllOf(accountId);
      await devices.forgetOthers(accountId, null);
      await access.announce(accountId);
    },
    refresh: access.announce,
  };
};
