import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Log } from '@nascente/runtime/log';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { FollowProfile } from '../admin-people/index.ts';
import type { RemoveCredentials } from '../credentials/index.ts';
import type { SessionFeature } from '../session/index.ts';
import {
  type CredentialLimit,
  createIdentitiesRepository,
  type ExistingAccount,
  type RenewableIdentity,
} from './identities.repository.ts';
import { type ProviderPerson, personOf } from './person-of-claims.ts';
import type { Confirmation, Provider, ProviderConfig } from './provider.ts';
import { createRefreshTokenCipher } from './refresh-token-cipher.ts';

/** Audit events of the check come from no device. */
const NO_DEVICE = { address: '', userAgent: '', deviceToken: null } as const;

/** Outcome of a check: the access is lost, or the profile changed. */
type Outcome = 'unchanged' | 'lost' | Profile;

const limitBy = (
  config: Pick<ProviderConfig, 'issuer' | 'credentialDays'> | null,
  now: Instant,
): CredentialLimit => ({ issuer: config?.issuer ?? null, days: config?.credentialDays ?? 0, now });

/** Sets the expiry of the credentials of each account, after a change of the configuration too. */
export const limitAllCredentials = async (
  db: Connection,
  config: Pick<ProviderConfig, 'issuer' | 'credentialDays'> | null,
  clock: () => Instant,
): Promise<void> => {
  const limit = limitBy(config, clock());
  for (const accountId of await createIdentitiesRepository(db).wronglyLimited(limit))
    await db.transaction().execute(async (within) => {
      await holdAccount(within, accountId);
      await createIdentitiesRepository(within).limitCredentials(accountId, limit);
    });
};

/**
 * Renews the token of each linked person at the provider. A person without a group loses sessions, keys, links and outgoing
 * addresses. If the provider refuses the token, these stay paused until the next sign-in. An error answer skips this person, and the
 * limit in days applies. Throws Unavailable as soon as the provider does not answer.
 */
export const createProviderCheck = (needs: {
  db: Connection;
  provider: Pick<Provider, 'renew'>;
  config: ProviderConfig;
  session: Pick<SessionFeature, 'session' | 'mustHaveSecondStep'>;
  followProfile: FollowProfile;
  removals: Pick<RemoveCredentials, 'removable'>;
  clock: () => Instant;
  log: Log;
}): (() => Promise<void>) => {
  const { db, provider, config, followProfile, removals, clock, log } = needs;
  const { session, mustHaveSecondStep } = needs.session;
  const cipher = createRefreshTokenCipher(config);

  const renew = async ({ refreshToken, subject }: RenewableIdentity) => {
    const token = cipher.decrypt(refreshToken, subject);
    return token === null ? 'unknown' : provider.renew(token, subject);
  };

  const profileFor = (account: ExistingAccount, { profile, hasSecondStep }: ProviderPerson): Outcome => {
    if (profile === null) return 'lost';
    if (profile === 'unchanged' || profile === account.profile) return 'unchanged';
    // A profile that needs a second step is assigned at a sign-in with one.
    return mustHaveSecondStep({ profile }) && !hasSecondStep ? 'unchanged' : profile;
  };

  const settle = async (
    within: Connection,
    identity: RenewableIdentity,
    answer: Confirmation | 'refused' | 'unknown',
  ): Promise<Outcome> => {
    const identities = createIdentitiesRepository(within);
    const account = await identities.holdRenewable(identity);
    if (account === null) return 'unchanged';
    if (answer === 'unknown') {
      await identities.forgetToken(identity);
      return 'unchanged';
    }
    const outcome = answer === 'refused' ? 'unchanged' : profileFor(account, personOf(answer.claims, config));
    if (answer === 'refused' || outcome === 'lost') await identities.refuse(identity, clock());
    else {
      const renewed = cipher.encrypt(answer.refreshToken, identity.subject) ?? identity.refreshToken;
      await identities.confirm(identity, clock(), renewed);
    }
    await identities.limitCredentials(account.id, limitBy(config, clock()));
    if (outcome === 'lost')
      await removals.removable(account.id, { actorId: null, device: NO_DEVICE }, within);
    return outcome;
  };

  /** @returns whether the account has the profile now: not if others need its former one */
  const follow = async (accountId: string, profile: Profile): Promise<boolean> => {
    try {
      const change = { accountId, profile, device: NO_DEVICE };
      await db.transaction().execute((within) => followProfile(within, change));
      return true;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      log.warn({ accountId }, `The profile of the identity provider does not fit: ${error.message}`);
      return false;
    }
  };

  return async () => {
    for (const identity of await createIdentitiesRepository(db).renewable(config.issuer)) {
      const { accountId } = identity;
      const answer = await renew(identity);
      if (answer === 'failed') continue;
      // Committed before the profile changes: the new refresh token replaces one that the provider no longer accepts.
      const outcome = await db.transaction().execute((within) => settle(within, identity, answer));
      if (outcome === 'unchanged') continue;
      if (outcome === 'lost' || (await follow(accountId, outcome))) await session.endAllOf(accountId);
    }
  };
};
