import type { FoundAddress, FoundCompany } from '@nascente/contract/sites/lookups';
import type { Instant } from '@nascente/domain/base/time/zone';
import { normalizeCep } from '@nascente/domain/sites/registry/cep';
import { normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { LRUCache } from 'lru-cache';
import { InvalidInput, NotFound, Unavailable } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import type { RegisterClient } from './register-client.ts';

const WRONG_CNPJ = 'CNPJ inválido.';
const UNKNOWN_CNPJ = 'CNPJ não encontrado no cadastro público.';
const WRONG_CEP = 'CEP inválido.';
const DOWN = 'A consulta está indisponível no momento. Preencha os dados manualmente.';

export type LookupsService = ReturnType<typeof createLookupsService>;

const found = <T>(value: T | null | undefined, none: string): T => {
  if (value === undefined) throw new Unavailable(DOWN);
  if (value === null) throw new NotFound(none);
  return value;
};

const refuse = (path: string, msg: string): never => {
  throw new InvalidInput(msg, [{ path, msg }]);
};

export const createLookupsService = (needs: {
  companies: Lookup<FoundCompany>;
  addresses: Lookup<FoundAddress>;
  quota: Quota;
}) => {
  const { companies, addresses, quota } = needs;
  return {
    /** Throws InvalidInput before any request, NotFound, Unavailable, or LimitReached. */
    async company(caller: Caller, typed: string): Promise<FoundCompany> {
      requirePermission(caller, 'look-up-registries');
      const cnpj = normalizeCnpj(typed) ?? refuse('cnpj', WRONG_CNPJ);
      await quota.use(caller.accountId);
      return found(await companies.find(cnpj), UNKNOWN_CNPJ);
    },
    async address(caller: Caller, typed: string): Promise<FoundAddress> {
      requirePermission(caller, 'look-up-registries');
      const cep = normalizeCep(typed) ?? refuse('cep', WRONG_CEP);
      await quota.use(caller.accountId);
      return found(await addresses.find(cep), WRONG_CEP);
    },
  };
};

/** Answers of public registries in memory: few, and soon requested again. */
interface AnswerCache<T> {
  /** `undefined`: not cached; `null`: the number does not exist. */
  get(key: string): T | null | undefined;
  put(key: string, value: T | null): void;
}

/** At most `most` answers; the least recently used one is removed first. */
export const createAnswerCache = <T>(needs: {
  clock: () => Instant;
  max: number;
  foundMs: number;
  unknownMs: number;
}): AnswerCache<T> => {
  const { clock, max, foundMs, unknownMs } = needs;
  const answers = new LRUCache<string, { readonly value: T | null }>({
    max,
    ttlResolution: 0,
    perf: { now: clock },
  });
  return {
    get: (key) => answers.get(key)?.value,
    put(key, value) {
      answers.set(key, { value }, { ttl: value === null ? unknownMs : foundMs });
    },
  };
};

/** Looks up a code in several registries; the first one that has it provides the answer. */
export interface Lookup<T> {
  /** `null`: at least one registry answered, and none has the code. `undefined`: no registry answered. */
  find(code: string): Promise<T | null | undefined>;
}

const askAll = async <T>(
  registers: readonly RegisterClient<T>[],
  code: string,
  cache: AnswerCache<T>,
): Promise<T | null | undefined> => {
  const kinds = new Set<string>();
  for (const register of registers) {
    const outcome = await register.ask(code);
    if (outcome.kind === 'found') {
      cache.put(code, outcome.value);
      return outcome.value;
    }
    kinds.add(outcome.kind);
  }
  if (!kinds.has('unknown')) return undefined;
  // A failing registry may know the number, so 'none' is not cached.
  if (!kinds.has('down')) cache.put(code, null);
  return null;
};

/** Concurrent requests for one code share a query. */
export const createLookup = <T>(
  registers: readonly RegisterClient<T>[],
  cache: AnswerCache<T>,
): Lookup<T> => {
  const asking = new Map<string, Promise<T | null | undefined>>();
  return {
    find(code) {
      const cached = cache.get(code);
      if (cached !== undefined) return Promise.resolve(cached);
      const already = asking.get(code);
      if (already) return already;
      const requestedOnes = askAll(registers, code, cache).finally(() => asking.delete(code));
      asking.set(code, requestedOnes);
      return requestedOnes;
    },
  };
};
