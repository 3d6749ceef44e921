import { VARIABLE_KINDS } from '@nascente/domain/energy/baseline/independent-variables';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';

const MAX_WHAT = 200;

/** Another change of the consumption, which does not count as a saving (IPMVP: a non-routine adjustment). */
const savingChange = z.object({
  id: z.string(),
  what: described('Description as entered.', z.string()),
  begins: described('First day.', z.string()),
  undone: described('Day on which the change was undone; `null` while it holds.', z.nullable(z.string())),
  perDay: described(
    'kWh (m³) added a day; negative: removed. `null` if the change is a share.',
    z.nullable(z.number()),
  ),
  share: described(
    "Change as a share of the day's consumption, 0.1 is ten percent more.",
    z.nullable(z.number()),
  ),
  by: described('Author; `null` if the account was removed.', z.nullable(z.string())),
});
export type SavingChange = z.output<typeof savingChange>;

const amounts = { avoided: z.number(), low: z.number(), high: z.number() };

export const saving = z.object({
  since: described('Day of the change; the following days are counted.', z.string()),
  until: described('Last complete day that is counted.', z.string()),
  days: described('Number of complete days that are counted.', z.int()),
  avoided: described('Saving in kWh or m³; negative: more than expected.', amounts.avoided),
  low: described('kWh or m³; `low` to `high` holds in nine of ten cases.', amounts.low),
  high: described('kWh or m³.', amounts.high),
  expected: described('Expected consumption of these days by the year before, kWh or m³.', z.number()),
  cost: described(
    'The same in R$ at the prices of these days; `null` without a tariff.',
    z.nullable(
      z.object({
        avoided: described('R$.', amounts.avoided),
        low: described('R$.', amounts.low),
        high: described('R$.', amounts.high),
      }),
    ),
  ),
  months: described(
    'By month, for its counted days.',
    z.array(
      z.object({
        month: described('YYYY-MM.', z.string()),
        expected: described('By the year before, kWh or m³.', z.number()),
        measured: described('kWh or m³.', z.number()),
      }),
    ),
  ),
  changed: described(
    'Part of `expected` from changes entered by hand, kWh or m³; 0 without any.',
    z.number(),
  ),
  variables: described(
    'Independent variables of the establishment, and whether the model uses them.',
    z.array(
      z.object({
        kind: z.enum(VARIABLE_KINDS),
        use: described(
          '`taken`: the model fits the year before better with it. `no-better`: it does not. `too-few`: fewer than 300 days of the year before, or fewer than nine of ten days since, have a value.',
          z.enum(['taken', 'no-better', 'too-few']),
        ),
        daysWithout: described(
          'Days before and since without a value; with `taken` they are left out.',
          z.int(),
        ),
      }),
    ),
  ),
  baselineDays: described('Number of complete days of the year before in the model.', z.int()),
  quality: described(
    'Quality of the model by ASHRAE Guideline 14: `good` means a CV(RMSE) of months up to 15 % and a bias within 5 %.',
    z.enum(['good', 'fair', 'poor']),
  ),
  cvRmse: described('CV(RMSE) of months outside the training data, 0.1 is ten percent.', z.number()),
  nmbe: described('Normalised mean bias error of the same months, as a share.', z.number()),
});
export type Saving = z.output<typeof saving>;

export const readSaving = defineCall({
  name: 'readSaving',
  route: 'GET /consolidated/saving/:mac',
  permission: 'see-consumption',
  summary:
    'Saving of a meter since a change, compared with the consumption expected from the year before (IPMVP, option C), with its uncertainty.',
  query: z.strictObject({
    since: civilDate,
    hours: z.optional(
      described(
        'All consumption, or only that of the peak, whose cost is the price difference to off-peak. A change entered by hand affects the peak by the share of the peak in the year before.',
        z.enum(['all', 'peak'], 'Use all ou peak.'),
      ),
    ),
    leakSince: z.optional(
      described(
        'First day of a repaired leak: the year before is modelled without it, and the expected consumption includes it. Needs `leakPerDay`.',
        civilDate,
      ),
    ),
    leakPerDay: z.optional(
      described(
        'Loss of that leak, L a day.',
        z.string().check(z.regex(/^\d{1,7}$/, 'Vazamento inválido: use litros por dia')),
      ),
    ),
  }),
  answer: {
    saving: described('`null` without a result.', z.nullable(saving)),
    changes: described('Other changes, oldest first.', z.array(savingChange)),
    missing: described(
      'Reason for a missing result, in Portuguese; otherwise `null`.',
      z.nullable(z.string()),
    ),
  },
});
export type SavingAnswer = z.output<typeof readSaving.answer>;

const undone = described(
  'Day on which the change was undone, after its first day; `null` while it holds.',
  z.nullable(civilDate),
);

export const addSavingChange = defineCall({
  name: 'addSavingChange',
  route: 'POST /consolidated/saving/:mac/changes',
  permission: 'decide-opportunities',
  summary:
    'Another change that affects the meter, such as a new machine: its kWh (m³) a day or its share count neither as saved nor as wasted. Either `perDay` or `share`.',
  body: z.strictObject({
    what: described(
      'Description of the change.',
      z.string().check(z.trim(), z.minLength(1, 'Escreva o que mudou.'), maxLength(MAX_WHAT), oneLine),
    ),
    begins: described('First day.', civilDate),
    undone: z._default(undone, null),
    perDay: described(
      'kWh (m³) added a day, negative: removed.',
      z._default(z.nullable(z.number().check(z.minimum(-1e7), z.maximum(1e7))), null),
    ),
    share: described(
      "Share of the day's consumption, above −1.",
      z._default(z.nullable(z.number().check(z.gt(-1), z.maximum(10))), null),
    ),
  }),
  fails: ['conflict'],
  success: 201,
  answer: { change: described('As stored.', savingChange) },
});

export const endSavingChange = defineCall({
  name: 'endSavingChange',
  route: 'PATCH /consolidated/saving/:mac/changes/:id',
  permission: 'decide-opportunities',
  summary: 'Sets the day on which a change was undone, or that it still holds.',
  body: z.strictObject({ undone }),
  answer: { change: described('As stored.', savingChange) },
});

export const removeSavingChange = defineCall({
  name: 'removeSavingChange',
  route: 'DELETE /consolidated/saving/:mac/changes/:id',
  permission: 'decide-opportunities',
  summary: 'Removes a change that was entered by mistake.',
});
