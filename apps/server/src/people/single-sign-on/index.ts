import { beginSingleSignOn, loginBySingleSignOn } from '@nascente/contract/people/single-sign-on';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { deviceOf } from '../../platform/http/device.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { FollowProfile } from '../admin-people/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import { createRemoveCredentials, type RemoveCredentials } from '../credentials/index.ts';
import { type IdentityProvider, noIdentityProvider, type SessionFeature } from '../session/index.ts';
import {
  type CredentialLimit,
  createIdentitiesRepository,
  type ExistingAccount,
  type RenewableIdentity,
} from './identities.repository.ts';
import { type ProviderPerson, personOf } from './person-of-claims.ts';
import { type Confirmation, createProvider, type Provider, type ProviderConfig } from './provider.ts';
import { createRefreshTokenCipher } from './refresh-token-cipher.ts';
import {
  browserTokenOf,
  createSingleSignOnService,
  giveBrowserToken,
  type SingleSignOnService,
} from './single-sign-on.service.ts';

/** Audit events of the check come from no device. */
const NO_DEVICE = { address: '', userAgent: '', deviceToken: null } as const;

/** Outcome of the check of an account. A profile: the provider states a new one. */
type Outcome = 'unchanged' | 'lost' | Profile;

const limitBy = (
  config: Pick<ProviderConfig, 'issuer' | 'credentialDays'> | null,
  now: Instant,
): CredentialLimit => ({ issuer: config?.issuer ?? null, days: config?.credentialDays ?? 0, now });

/** Sets the expiry of the credentials of each account, after a change of the configuration too. */
const limitAllCredentials = async (
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
const createProviderCheck = (
  needs: Pick<Platform, 'clock' | 'db' | 'log'> & {
    provider: Pick<Provider, 'renew'>;
    config: ProviderConfig;
    session: Pick<SessionFeature, 'session' | 'mustHaveSecondStep'>;
    followProfile: FollowProfile;
    removals: Pick<RemoveCredentials, 'removable'>;
  },
): (() => Promise<void>) => {
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

  /** @returns whether the profile was set; `false` if it conflicts with the account's state (see `FollowProfile`) */
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

const NONE = 'Este sistema não tem entrada pela conta da empresa.';

export type { ProviderConfig } from './provider.ts';

const EVERY_HOUR = '37 * * * *';
/** Limit from one address an hour, counting redirects to the provider and back. Many people may share an address. */
const MAX_AN_HOUR = 600;
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

interface SingleSignOnFeature {
  /** The provider for the session feature. */
  readonly identityProvider: IdentityProvider;
  /** Connects the parts that need sessions, which are created after this feature. */
  bindTo(needs: {
    session: Pick<SessionFeature, 'session' | 'mustHaveSecondStep' | 'passwords' | 'deviceCookie'>;
    followProfile: FollowProfile;
  }): {
    register(app: CallBinder): void;
    /** Asks the provider to confirm the linked accounts; runs every hour. */
    check(): Promise<void>;
  };
}

/**
 * Must be called before the jobs start.
 * @param needs.config - `null`: no provider; accounts that it signed in use passwords again
 * @param needs.publicUrl - the web application's address without a slash at its end
 */
export const createSingleSignOnFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'jobs' | 'log' | 'publicUrl'> & {
    accounts: Pick<AccountsService, 'readUser'>;
    audit: AuditTrail;
    config: ProviderConfig | null;
  },
): SingleSignOnFeature => {
  const { accounts, audit, config, publicUrl, jobs, clock, log, db } = needs;
  /** @param service null: no provider is configured */
  const registerWith =
    ({ deviceCookie }: Pick<SessionFeature, 'deviceCookie'>, service: SingleSignOnService | null) =>
    (app: CallBinder): void => {
      const required = (): SingleSignOnService => {
        if (service === null) throw new NotFound(NONE);
        return service;
      };
      bindCall(app, beginSingleSignOn, async ({ request, reply }) => {
        const { url, browserToken } = await required().begin(deviceOf(request));
        giveBrowserToken(reply, browserToken, publicUrl);
        return { url };
      });
      bindCall(app, loginBySingleSignOn, async ({ body, request, reply }) => {
        const device = deviceOf(request);
        const opened = await required().finish(body.answer, browserTokenOf(request), device);
        deviceCookie.give(reply, opened.deviceToken);
        return { token: opened.token, user: await accounts.readUser(opened.accountId) };
      });
    };
  const everyHour = (ask: () => Promise<void>): (() => Promise<void>) => {
    const check = async (): Promise<void> => {
      await limitAllCredentials(db, config, clock);
      await ask();
    };
    jobs.schedule('provider-check', EVERY_HOUR, check, { alsoAtStart: true });
    return check;
  };
  if (config === null)
    return {
      identityProvider: noIdentityProvider,
      bindTo: ({ session }) => ({
        register: registerWith(session, null),
        check: everyHour(async () => undefined),
      }),
    };

  const { label, issuer } = config;
  const provider = createProvider({ config, publicUrl, log });
  const quota = createQuota({ db, clock, purpose: 'single-sign-on', max: MAX_AN_HOUR, windowMs: HOUR_MS });
  return {
    identityProvider: {
      label,
      isOfSignIn: (accountId, within = db) =>
        createIdentitiesRepository(within).isLinked(accountId ?? NO_ACCOUNT, issuer),
      leaveUrl: () => provider.leaveUrl(),
    },
    bindTo({ session, followProfile }) {
      const removals = createRemoveCredentials(audit);
      const service = createSingleSignOnService({
        db,
        provider,
        config,
        session,
        passwords: session.passwords,
        followProfile,
        removals,
        quota,
        audit,
        clock,
      });
      const ask = createProviderCheck({ db, provider, config, session, followProfile, removals, clock, log });
      return { register: registerWith(session, service), check: everyHour(ask) };
    },
  };
};
