import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import { readAddress } from './address-answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import { readCompany } from './company-answer.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { bindLookups } from './lookups.routes.ts';
import { createLookupsService } from './lookups.service.ts';
import { createRegisterClient, type RegisterNeeds } from './register-client.ts';

interface LookupsFeature {
  register(app: CallBinder): void;
}

interface LookupsConfig {
  readonly cnpjApiUrl: string;
  readonly cnpjFallbackUrl: readonly string[];
  readonly cepApiUrl: string;
  readonly cepFallbackUrl: readonly string[];
}

const MAX_A_MINUTE = 30;
const CACHED = 5_000;
/** Registers of companies are published monthly; addresses hardly change. */
const FOUND_MS = DAY_MS;
/** Registers say 'none' while they are in trouble: that is soon asked again. */
const UNKNOWN_MS = 5 * MINUTE_MS;
/** Beyond this people type by hand. */
const PATIENCE_MS = 5 * SECOND_MS;

export const createLookupsFeature = (needs: {
  database: Pick<Database, 'db'>;
  config: LookupsConfig;
  clock: () => Instant;
  log: Log;
  timeoutMs?: number | undefined;
}): LookupsFeature => {
  const { database, config, clock, log, timeoutMs = PATIENCE_MS } = needs;

  const lookupIn = <T>(addresses: readonly string[], read: RegisterNeeds<T>['read']): Lookup<T> =>
    createLookup(
      addresses.map((address) => createRegisterClient({ address, read, clock, log, timeoutMs })),
      createAnswerCache<T>({ clock, most: CACHED, foundMs: FOUND_MS, unknownMs: UNKNOWN_MS }),
    );

  const service = createLookupsService({
    companies: lookupIn([config.cnpjApiUrl, ...config.cnpjFallbackUrl], readCompany),
    addresses: lookupIn([config.cepApiUrl, ...config.cepFallbackUrl], readAddress),
    quota: createQuota({
      db: database.db,
      clock,
      purpose: 'lookup',
      most: MAX_A_MINUTE,
      windowMs: MINUTE_MS,
    }),
  });
  return { register: (app) => bindLookups(app, service) };
};
