import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { civilDate, mac, ok } from './conventions.ts';
import { described } from './described.ts';

const amounts = { avoided: z.number(), low: z.number(), high: z.number() };

export const saving = z.object({
  since: described('The day of the change: days after it are counted.', z.string()),
  until: described('The last whole day counted.', z.string()),
  days: described('Whole days counted.', z.int()),
  avoided: described('kWh or m³ less than expected, above 0 where it saved.', amounts.avoided),
  low: described('kWh or m³: between `low` and `high` in nine cases of ten.', amounts.low),
  high: described('kWh or m³.', amounts.high),
  expected: described('What those days would have come to by the year before, kWh or m³.', z.number()),
  cost: described(
    'The same in R$, at what those days cost; null without a tariff.',
    z.nullable(
      z.object({
        avoided: described('R$.', amounts.avoided),
        low: described('R$.', amounts.low),
        high: described('R$.', amounts.high),
      }),
    ),
  ),
  months: described(
    'Month by month, as far as its days are counted.',
    z.array(
      z.object({
        month: described('YYYY-MM.', z.string()),
        expected: described('By the year before, kWh or m³.', z.number()),
        measured: described('kWh or m³.', z.number()),
      }),
    ),
  ),
  quality: described(
    'How well the year before is told, by ASHRAE Guideline 14: `good` within what it asks, CV(RMSE) of months up to 15 % and a bias within 5 %.',
    z.enum(['good', 'fair', 'poor']),
  ),
  cvRmse: described('CV(RMSE) of months that the model had not seen, 0.1 is ten per cent.', z.number()),
  nmbe: described('Normalised mean bias error, as a share.', z.number()),
});
export type Saving = z.output<typeof saving>;

export const readSaving = defineCall({
  name: 'readSaving',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/saving/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'What a meter has consumed less since a change than the year before it lets expect (IPMVP, option C), with its uncertainty.',
  params: z.object({ mac }),
  query: z.strictObject({ since: civilDate }),
  success: 200,
  answer: z.object({
    ok,
    saving: described('Null while it cannot be told.', z.nullable(saving)),
    missing: described('What is missing, in Portuguese; null where it is told.', z.nullable(z.string())),
  }),
});
export type SavingAnswer = z.output<typeof readSaving.answer>;
