import type { FoundCompany } from '@nascente/contract/sites/lookups';
import { normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { addressOf } from './address-answer.ts';
import { type Fields, fieldsOf, textOf } from './register-fields.ts';

/** 'AVENIDA' and 'PAULISTA' stand apart in the register. */
const streetOf = (fields: Fields, street: string | null): string | null => {
  const kind = textOf(fields, 'descricao_tipo_de_logradouro', 'tipo_logradouro');
  if (street === null || kind === null) return street;
  return street.toUpperCase().startsWith(`${kind.toUpperCase()} `) ? street : `${kind} ${street}`;
};

/** ReceitaWS says what is wrong with status 200. */
const saysError = (fields: Fields): boolean => textOf(fields, 'status') === 'ERROR';

/** CNPJ.ws names city and state by objects. */
const named = (fields: Fields, name: string, key: string): Fields => {
  const inner = fieldsOf(fields[name]);
  return inner === null ? {} : { [name]: textOf(inner, key) };
};

/**
 * An answer of BrasilAPI or minha-receita, ReceitaWS, or CNPJ.ws; null: there is none, or it has no name yet;
 * undefined: no company. Nothing is taken of the partners (`qsa`): they are people.
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
