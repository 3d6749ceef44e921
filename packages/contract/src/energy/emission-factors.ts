import { FACTOR_LIMITS } from '@nascente/domain/energy/carbon/emission-factors';
import { FACTOR_UNITS } from '@nascente/domain/energy/carbon/factor-file';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';

const MAX_BYTES = 1024 * 1024;
const WRONG_FACTOR = 'Fator fora do possível: use kg por kWh (igual a t por MWh), como 0,0545.';
const WRONG_YEAR = 'Ano inválido: use de 2000 a 2099.';
const WRONG_MONTH = 'Mês inválido: use de 1 a 12.';

const year = z.int(WRONG_YEAR).check(z.gte(2000, WRONG_YEAR), z.lte(2099, WRONG_YEAR));
const month = z.int(WRONG_MONTH).check(z.gte(1, WRONG_MONTH), z.lte(12, WRONG_MONTH));
const source = described(
  'In Portuguese: who published the factor.',
  z
    .string('Diga de onde vem o fator.')
    .check(
      z.trim(),
      z.minLength(1, 'Diga de onde vem o fator.'),
      z.maxLength(200, 'A fonte tem até 200 letras.'),
    ),
);

const time = {
  year: described('Calendar year.', year),
  month: described('1 to 12; `null`: the mean of the year.', z.nullable(month)),
};

const emissionFactor = z.strictObject({
  ...time,
  kgPerKwh: described(
    'kg of CO₂ per kWh, equal to t per MWh.',
    z
      .number(WRONG_FACTOR)
      .check(z.gte(FACTOR_LIMITS.min, WRONG_FACTOR), z.lte(FACTOR_LIMITS.max, WRONG_FACTOR)),
  ),
  source,
});
export type EmissionFactorJson = z.output<typeof emissionFactor>;

export const listEmissionFactors = defineCall({
  name: 'listEmissionFactors',
  route: 'GET /emission-factors',
  permission: 'see-tariffs',
  summary:
    'Published emission factors of the Brazilian grid, and those that are missing. A month without a factor takes the mean of its own year, or else that of the newest year with a mean.',
  answer: {
    factors: described('Newest first.', z.array(emissionFactor)),
    missing: described('Ended months and years without a factor, oldest first.', z.array(z.object(time))),
  },
});

export const saveEmissionFactor = defineCall({
  name: 'saveEmissionFactor',
  route: 'POST /admin/emission-factors',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Adds the factor of an ended month or year, or replaces it on request.',
  body: z.strictObject({
    ...emissionFactor.shape,
    replaces: described(
      'Whether a stored factor is replaced. Otherwise the call fails with 409 if there is one.',
      z._default(z.boolean(), false),
    ),
  }),
  fails: ['conflict'],
  answer: { factor: emissionFactor },
});

export const removeEmissionFactor = defineCall({
  name: 'removeEmissionFactor',
  route: 'DELETE /admin/emission-factors/:year/:month',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Removes the factor of a month, or the mean of a year.',
  params: z.object({
    year: described('Calendar year.', z.string().check(z.regex(/^20\d\d$/, WRONG_YEAR))),
    month: described('1 to 12, or `mean`.', z.string().check(z.regex(/^([1-9]|1[0-2]|mean)$/, WRONG_MONTH))),
  }),
  fails: ['not-found'],
});

/** The content of a factor file, compared with the stored factors. */
const factorImport = z.object({
  stored: described('Whether it was stored, or only previewed.', z.boolean()),
  added: described('Factors that were not stored.', z.array(emissionFactor)),
  changed: described(
    'Factors that differ from stored ones; those of the file are stored.',
    z.array(
      z.object({
        before: described('The stored factor, kg of CO₂ per kWh.', z.number()),
        factor: emissionFactor,
      }),
    ),
  ),
  unchanged: z.int(),
  refused: described(
    'Lines that are left out.',
    z.array(
      z.object({
        line: described('Line of the file, from 1.', z.int()),
        why: described('In Portuguese.', z.string()),
      }),
    ),
  ),
});
export type FactorImport = z.output<typeof factorImport>;

export const importEmissionFactors = defineCall({
  name: 'importEmissionFactors',
  route: 'POST /admin/emission-factors/import',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary:
    'Reads the factors of one year from a table (.csv or .xlsx): a row a month, or months in columns as MCTI publishes them. Returns what changes, and stores it if requested.',
  query: z.strictObject({
    store: described(
      '`true` stores the factors; otherwise it is only a preview.',
      z.optional(z.enum(['true', 'false'])),
    ),
    year: described('The year of the file.', z.string().check(z.regex(/^20\d\d$/, WRONG_YEAR))),
    unit: described(
      'Required if the file names no unit; must equal the unit that it names.',
      z.optional(z.enum(FACTOR_UNITS, 'Unidade inválida: use kg/kWh, t/MWh, kg/MWh ou g/kWh.')),
    ),
    source,
  }),
  upload: {
    field: 'file',
    types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    maxBytes: MAX_BYTES,
    texts: { missing: 'Escolha um arquivo .csv ou .xlsx.', tooLarge: 'O arquivo passa de 1 MB.' },
  },
  answer: { summary: factorImport },
});
