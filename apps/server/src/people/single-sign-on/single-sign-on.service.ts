import { type Instant, instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, NotAllowed } from '../../platform/errors.ts';
import type { Device } from '../../platform/http/device.ts';
import { secureAttribute } from '../../platform/http/secure-cookie.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { FollowProfile } from '../admin-people/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { RemoveCredentials } from '../credentials/index.ts';
import { hashToken, newToken, type Passwords, type SessionFeature, type SignedIn } from '../session/index.ts';
import {
  createAttemptsRepository,
  createIdentitiesRepository,
  type ExistingAccount,
} from './identities.repository.ts';
import { type ProviderPerson, personOf } from './person-of-claims.ts';
import type { Provider, ProviderConfig } from './provider.ts';
import { createRefreshTokenCipher } from './refresh-token-cipher.ts';

const NAME = 'nascente-single-sign-on';
const PATH = '/api/login/single-sign-on';
const PROVIDED = new RegExp(`(?:^|;) *${NAME}=([\\w-]+) *(?:;|$)`);

/** Time limit of a sign-in at the provider. */
const AWAY_MS = 10 * MINUTE_MS;

/** The browser token in the cookie of a browser that was sent to the provider; `null`: none. */
export const browserTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  PROVIDED.exec(headers.cookie ?? '')?.[1] ?? null;

/**
 * Sets the cookie of the browser token. `SameSite=Strict` suffices, because the page at the return address requests the session
 * itself. @param publicUrl - the web application's address
 */
export const giveBrowserToken = (reply: FastifyReply, token: string, publicUrl: string): void => {
  const secure = secureAttribute(reply, publicUrl);
  const stored = `Path=${PATH}; Max-Age=${AWAY_MS / SECOND_MS}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${NAME}=${token}; ${stored}`);
};

const NOT_STARTED =
  'Esta entrada não começou neste navegador, ou demorou mais de dez minutos. Comece de novo.';
const NO_GROUP =
  'Sua conta da empresa não está em um grupo que usa este sistema. Fale com quem a administra.';
const NO_EMAIL =
  'A conta da empresa não confirma o seu e-mail, e por isso não pode ser ligada à sua conta aqui.';
const OTHER =
  'A conta com este e-mail já está ligada a outra pessoa da empresa. Fale com quem administra o sistema.';
const OF_MANAGER = 'A conta com este e-mail pertence a um gestor, e entra com a própria senha.';
const DISABLED = 'Esta conta está desativada. Fale com quem administra o sistema.';
const NO_SECOND_STEP =
  'Contas de administrador precisam de uma segunda etapa neste sistema, e a conta da empresa não confirmou a sua.';

export type SingleSignOnService = ReturnType<typeof createSingleSignOnService>;

