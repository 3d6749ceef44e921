import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';

/** The address of a postal code; a town with one CEP has neither street nor neighbourhood. */
export const foundAddress = z.object({
  postalCode: described('99.999-999', z.nullable(z.string())),
  state: described('Code of the state.', z.nullable(z.string())),
  city: z.nullable(z.string()),
  neighborhood: z.nullable(z.string()),
  street: z.nullable(z.string()),
});
export type FoundAddress = z.output<typeof foundAddress>;

/** The company in the registry, without its partners. */
export const foundCompany = z.object({
  cnpj: described('14 characters without punctuation.', z.string()),
  corporateName: z.string(),
  fantasyName: z.nullable(z.string()),
  situation: described(
    "Status of the registration in the words of the registry: 'ATIVA', 'BAIXADA'.",
    z.nullable(z.string()),
  ),
  address: z.extend(foundAddress, {
    number: z.nullable(z.string()),
    complement: z.nullable(z.string()),
  }),
});
export type FoundCompany = z.output<typeof foundCompany>;

/**
 * Fails with 400 'CNPJ inválido.', 404 'CNPJ não encontrado no cadastro público.' or 503 `unavailable`. The user can then enter
 * the company by hand.
 */
export const lookUpCnpj = defineCall({
  name: 'lookUpCnpj',
  route: 'GET /lookup/cnpj/:cnpj',
  permission: 'look-up-registries',
  summary: 'A company of the public register by its CNPJ, including alphanumeric ones.',
  answer: { company: foundCompany },
});

/** Fails with 400 or 404 'CEP inválido.', or 503 `unavailable`. The user can then enter the address by hand. */
export const lookUpCep = defineCall({
  name: 'lookUpCep',
  route: 'GET /lookup/cep/:cep',
  permission: 'look-up-registries',
  summary: 'The address of a postal code.',
  answer: { address: foundAddress },
});
