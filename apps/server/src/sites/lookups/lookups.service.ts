import type { FoundAddress, FoundCompany } from '@nascente/contract/sites/lookups';
import { normalizeCep } from '@nascente/domain/sites/registry/cep';
import { normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { InvalidInput, NotFound, Unavailable } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import type { Lookup } from './lookup.ts';

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
    /** Throws InvalidInput before anything is asked, NotFound, Unavailable, or LimitReached. */
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
