import type { FoundAddress } from '@nascente/contract/sites/lookups';
import { formatCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { isStateCode } from '@nascente/domain/sites/registry/states';
import { type Fields, fieldsOf, textOf } from './register-fields.ts';

/** The two styles of Brazilian address services: `state, city, …` and `uf, localidade, …`. */
export const addressOf = (fields: Fields): FoundAddress => {
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

/** ViaCEP says that there is none with status 200 and `erro`, as a boolean or as a text. */
const saysNone = ({ erro }: Fields): boolean => erro === true || erro === 'true';

/** An answer of BrasilAPI (v1, v2), ViaCEP or OpenCEP; null: there is none; undefined: no address. */
export const readAddress = (body: unknown, cep: string): FoundAddress | null | undefined => {
  const fields = fieldsOf(body);
  if (fields === null) return undefined;
  if (saysNone(fields)) return null;
  const address = addressOf(fields);
  const isThisOne = normalizeCep(address.postalCode ?? '') === cep;
  return isThisOne && address.state !== null && address.city !== null ? address : undefined;
};
