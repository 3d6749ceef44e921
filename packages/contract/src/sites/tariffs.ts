import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';
import { tariffRules } from './tariff-rules.ts';

export const tariffTypes = ['eletric', 'water'] as const;
const type = z.enum(tariffTypes, 'Tipo inválido: use eletric ou water');

/**
 * A tariff with today's prices in R$ per kWh or m³. For a tariff with full rules they are the sum of TUSD and TE before taxes,
 * for water the price of the first tier.
 */
export const tariff = z.object({
  _id: z.string(),
  group: described('Tariff group and subgroup, such as B3.', z.string()),
  distributor: z.string(),
  comment: z.string(),
  color: z.string(),
  type,
  modality: z._default(z.enum(MODALITIES), 'simple'),
  versions: described('Number of versions of its prices.', z._default(z.int(), 1)),
  inPointValue: z.number(),
  interPointValue: z.number(),
  outPointValue: z.number(),
  validFrom: z.string(),
});
export type Tariff = z.output<typeof tariff>;

export const listTariffs = defineCall({
  name: 'listTariffs',
  route: 'GET /tax',
  permission: 'see-tariffs',
  summary: 'All tariffs, sorted by group, comment and color; `ids`, separated by commas, selects some.',
  query: z.strictObject({
    ids: z.optional(z.string().check(z.maxLength(4000, 'No máximo 100 tarifas por pedido.'))),
  }),
  answer: { taxes: z.array(tariff) },
});

/** Prices in force from a day on. */
export const tariffVersion = z.object({
  validFrom: z.string(),
  validUntil: described('Last day, if its resolution has one.', z.nullable(z.string())),
  source: described('Resolution, or another source of the prices.', z.string()),
  rules: tariffRules,
});
export type TariffVersionAnswer = z.output<typeof tariffVersion>;

export const tariffDetail = z.object({
  _id: z.string(),
  group: z.string(),
  distributor: z.string(),
  cnpj: z.nullable(z.string()),
  comment: z.string(),
  color: z.string(),
  type,
  modality: z.enum(MODALITIES),
  meters: described('Number of installed meters with this tariff.', z.int()),
  versions: described('Oldest first.', z.array(tariffVersion)),
});
/** A tariff with every version of its prices. */
export type TariffDetail = z.output<typeof tariffDetail>;

export const readTariff = defineCall({
  name: 'readTariff',
  route: 'GET /admin/tax/:id',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'A tariff with all versions of its prices.',
  answer: { tax: tariffDetail },
});

const texts = (max: number, missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), maxLength(max), oneLine);
const value = z
  .number('Informe um preço.')
  .check(z.gte(0, 'O preço não pode ser negativo.'), z.lte(1000, 'Preço alto demais.'));

/** The name of a new tariff. */
export const tariffNaming = z.strictObject({
  type: z._default(type, 'eletric'),
  group: texts(20, 'Informe o subgrupo ou a categoria.'),
  distributor: texts(120, 'Informe a distribuidora.'),
  comment: z._default(z.string().check(z.trim(), maxLength(120), oneLine), ''),
  color: z.optional(texts(60, 'Informe o nome da modalidade.')),
});

/** Prices of a version, as sent by the client. */
export const versionPrices = {
  source: z._default(z.string().check(z.trim(), maxLength(200), oneLine), ''),
  rules: described('The full rules, or the three values of a simple tariff.', z.optional(tariffRules)),
  inPointValue: z.optional(value),
  interPointValue: z.optional(value),
  outPointValue: z.optional(value),
};
const prices = {
  validFrom: described(
    'Default: the first prices of a new tariff are valid for all days, and a new version from today on.',
    z.optional(civilDate),
  ),
  ...versionPrices,
};

const UNNAMED = 'Informe o _id de uma tarifa que existe, ou group e distributor de uma nova.';

/** A new version of an existing tariff, or a new tariff with its first version. */
export const savedTariff = z.union([
  z.strictObject({ _id: z.string(UNNAMED), ...prices }),
  z.extend(tariffNaming, prices),
]);
export type SavedTariff = z.output<typeof savedTariff>;

export const saveTariff = defineCall({
  name: 'saveTariff',
  route: 'POST /admin/tax',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Creates a tariff, or a new version of one from a day on; it never overwrites stored prices.',
  body: z.strictObject({ tax: savedTariff }),
  fails: ['conflict', 'not-found'],
  success: 201,
  answer: { tax: tariffDetail },
});
