import { COSIP_MEASURES, type CosipCharge } from '@nascente/domain/sites/tariffs/billing-contract';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { domainLeaves, jsonLeaves, type Leaves } from '../base/decimal-texts.ts';
import { described } from '../base/described.ts';

export const MAX_COSIP_BANDS = 60;
const NAME_MISSING = 'Informe o município, como Recife/PE, e a classe, se a tabela for só dela.';
const SOURCE_MISSING = 'Diga a lei ou o decreto do município.';

export const municipalityName = z
  .string()
  .check(z.trim(), z.minLength(1, NAME_MISSING), z.maxLength(80, 'O nome tem até 80 letras.'));

/** The ways in which a municipality computes its contribution, by the form of decimals. */
export const cosipCharges = <L extends Leaves>(leaves: L) => {
  const reais = leaves.reais as L['reais'];
  return [
    z.object({ mode: z.literal('flat'), amount: reais }),
    z.object({ mode: z.literal('share'), share: leaves.rate as L['rate'] }),
    z.object({
      mode: z.literal('bands'),
      by: described('kWh if absent.', z.optional(z.enum(COSIP_MEASURES))),
      bands: z
        .array(z.object({ upTo: z.nullable(z.number().check(z.positive())), amount: reais }))
        .check(z.maxLength(MAX_COSIP_BANDS, `São no máximo ${MAX_COSIP_BANDS} faixas da COSIP.`)),
    }),
  ] as const;
};

const inDomain = z.discriminatedUnion('mode', cosipCharges(domainLeaves));
const inJson = z.discriminatedUnion('mode', cosipCharges(jsonLeaves));

/** Parses JSON of a charge to the units of the domain. @throws ZodError if it has another form. */
export function readCosipCharge(json: unknown): CosipCharge {
  return z.parse(inDomain, json);
}

/** JSON of a charge, with decimals as text. */
export function writeCosipCharge(charge: CosipCharge): z.output<typeof inJson> {
  return z.encode(inDomain, charge as z.output<typeof inDomain>) as z.output<typeof inJson>;
}

const period = {
  validFrom: civilDate,
  cosip: inJson,
  source: described(
    'In Portuguese: the law or decree.',
    z
      .string()
      .check(z.trim(), z.minLength(1, SOURCE_MISSING), z.maxLength(200, 'A fonte tem até 200 letras.')),
  ),
};
const cosipPeriod = z.object(period);
export type CosipPeriodJson = z.output<typeof cosipPeriod>;

const cosipTable = z.object({
  municipality: municipalityName,
  periods: described('Oldest first.', z.array(cosipPeriod)),
});
export type CosipTableJson = z.output<typeof cosipTable>;

export const listCosipTables = defineCall({
  name: 'listCosipTables',
  route: 'GET /cosip-tables',
  permission: 'see-tariffs',
  summary: 'Tables of the contribution to public lighting, by municipality. Contracts name one of them.',
  answer: { tables: z.array(cosipTable) },
});

export const saveCosipPeriod = defineCall({
  name: 'saveCosipPeriod',
  route: 'POST /admin/cosip-tables',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Adds the table of a municipality from a day on, or replaces the one that begins on it.',
  body: z.strictObject({ municipality: municipalityName, ...period }),
  answer: { table: cosipTable },
});

export const removeCosipPeriod = defineCall({
  name: 'removeCosipPeriod',
  route: 'POST /admin/cosip-tables/removal',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Removes the table of a municipality that begins on a day; 409 if contracts name its oldest one.',
  body: z.strictObject({ municipality: municipalityName, validFrom: civilDate }),
  fails: ['not-found', 'conflict'],
});