export const createSingleSignOnService = (needs: {
  db: Connection;
  provider: Provider;
  config: ProviderConfig;
  session: Pick<SessionFeature, 'session' | 'mustHaveSecondStep'>;
  passwords: Pick<Passwords, 'hash'>;
  followProfile: FollowProfile;
  removals: RemoveCredentials;
  quota: Quota;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, provider, config, passwords, followProfile, removals, quota, audit, clock } = needs;
  const cipher = createRefreshTokenCipher(config);
  const { session, mustHaveSecondStep } = needs.session;
  const { issuer, credentialDays } = config;
  const identityOf = ({ subject }: ProviderPerson) => ({ issuer, subject });

  /** A person without a group loses sessions, keys, links and outgoing addresses at once. */
  const refuseWithoutGroup = async (person: ProviderPerson, device: Device): Promise<never> => {
    const account = await createIdentitiesRepository(db).accountOf(identityOf(person));
    if (account !== null) {
      const { id } = account;
      await db.transaction().execute((within) => removals.removable(id, { actorId: null, device }, within));
      await session.endAllOf(id);
    }
    throw new NotAllowed(NO_GROUP);
  };

  const link = async (within: Connection, person: ProviderPerson, accountId: string, device: Device) => {
    const at = clock();
    if (!(await createIdentitiesRepository(within).link(identityOf(person), accountId, at)))
      throw new Conflict(OTHER);
    await audit.record(
      { action: 'provider-linked', actorId: accountId, subjectId: accountId, device },
      within,
    );
  };

  /**
   * Links an account with the same e-mail, which the provider has verified. If it was unconfirmed here, another person may have
   * created the account to gain access later.
   */
  const linkExisting = async (
    within: Connection,
    person: ProviderPerson,
    account: ExistingAccount,
    newPasswordHash: string,
    device: Device,
  ): Promise<ExistingAccount & { isLinkedNow: true }> => {
    if (account.profile === 'client') throw new NotAllowed(OF_MANAGER);
    if (!account.isEmailConfirmed) {
      await removals.all(account.id, { actorId: account.id, device }, within);
      await createIdentitiesRepository(within).claim(account.id, newPasswordHash, clock());
    }
    await link(within, person, account.id, device);
    return { ...account, isLinkedNow: true };
  };

  const make = async (
    within: Connection,
    person: ProviderPerson & { readonly email: string },
    passwordHash: string,
    device: Device,
  ): Promise<ExistingAccount> => {
    const { email, firstName, lastName } = person;
    const profile = person.profile === 'unchanged' || person.profile === null ? 'user' : person.profile;
    const id = await createIdentitiesRepository(within).insertAccount({
      email,
      firstName,
      lastName,
      profile,
      passwordHash,
      at: clock(),
    });
    if (id === null) throw new Conflict(NOT_STARTED);
    await audit.record({ action: 'provider-account-made', actorId: id, subjectId: id, device }, within);
    await link(within, person, id, device);
    return { id, email, profile, isDisabled: false, isEmailConfirmed: true };
  };

  const accountOf = async (
    within: Connection,
    person: ProviderPerson,
    newPasswordHash: string,
    device: Device,
  ): Promise<ExistingAccount & { isLinkedNow?: boolean }> => {
    const identities = createIdentitiesRepository(within);
    const linked = await identities.accountOf(identityOf(person));
    if (linked !== null) return linked;
    const { email } = person;
    if (email === null) throw new NotAllowed(NO_EMAIL);
    const account = await identities.accountBy(email);
    if (account !== null) return linkExisting(within, person, account, newPasswordHash, device);
    return make(within, { ...person, email }, newPasswordHash, device);
  };

  const settle = async (
    within: Connection,
    { person, refreshToken }: { person: ProviderPerson; refreshToken: string | null },
    newPasswordHash: string,
    device: Device,
  ): Promise<{ id: string; isAnother: boolean }> => {
    const account = await accountOf(within, person, newPasswordHash, device);
    if (account.isDisabled) throw new NotAllowed(DISABLED);
    const profile = person.profile === 'unchanged' ? account.profile : (person.profile ?? account.profile);
    if (mustHaveSecondStep({ profile }) && !person.hasSecondStep) throw new NotAllowed(NO_SECOND_STEP);
    const isChanged = profile !== account.profile;
    const identities = createIdentitiesRepository(within);
    await identities.confirm(identityOf(person), clock(), cipher.encrypt(refreshToken, person.subject));
    await identities.limitCredentials(account.id, { issuer, days: credentialDays, now: clock() });
    if (isChanged) await followProfile(within, { accountId: account.id, profile, device });
    return { id: account.id, isAnother: isChanged || account.isLinkedNow === true };
  };

  return {
    /** @returns the provider's address and the browser's token. Throws Unavailable or LimitReached. */
    async begin(device: Device): Promise<{ url: string; browserToken: string }> {
      await quota.use(subscriberOf(device.address));
      const attempt = provider.newAttempt();
      const url = await provider.addressFor(attempt);
      const browserToken = newToken();
      const [stateHash, browserHash] = [hashToken(attempt.state), hashToken(browserToken)];
      if (stateHash === null || browserHash === null) throw new Conflict(NOT_STARTED);
      const now = clock();
      const span = { now, expiresAt: instant(now + AWAY_MS) };
      await createAttemptsRepository(db).insert({ ...attempt, stateHash, browserHash }, span);
      return { url, browserToken };
    },
    /** Throws Conflict, NotAllowed, WrongCredentials, Unavailable, Expired or LimitReached. */
    async finish(answer: string, browserToken: string | null, device: Device): Promise<SignedIn> {
      await quota.use(subscriberOf(device.address));
      const state = new URLSearchParams(answer).get('state') ?? '';
      const [stateHash, browserHash] = [hashToken(state), hashToken(browserToken ?? '')];
      if (stateHash === null || browserHash === null) throw new Conflict(NOT_STARTED);
      const sent = await createAttemptsRepository(db).take({ stateHash, browserHash }, clock());
      if (sent === null) throw new Conflict(NOT_STARTED);
      const { claims, refreshToken } = await provider.read(answer, { ...sent, state });
      const person = personOf(claims, config);
      if (person.profile === null) return refuseWithoutGroup(person, device);
      // A random password: the account signs in at the provider until its owner requests a password by e-mail.
      const newPasswordHash = await passwords.hash(newToken());
      const { id, isAnother } = await db
        .transaction()
        .execute((within) => settle(within, { person, refreshToken }, newPasswordHash, device));
      if (isAnother) await session.endAllOf(id);
      const opened = await session.openByProvider(id, device);
      await audit.record({
        action: 'signed-in',
        actorId: id,
        subjectId: id,
        device,
        detail: { by: 'provider' },
      });
      return opened;
    },
  };
};
