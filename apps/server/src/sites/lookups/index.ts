import { inOneLine } from '@nascente/contract/base/text-with-lines';
import {
  type FoundAddress,
  type FoundCompany,
  lookUpCep,
  lookUpCnpj,
} from '@nascente/contract/sites/lookups';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { formatCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { isStateCode } from '@nascente/domain/sites/registry/states';
import { LRUCache } from 'lru-cache';
import { NotFound, refuseField, Unavailable } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createQuota, type Quota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRegisterClient, type RegisterClient, type RegisterNeeds } from './register-client.ts';

const WRONG_CNPJ = 'CNPJ inválido.';
const UNKNOWN_CNPJ = 'CNPJ não encontrado no cadastro público.';
const WRONG_CEP = 'CEP inválido.';
const DOWN = 'A consulta está indisponível no momento. Preencha os dados manualmente.';

const createLookupsService = (needs: {
  companies: Lookup<FoundCompany>;
  addresses: Lookup<FoundAddress>;
  quota: Quota;
}) => {
  const { companies, addresses, quota } = needs;
  return {
    /** Throws InvalidInput before any request, NotFound, Unavailable, or LimitReached. */
    async company(caller: Caller, typed: string): Promise<FoundCompany> {
      requirePermission(caller, 'look-up-registries');
      const cnpj = normalizeCnpj(typed) ?? refuseField('cnpj', WRONG_CNPJ);
      await quota.use(caller.accountId);
      return companies(cnpj);
    },
    async address(caller: Caller, typed: string): Promise<FoundAddress> {
      requirePermission(caller, 'look-up-registries');
      const cep = normalizeCep(typed) ?? refuseField('cep', WRONG_CEP);
      await quota.use(caller.accountId);
      return addresses(cep);
    },
  };
};

/** Returns the entry of a code. Throws NotFound, or Unavailable if no registry answers. */
type Lookup<T> = (code: string) => Promise<T>;

/** Looks up a code in several registries; the first one that has it provides the answer. @param none - message for NotFound */
const createLookup = <T>(needs: {
  registers: readonly RegisterClient<T>[];
  clock: () => Instant;
  none: string;
}): Lookup<T> => {
  const { registers, clock, none } = needs;
  const answers = new LRUCache<string, { readonly value: T | null }>({
    max: CACHED,
    ttl: FOUND_MS,
    ttlResolution: 0,
    perf: { now: clock },
    // The removal of an entry does not fail the requests that wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(code, _stale, { options }) {
      const kinds = new Set<string>();
      for (const register of registers) {
        const outcome = await register.ask(code);
        if (outcome.kind === 'found') return { value: outcome.value };
        kinds.add(outcome.kind);
      }
      if (!kinds.has('unknown')) throw new Unavailable(DOWN);
      // A failing registry may know the number, so 'none' is not cached.
      if (kinds.has('down')) throw new NotFound(none);
      options.ttl = UNKNOWN_MS;
      return { value: null };
    },
  });
  return async (code) => {
    const answer = await answers.fetch(code);
    if (!answer?.value) throw new NotFound(none);
    return answer.value;
  };
};

/** The two styles of Brazilian address services: `state, city, …` and `uf, localidade, …`. */
const addressOf = (fields: Fields): FoundAddress => {
  const state = textOf(fields, 'state', 'uf')?.toUpperCase() ?? '';
  const cep = normalizeCep(textOf(fields, 'cep') ?? '');
  return {
    postalCode: cep === null ? null : formatCep(cep),
    state: isStateCode(state) ? state : null,
    city: textOf(fields, 'city', 'localidade', 'municipio'),
    neighborhood: textOf(fields, 'neighborhood', 'bairro'),
    street: textOf(fields, 'street', 'logradouro'),
  };
};

/** ViaCEP answers an unknown CEP with status 200 and `erro`, as a boolean or a text. */
const saysNone = ({ erro }: Fields): boolean => erro === true || erro === 'true';

/** Parses an answer of BrasilAPI (v1, v2), ViaCEP or OpenCEP. `null`: unknown CEP. `undefined`: no address of this CEP. */
export const readAddress = (body: unknown, cep: string): FoundAddress | null | undefined => {
  const fields = fieldsOf(body);
  if (fields === null) return undefined;
  if (saysNone(fields)) return null;
  const address = addressOf(fields);
  const isThisOne = normalizeCep(address.postalCode ?? '') === cep;
  return isThisOne && address.state !== null && address.city !== null ? address : undefined;
};

