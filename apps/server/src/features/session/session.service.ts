import { type Instant, MINUTE_MS } from '@nascente/domain/time/zone';
import { type AppError, Expired, NotAllowed, WrongCredentials } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Attempt, Throttle } from '../../platform/limits/throttle.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AccessChanges } from './access-changes.ts';
import { countedKnownDevice, countedStranger, strangersOf } from './counted-sign-ins.ts';
import type { Device } from './device.ts';
import { deviceName } from './device-name.ts';
import type { KnownDevices } from './known-devices.ts';
import type { OtherDoor } from './other-door.ts';
import { decodePassword, type Passwords } from './passwords.ts';
import type { PausedPost } from './paused-post.ts';
import type { GivenStep, SecondStep } from './second-step.ts';
import { missingStep, wrongStep } from './second-step-words.ts';
import type { SessionRepository, StoredSession } from './session.repository.ts';
import { expiryFrom } from './session-lifetime.ts';
import { hashToken, newToken } from './tokens.ts';
import type { UnusualPost } from './unusual-post.ts';

/** Using a session prolongs it; written no more often than this. */
const RENEWED_EVERY_MS = MINUTE_MS;
const USER_AGENT_LENGTH = 300;

const WRONG = 'E-mail ou senha incorretos.';
/** The same for a password that is right: whoever guesses it learns nothing. */
const wrongWith = (label: string | null): string =>
  label === null ? WRONG : `${WRONG} Se a sua conta é da empresa, use o botão "Entrar com ${label}".`;

interface SignIn extends GivenStep {
  readonly email: string;
  /** Base64 of UTF-8. */
  readonly password: string;
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
  /** Somebody signed in on a device and from a network that are both new to the account. */
  unusual(accountId: string, device: Device): Promise<void>;
}

export interface SessionService {
  /** Throws WrongCredentials, SecondStepNeeded, LimitReached or InvalidInput. */
  signIn(input: SignIn, device: Device): Promise<SignedIn>;
  /** A session for somebody whose right to it is already proved. Throws Expired, or NotAllowed where another door leads there. */
  open(accountId: string, isKept: boolean, device: Device): Promise<SignedIn>;
  /** The same for whom the identity provider has let in: for half a day, however much it is used. Throws Expired. */
  openByProvider(accountId: string, device: Device): Promise<SignedIn>;
  /** Who holds this token. Throws Expired. */
  verify(token: string): Promise<Caller>;
  /** @returns where the browser has to go to sign out there as well; null: nowhere. */
  signOut(caller: Caller): Promise<string | null>;
  /** After a change of password or access, or of profile by an Admin: every session is dead at once, no device known. */
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
  unusualPost: UnusualPost;
  secondStep: SecondStep;
  otherDoor: OtherDoor;
  mustHaveSecondStep: (caller: Pick<Caller, 'profile'>) => boolean;
  access: AccessChanges;
  witness: SignInWitness;
  clock: () => Instant;
}): SessionService => {
  const {
    sessions,
    accounts,
    passwords,
    throttle,
    devices,
    pausedPost,
    secondStep,
    otherDoor,
    access,
    witness,
    clock,
    unusualPost,
  } = needs;
  /** @returns the new token; null where the account is disabled by now, has another password, or is entered elsewhere. */
  const tryOpen = async (
    { id: accountId, passwordHash: provedBy }: { id: string; passwordHash: string | null },
    { isKept, isByProvider = false }: { isKept: boolean; isByProvider?: boolean },
    device: Device,
  ): Promise<string | null> => {
    const token = newToken();
    const tokenHash = hashToken(token);
    if (tokenHash === null) throw new Expired();
    const at = clock();
    const userAgent = device.userAgent.slice(0, USER_AGENT_LENGTH);
    const { address } = device;
    const session = {
      tokenHash,
      accountId,
      isKept,
      isByProvider,
      userAgent,
      address,
      at,
      expiresAt: expiryFrom(at, { isKept, isByProvider }, at),
      provedBy,
    };
    const wasInserted = await sessions.insert(
      session,
      async (within) => isByProvider || !(await otherDoor.isTheirs(accountId, within)),
    );
    return wasInserted ? token : null;
  };

  const renew = async (
    tokenHash: Buffer,
    { createdAt, lastUsedAt, ...kind }: StoredSession,
  ): Promise<void> => {
    const now = clock();
    if (now - lastUsedAt < RENEWED_EVERY_MS) return;
    await sessions.renew(tokenHash, now, expiryFrom(now, kind, createdAt));
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
    refusal: AppError = new WrongCredentials(wrongWith(otherDoor.label)),
  ): Promise<never> => {
    await witness.failed(accountId, email, device);
    if (attempt.beganPause(strangersOf(email))) {
      await witness.paused(accountId, email, device);
      await pausedPost.postPaused(email);
    }
    throw refusal;
  };

  /** Whoever was not asked for the second step yet has guessed nothing. */
  const askForStep = async (accountId: string, step: GivenStep, tried: Tried): Promise<void> => {
    const { email, device, attempt } = tried;
    const { outcome, ways } = await secondStep.judge({ id: accountId, email }, step, device);
    if (outcome === 'proved') return;
    if (outcome === 'wrong') return refuse(accountId, tried, wrongStep(step, ways));
    await attempt.cameToNothing();
    throw missingStep(ways);
  };

  const tellUnusual = async (accountId: string, device: Device): Promise<void> => {
    await witness.unusual(accountId, device);
    const { address, userAgent } = device;
    await unusualPost.postUnusual({ accountId, at: clock(), device: deviceName(userAgent), address });
  };

  const signedIn = async (accountId: string, token: string, device: Device): Promise<SignedIn> => {
    if (await devices.isUnusual(accountId, device)) await tellUnusual(accountId, device);
    return { accountId, token, deviceToken: await devices.remember(accountId, device) };
  };

  const openFor = async (
    id: string,
    kind: { isKept: boolean; isByProvider?: boolean },
    device: Device,
  ): Promise<SignedIn> => {
    const token = await tryOpen({ id, passwordHash: null }, kind, device);
    if (token === null) throw new Expired();
    return signedIn(id, token, device);
  };

  return {
    async open(id, isKept, device) {
      if (await otherDoor.isTheirs(id))
        throw new NotAllowed(
          `Esta conta entra com ${otherDoor.label}: use o botão "Entrar com ${otherDoor.label}".`,
        );
      return openFor(id, { isKept }, device);
    },
    openByProvider: (id, device) => openFor(id, { isKept: false, isByProvider: true }, device),
    async signIn({ email, password: encoded, keep = false, ...step }, device) {
      const password = decodePassword(encoded);
      const attempt = await beginSignIn(email, device);
      const tried = { email, device, attempt };
      const account = await accounts.findForSignIn(email);
      const isTheirs = await otherDoor.isTheirs(account?.id ?? null);
      const matches = await passwords.matches(password, isTheirs ? null : (account?.passwordHash ?? null));
      if (!account || !matches) return refuse(account?.id ?? null, tried);
      await askForStep(account.id, step, tried);
      const token = await tryOpen(account, { isKept: keep }, device);
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
      const wasByProvider = await sessions.remove(sessionHash);
      await access.announce(accountId);
      return wasByProvider ? otherDoor.leaveUrl() : null;
    },
    async endAllOf(accountId) {
      await sessions.removeAllOf(accountId);
      await devices.forgetOthers(accountId, null);
      await access.announce(accountId);
    },
    refresh: access.announce,
  };
};
