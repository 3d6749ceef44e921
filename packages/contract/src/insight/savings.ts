import { VARIABLE_KINDS } from '@nascente/domain/insight/savings/independent-variables';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { longestOne, oneLine } from '../base/text-with-lines.ts';

const MAX_WHAT = 200;

/** What else changed the consumption, and is no saving (IPMVP: a non-routine adjustment). */
const savingChange = z.object({
  id: z.string(),
  what: described('What happened, as it was written.', z.string()),
  begins: described('The first day of it.', z.string()),
  undone: described('The day on which it was undone; null while it lasts.', z.nullable(z.string())),
  perDay: described(
    'kWh (m³) that it adds a day, below 0 takes away; null where a share is given.',
    z.nullable(z.number()),
  ),
  share: described(
    'As a share of what a day comes to without it, 0.1 is ten per cent more.',
    z.nullable(z.number()),
  ),
  by: described('Who wrote it; null once that account is gone.', z.nullable(z.string())),
});
export type SavingChange = z.output<typeof savingChange>;

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
  changed: described(
    'What changes entered by hand added to `expected`, kWh or m³; 0 without any.',
    z.number(),
  ),
  variables: described(
    'What was entered of the establishment beside its meters, and whether days are told by it.',
    z.array(
      z.object({
        kind: z.enum(VARIABLE_KINDS),
        use: described(
          '`taken`: the year before is told better with it. `no-better`: it is not. `too-few`: fewer than 300 days of the year before or nine of ten since have a value.',
          z.enum(['taken', 'no-better', 'too-few']),
        ),
        daysWithout: described(
          'Days, of those before and since, that have no value; where it is `taken` they are left out.',
          z.int(),
        ),
      }),
    ),
  ),
  baselineDays: described('Whole days of the year before by which it is told.', z.int()),
  quality: described(
    'How well the year before is told, by ASHRAE Guideline 14: `good` within what it asks, CV(RMSE) of months up to 15 % and a bias within 5 %.',
    z.enum(['good', 'fair', 'poor']),
  ),
  cvRmse: described('CV(RMSE) of months that the model had not seen, 0.1 is ten per cent.', z.number()),
  nmbe: described('Normalised mean bias error of the same months, as a share.', z.number()),
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
  query: z.strictObject({
    since: civilDate,
    hours: z.optional(
      described(
        'Of what is consumed: all, or only that of the peak, whose cost is what it costs more than off-peak. What changed a day by hand changes its peak by the share that the peak had of the year before.',
        z.enum(['all', 'peak'], 'Use all ou peak.'),
      ),
    ),
    leakSince: z.optional(
      described(
        'First day of the leak that was mended: the year before is told without it, and what is expected with it. With `leakPerDay`.',
        civilDate,
      ),
    ),
    leakPerDay: z.optional(
      described(
        'L a day of that leak.',
        z.string().check(z.regex(/^\d{1,7}$/, 'Vazamento inválido: use litros por dia')),
      ),
    ),
  }),
  success: 200,
  answer: z.object({
    ok,
    saving: described('Null while it cannot be told.', z.nullable(saving)),
    changes: described('What else changed, oldest first.', z.array(savingChange)),
    missing: described('What is missing, in Portuguese; null where it is told.', z.nullable(z.string())),
  }),
});
export type SavingAnswer = z.output<typeof readSaving.answer>;

const byMac = { params: z.object({ mac }) };
const ofChange = { params: z.object({ mac, id: z.string() }) };
const undone = described(
  'The day on which it was undone, after its first; null while it lasts.',
  z.nullable(civilDate),
);

export const addSavingChange = defineCall({
  ...byMac,
  name: 'addSavingChange',
  method: 'POST',
  effect: 'changes',
  path: '/consolidated/saving/:mac/changes',
  access: 'session',
  permission: 'decide-opportunities',
  summary:
    'Something else than what was done that changed what a meter measures, such as a machine that came: its kWh (m³) a day or its share are counted neither as saved nor as wasted. Either `perDay` or `share`.',
  body: z.strictObject({
    what: described(
      'What happened.',
      z.string().check(z.trim(), z.minLength(1, 'Escreva o que mudou.'), longestOne(MAX_WHAT), oneLine),
    ),
    begins: described('The first day of it.', civilDate),
    undone: z._default(undone, null),
    perDay: described(
      'kWh (m³) that it adds a day, below 0 takes away.',
      z._default(z.nullable(z.number().check(z.minimum(-1e7), z.maximum(1e7))), null),
    ),
    share: described(
      'As a share of what a day comes to without it, above −1.',
      z._default(z.nullable(z.number().check(z.gt(-1), z.maximum(10))), null),
    ),
  }),
  fails: ['conflict'],
  success: 201,
  answer: z.object({ ok, change: described('As it is kept.', savingChange) }),
});

export const endSavingChange = defineCall({
  ...ofChange,
  name: 'endSavingChange',
  method: 'PATCH',
  effect: 'changes',
  path: '/consolidated/saving/:mac/changes/:id',
  access: 'session',
  permission: 'decide-opportunities',
  summary: 'Says on which day a change was undone, or that it lasts.',
  body: z.strictObject({ undone }),
  success: 200,
  answer: z.object({ ok, change: described('As it is kept.', savingChange) }),
});

export const removeSavingChange = defineCall({
  ...ofChange,
  name: 'removeSavingChange',
  method: 'DELETE',
  effect: 'changes',
  path: '/consolidated/saving/:mac/changes/:id',
  access: 'session',
  permission: 'decide-opportunities',
  summary: 'Removes a change that was entered by mistake.',
  success: 200,
  answer: z.object({ ok }),
});
