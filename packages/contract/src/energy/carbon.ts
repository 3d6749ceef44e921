import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, monthOfYear } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';
import { emissionFactors } from '../sites/establishments.ts';

const amounts = {
  consumed: described('Energy taken from the grid, kWh.', z.number()),
  retired: described('Energy of I-REC lots, kWh; never more than consumed.', z.number()),
  locationKg: described('By location: consumed energy at the factor, kg CO₂.', z.number()),
  marketKg: described(
    'By market: consumed energy less retired lots, at the same factor, kg CO₂.',
    z.number(),
  ),
};

const month = z.object({
  date: described('MM/YYYY', z.string()),
  ...amounts,
  factor: z.number(),
  factorYear: described('Month and year of the factor; without a month, the yearly mean.', z.int()),
  factorMonth: z.nullable(z.int()),
  source: described('Who published the factor.', z.string()),
  isProvisional: described('Whether the mean of another year replaces the unpublished factor.', z.boolean()),
  completeness: z.number(),
  estimated: z.optional(z.number()),
});

const lot = z.object({
  id: z.string(),
  certificate: described('Number of the certificate.', z.string()),
  start: described('First month, MM/YYYY.', z.string()),
  end: described('Last month, MM/YYYY.', z.string()),
  mwh: described('Energy of the lot, MWh.', z.number()),
  excess: described(
    'MWh above the consumption of its period, for example after a correction of readings; they do not count.',
    z.number(),
  ),
  by: described('Account that entered the lot; `null` if it was removed.', z.nullable(z.string())),
  enteredAt: answeredInstant,
});
export type IrecLotJson = z.output<typeof lot>;

const carbon = z.object({
  year: described('Calendar year.', z.int()),
  months: described('Months of the year so far, in order.', z.array(month)),
  ...amounts,
  free: described('Consumption of the year that no lot covers, kWh.', z.number()),
  lots: described('Lots with a month of the year, oldest first.', z.array(lot)),
});
export type Carbon = z.output<typeof carbon>;
export type CarbonMonth = z.output<typeof month>;

export const readCarbon = defineCall({
  name: 'readCarbon',
  route: 'GET /establishment/:id/carbon',
  permission: 'see-consumption',
  summary:
    'Scope 2 emissions of an establishment by month of a year, by location and by market. Brazil publishes no residual mix, so the market-based method uses the factor of the grid for energy without certificates.',
  query: z.strictObject({
    year: described(
      'Default: the current year.',
      z.optional(z.string().check(z.regex(/^20\d\d$/, 'Ano inválido: use de 2000 a 2099.'))),
    ),
    factors: emissionFactors,
  }),
  fails: ['not-found', 'not-allowed'],
  answer: { carbon },
});

const WRONG_MWH = 'Informe os MWh do lote, como 12,5: mais que zero, com até três decimais.';
const MAX_MWH = 1_000_000;

export const addIrecLot = defineCall({
  name: 'addIrecLot',
  route: 'POST /establishment/:id/carbon/lots',
  permission: 'edit-establishment',
  summary:
    'Retires a lot of I-REC certificates against the consumption of some months. The owner of the establishment uses a certificate number once (409), and a lot never exceeds the consumption that other lots leave.',
  body: z.strictObject({
    certificate: described(
      'Number of the certificate or of its redemption statement.',
      z.string().check(
        z.trim(),
        z.refine(
          (text) => /\d.*\d.*\d/.test(text),
          'Informe o número do certificado, como está no registro.',
        ),
        maxLength(60),
        oneLine,
      ),
    ),
    start: described('First month, MM/YYYY.', monthOfYear),
    end: described('Last month, MM/YYYY.', monthOfYear),
    mwh: described(
      'MWh, up to three decimals.',
      z.number(WRONG_MWH).check(
        z.gt(0, WRONG_MWH),
        z.lte(MAX_MWH, WRONG_MWH),
        z.refine((mwh) => Math.abs(mwh * 1000 - Math.round(mwh * 1000)) < 1e-6, WRONG_MWH),
      ),
    ),
  }),
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: { lot },
});

export const removeIrecLot = defineCall({
  name: 'removeIrecLot',
  route: 'DELETE /establishment/:id/carbon/lots/:lotId',
  permission: 'edit-establishment',
  summary: 'Removes a lot; its certificate number may be entered again.',
  fails: ['not-found'],
});
