import { lookUpCep, lookUpCnpj } from '@nascente/contract/sites/lookups';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import {
  createAnswerCache,
  createLookup,
  createLookupsService,
  type Lookup,
  type LookupsService,
} from './lookup.ts';
import { createRegisterClient, type RegisterNeeds } from './register-client.ts';
import { readAddress, readCompany } from './register-fields.ts';

const bindLookups = (app: CallBinder, lookups: LookupsService): void => {
  bindCall(app, lookUpCnpj, async ({ caller, params }) => ({
    ok: true,
    company: await lookups.company(caller, params.cnpj),
  }));
  bindCall(app, lookUpCep, async ({ caller, params }) => ({
    ok: true,
    address: await lookups.address(caller, params.cep),
  }));
};

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
/** Registries answer 'none' during outages, so this is cached briefly. */
const UNKNOWN_MS = 5 * MINUTE_MS;
/** Beyond this people type by hand. */
const PATIENCE_MS = 5 * SECOND_MS;

export const createLookupsFeature = (needs: {
  database: Pick<Database, 'db'>;
  config: LookupsConfig;
  clock: () => Instant;
  log: Log;
  timeoutMs?: number | undefined;
}) => {
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
  return { register: (app: CallBinder): void => bindLookups(app, service) };
};
