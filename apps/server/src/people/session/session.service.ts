import { isId } from '@nascente/contract/base/conventions';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { RECENT_PROOF_MINUTES } from '@nascente/domain/people/credential-kinds';
import { Expired, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller, SessionProof } from '../../platform/http/caller.ts';
import type { Device } from '../../platform/http/device.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';
import type { KnownDevices } from './devices/known-devices.ts';
import type { IdentityProvider, NewSessions, SignedIn } from './new-sessions.ts';
import type { PasswordSignIn } from './passwords/password-sign-in.ts';
import type { ListedSession, SessionRepository, StoredSession } from './session.repository.ts';
import { expiryFrom } from './session-lifetime.ts';
import { hashToken } from './tokens.ts';

export type OwnSessions = ReturnType<typeof createOwnSessions>;

export const createOwnSessions = (needs: {
  sessions: SessionRepository;
  access: AccessChanges;
  clock: () => Instant;
}) => {
  const { sessions, access, clock } = needs;

  return {
    async list({
      accountId,
      sessionHash,
    }: Caller): Promise<readonly (ListedSession & { readonly isCurrent: boolean })[]> {
      const listed = await sessions.listOf(accountId, clock());
      return listed.map((session) => ({ ...session, isCurrent: session.tokenHash.equals(sessionHash) }));
    },
    /** Throws NotFound if the session does not exist or belongs to another account. */
    async end({ accountId }: Caller, id: string): Promise<void> {
      const wasThere = isId(id) && (await sessions.removeOne(accountId, id));
      if (!wasThere) throw new NotFound('Sessão não encontrada.');
      await access.announce(accountId);
    },
    /** @returns the number of ended sessions: all except the caller's. */
    async endOthers({ accountId, sessionHash }: Caller): Promise<number> {
      const ended = await sessions.removeOthers(accountId, sessionHash);
      await access.announce(accountId);
      return ended;
    },
  };
};

/** Announces changes of access to listeners that cache it in memory. */
export type AccessChanges = ReturnType<typeof createAccessChanges>;

export const createAccessChanges = () => {
  const listeners = new Set<(accountId: string) => Promise<void>>();
  return {
    /** @returns a function that removes the listener. */
    onChange(listener: (accountId: string) => Promise<void>): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Must be called after the commit. Resolves when every listener has acted. */
    async announce(accountId: string): Promise<void> {
      await Promise.all([...listeners].map((listener) => listener(accountId)));
    },
  };
};

/** An account linked to the identity provider has no password; it proves its identity by a new sign-in there. */
const waysOf = ({ isByProvider, hasPasskey }: StoredSession): SessionProof['ways'] => [
  isByProvider ? 'provider' : 'password',
  ...(hasPasskey ? (['passkey'] as const) : []),
];

/** A proof from a clock that was ahead is not recent. */
const proofOf = (session: StoredSession, now: Instant): SessionProof => {
  const age = now - session.provedAt;
  return {
    isRecent: age >= -CLOCK_SKEW_MS && age <= RECENT_PROOF_MINUTES * MINUTE_MS,
    ways: waysOf(session),
  };
};

/** Minimum time between stored renewals of a session in use. */
const RENEWED_EVERY_MS = MINUTE_MS;

export type SessionService = ReturnType<typeof createSessionService>;

export const createSessionService = (needs: {
  sessions: SessionRepository;
  newSessions: NewSessions;
  signIn: PasswordSignIn;
  devices: Pick<KnownDevices, 'forgetOthers'>;
  identityProvider: IdentityProvider;
  mustHaveSecondStep: (caller: Pick<Caller, 'profile'>) => boolean;
  access: AccessChanges;
  clock: () => Instant;
}) => {
  const { sessions, newSessions, devices, identityProvider, access, clock } = needs;

  const renew = async (
    tokenHash: Buffer,
    { createdAt, lastUsedAt, ...kind }: StoredSession,
  ): Promise<void> => {
    const now = clock();
    // Also true if a wrong clock stored a last use in the future.
    if (Math.abs(now - lastUsedAt) < RENEWED_EVERY_MS) return;
    await sessions.renew(tokenHash, now, expiryFrom(now, kind, createdAt));
  };

  const find = async (token: string): Promise<{ tokenHash: Buffer; stored: StoredSession }> => {
    const tokenHash = hashToken(token);
    if (tokenHash === null) throw new Expired();
    const stored = await sessions.find(tokenHash, clock());
    if (stored === null) throw new Expired();
    return { tokenHash, stored };
  };

  const toCaller = (sessionHash: Buffer, stored: StoredSession): Caller => {
    const { accountId, profile, email, managerId, hasSecondStep } = stored;
    const isHeld = !hasSecondStep && needs.mustHaveSecondStep(stored);
    const proof = proofOf(stored, clock());
    return { accountId, profile, email, managerId, sessionHash, proof, ...(isHeld && { isHeld }) };
  };

  const openFor = async (
    id: string,
    kind: { isRemembered: boolean; isByProvider?: boolean },
    device: Device,
  ): Promise<SignedIn> => {
    const token = await newSessions.insert({ id, passwordHash: null }, kind, device);
    if (token === null) throw new Expired();
    return newSessions.welcome(id, token, device);
  };

  return {
    /** Opens a session for a proved account. Throws Expired, or NotAllowed if the identity provider signs this account in. */
    async open(id: string, isStored: boolean, device: Device): Promise<SignedIn> {
      if (await identityProvider.isOfSignIn(id))
        throw new NotAllowed(
          `Esta conta entra com ${identityProvider.label}: use o botão "Entrar com ${identityProvider.label}".`,
        );
      return openFor(id, { isRemembered: isStored }, device);
    },
    /** Session of a sign-in by the identity provider: half a day, not prolonged by use. Throws Expired. */
    openByProvider: (id: string, device: Device) =>
      openFor(id, { isRemembered: false, isByProvider: true }, device),
    /** Throws WrongCredentials, SecondStepNeeded, LimitReached or InvalidInput. */
    signIn: needs.signIn,
    /** Prolongs the session of a token. Throws Expired. */
    async verify(token: string): Promise<Caller> {
      const { tokenHash, stored } = await find(token);
      await renew(tokenHash, stored);
      return toCaller(tokenHash, stored);
    },
    /** Like `verify`, without extending the session. Throws Expired. */
    async confirm(token: string): Promise<Caller> {
      const { tokenHash, stored } = await find(token);
      return toCaller(tokenHash, stored);
    },
    /** Records the owner's proof of presence: for ten minutes the session may create credentials. */
    prove: ({ sessionHash }: Caller) => sessions.prove(sessionHash, clock()),
    /** @returns the address at which the browser signs out at the identity provider; null: none. */
    async signOut({ accountId, sessionHash }: Caller): Promise<string | null> {
      const wasByProvider = await sessions.remove(sessionHash);
      await access.announce(accountId);
      return wasByProvider ? identityProvider.leaveUrl() : null;
    },
    /** After a change of password, access or profile: ends every session and forgets every device. */
    async endAllOf(accountId: string) {
      await sessions.removeAllOf(accountId);
      await devices.forgetOthers(accountId, null);
      await access.announce(accountId);
    },
    /** After any other change: announces it; the sessions continue. */
    refresh: access.announce,
  };
};
