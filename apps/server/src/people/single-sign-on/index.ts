import { beginSingleSignOn, loginBySingleSignOn } from '@nascente/contract/people/single-sign-on';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { NotFound } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { FollowProfile } from '../admin-people/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import { createRemoveCredentials } from '../credentials/index.ts';
import {
  type DeviceCookie,
  deviceOf,
  noOtherDoor,
  type OtherDoor,
  type SessionFeature,
} from '../session/index.ts';
import { createIdentitiesRepository } from './identities.repository.ts';
import { createProvider, type ProviderConfig } from './provider.ts';
import { createProviderCheck, limitAllCredentials } from './provider-check.ts';
import {
  browserTokenOf,
  createSingleSignOnService,
  giveBrowserToken,
  type SingleSignOnService,
} from './single-sign-on.service.ts';

const NONE = 'Este sistema não tem entrada pela conta da empresa.';

const bindSingleSignOn = (
  app: CallBinder,
  needs: {
    /** Null: no provider is configured. */
    service: SingleSignOnService | null;
    accounts: Pick<AccountsService, 'readUser'>;
    cookie: DeviceCookie;
    publicUrl: string;
  },
): void => {
  const { service, accounts, cookie, publicUrl } = needs;
  const required = (): SingleSignOnService => {
    if (service === null) throw new NotFound(NONE);
    return service;
  };
  bindCall(app, beginSingleSignOn, async ({ request, reply }) => {
    const { url, browserToken } = await required().begin(deviceOf(request));
    giveBrowserToken(reply, browserToken, publicUrl);
    return { ok: true, url };
  });
  bindCall(app, loginBySingleSignOn, async ({ body, request, reply }) => {
    const device = deviceOf(request);
    const opened = await required().finish(body.answer, browserTokenOf(request), device);
    cookie.give(reply, opened.deviceToken);
    return { ok: true, token: opened.token, user: await accounts.readUser(opened.accountId) };
  });
};

export type { ProviderConfig } from './provider.ts';

const EVERY_HOUR = '37 * * * *';
/** From one address, ways there and back: an office behind one address has many people. */
const MAX_AN_HOUR = 600;
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

interface SingleSignOnFeature {
  /** The provider as sessions see it. */
  readonly door: OtherDoor;
  /** Connects what needs sessions, which are created with this feature. */
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
 * Create it before the jobs start. @param needs.config - `null`: no provider; accounts that it signed in use passwords again
 * @param needs.publicUrl - the web application's address without a slash at its end
 */
export const createSingleSignOnFeature = (
  needs: Pick<Platform, 'clock' | 'database' | 'jobs' | 'log' | 'publicUrl'> & {
    accounts: Pick<AccountsService, 'readUser'>;
    audit: AuditTrail;
    config: ProviderConfig | null;
  },
): SingleSignOnFeature => {
  const { accounts, audit, config, publicUrl, jobs, clock, log } = needs;
  const { db } = needs.database;
  const registerWith =
    (
      session: Pick<SessionFeature, 'deviceCookie'>,
      service: Parameters<typeof bindSingleSignOn>[1]['service'],
    ) =>
    (app: CallBinder): void =>
      bindSingleSignOn(app, { service, accounts, cookie: session.deviceCookie, publicUrl });
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
      door: noOtherDoor,
      bindTo: ({ session }) => ({
        register: registerWith(session, null),
        check: everyHour(async () => undefined),
      }),
    };

  const { label, issuer } = config;
  const provider = createProvider({ config, publicUrl, log });
  const quota = createQuota({ db, clock, purpose: 'single-sign-on', most: MAX_AN_HOUR, windowMs: HOUR_MS });
  return {
    door: {
      label,
      isTheirs: (accountId, within = db) =>
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