/** The registry has 'AVENIDA' and 'PAULISTA' in separate fields. */
const streetOf = (fields: Fields, street: string | null): string | null => {
  const kind = textOf(fields, 'descricao_tipo_de_logradouro', 'tipo_logradouro');
  if (street === null || kind === null) return street;
  return street.toUpperCase().startsWith(`${kind.toUpperCase()} `) ? street : `${kind} ${street}`;
};

/** ReceitaWS reports errors with status 200. */
const saysError = (fields: Fields): boolean => textOf(fields, 'status') === 'ERROR';

/** CNPJ.ws names city and state by objects. */
const named = (fields: Fields, name: string, key: string): Fields => {
  const inner = fieldsOf(fields[name]);
  return inner === null ? {} : { [name]: textOf(inner, key) };
};

/**
 * Parses an answer of BrasilAPI, minha-receita, ReceitaWS or CNPJ.ws. `null`: the company does not exist or has no name yet.
 * `undefined`: the answer is no company. Shareholders (`qsa`) are not used, because they are persons.
 */
export const readCompany = (body: unknown, cnpj: string): FoundCompany | null | undefined => {
  const outer = fieldsOf(body);
  if (outer === null) return undefined;
  if (saysError(outer)) return null;
  const establishment = fieldsOf(outer.estabelecimento) ?? {};
  const fields: Fields = {
    ...outer,
    ...establishment,
    ...named(establishment, 'cidade', 'nome'),
    ...named(establishment, 'estado', 'sigla'),
  };
  if (normalizeCnpj(textOf(fields, 'cnpj') ?? '') !== cnpj) return undefined;
  const corporateName = textOf(fields, 'razao_social', 'nome');
  if (corporateName === null) return null;
  const address = addressOf({
    ...fields,
    city: fields.city ?? fields.cidade,
    state: fields.state ?? fields.estado,
  });
  return {
    cnpj,
    corporateName,
    fantasyName: textOf(fields, 'nome_fantasia', 'fantasia'),
    situation: textOf(fields, 'descricao_situacao_cadastral', 'situacao_cadastral', 'situacao'),
    address: {
      ...address,
      street: streetOf(fields, address.street),
      number: textOf(fields, 'numero'),
      complement: textOf(fields, 'complemento'),
    },
  };
};

/** An answer of a public registry, with unchecked values. */
type Fields = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 200;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The first of some fields with a text, in one line, because registries use different names. */
const textOf = (fields: Fields, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = fields[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') continue;
    const line = inOneLine(text.replace(/\s+/gu, ' '));
    if (line !== '') return line.slice(0, MAX_LENGTH);
  }
  return null;
};

interface LookupsConfig {
  readonly cnpjApiUrl: string;
  readonly cnpjFallbackUrl: readonly string[];
  readonly cepApiUrl: string;
  readonly cepFallbackUrl: readonly string[];
}

const MAX_A_MINUTE = 30;
const CACHED = 5_000;
/** Company registries are published monthly, and addresses hardly change. */
const FOUND_MS = DAY_MS;
/** Registries answer 'none' during outages, so this is cached briefly. */
const UNKNOWN_MS = 5 * MINUTE_MS;
/** Time limit of a look-up; a longer wait would not help the user. */
const PATIENCE_MS = 5 * SECOND_MS;

export const createLookupsFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'log'> & {
    config: LookupsConfig;
    timeoutMs?: number | undefined;
  },
) => {
  const { db, config, clock, log, timeoutMs = PATIENCE_MS } = needs;

  const lookupIn = <T>(addresses: readonly string[], read: RegisterNeeds<T>['read'], none: string) =>
    createLookup({
      registers: addresses.map((address) => createRegisterClient({ address, read, clock, log, timeoutMs })),
      clock,
      none,
    });

  const service = createLookupsService({
    companies: lookupIn([config.cnpjApiUrl, ...config.cnpjFallbackUrl], readCompany, UNKNOWN_CNPJ),
    addresses: lookupIn([config.cepApiUrl, ...config.cepFallbackUrl], readAddress, WRONG_CEP),
    quota: createQuota({
      db,
      clock,
      purpose: 'lookup',
      max: MAX_A_MINUTE,
      windowMs: MINUTE_MS,
    }),
  });
  return {
    register(app: CallBinder): void {
      bindField(app, lookUpCnpj, ({ caller, params }) => service.company(caller, params.cnpj));
      bindField(app, lookUpCep, ({ caller, params }) => service.address(caller, params.cep));
    },
  };
};
