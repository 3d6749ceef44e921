import { type CivilMonth, isCivilMonth } from '@nascente/domain/base/time/civil-month';
import { OUTAGE_VERDICTS } from '@nascente/domain/telemetry/continuity/continuity-indicators';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { oneLine } from '../base/text-with-lines.ts';

const MAX_HOURS = 8_784;
const MAX_CHARGE = 1e9;
const MAX_FACTOR = 1_000;
const WRONG = 'Valor inválido: use um número a partir de 0.';

const upTo = (description: string, maximum: number) =>
  described(description, z.nullable(z.number(WRONG).check(z.gte(0, WRONG), z.lte(maximum, WRONG))));

/** Limits of interruptions of a set of consumer units (PRODIST Module 8); all but `isUrban` are optional. */
export const continuityLimits = z.strictObject({
  setName: described(
    'Name of the set of consumer units (conjunto); `null`: not entered.',
    z.nullable(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(100, 'O nome tem até 100 letras.'), oneLine),
    ),
  ),
  isUrban: described(
    'Whether the unit is in an urban area: DISE is 24 h there, 48 h elsewhere.',
    z.boolean(),
  ),
  dic: upTo('DIC of a month, h.', MAX_HOURS),
  fic: upTo('FIC of a month, interruptions.', MAX_HOURS),
  dmic: upTo('DMIC, h.', MAX_HOURS),
  dicri: upTo('DICRI, h.', MAX_HOURS),
  dicQuarter: upTo('DIC of a quarter, h.', MAX_HOURS),
  ficQuarter: upTo('FIC of a quarter, interruptions.', MAX_HOURS),
  dicYear: upTo('DIC of a year, h.', MAX_HOURS),
  ficYear: upTo('FIC of a year, interruptions.', MAX_HOURS),
  monthlyCharge: upTo(
    'Mean charge of a month for the use of the distribution system (EUSD), R$; `null` also for a caller without access to all meters.',
    MAX_CHARGE,
  ),
  factor: upTo('Coefficient of the compensation (kei); `null`: the one of `factor`.', MAX_FACTOR),
});
export type ContinuityLimitsJson = z.output<typeof continuityLimits>;

const verdict = described(
  'A statement about the outage: it counts in DIC, FIC and DMIC (`ordinary`), in DIC and FIC (`scheduled`), in DICRI, in DISE, or nowhere. `null`: to be confirmed.',
  z.nullable(
    z.enum(
      OUTAGE_VERDICTS,
      'Escolha uma classe: comum, programada, dia crítico, emergência, defeito próprio ou sem falta de energia.',
    ),
  ),
);

const outage = z.object({
  start: described('Estimated start.', answeredInstant),
  end: described('Estimated end; `null` while it lasts.', z.nullable(answeredInstant)),
  hours: described('Duration, h with two decimals; 0 while it lasts.', z.number()),
  kind: described(
    '`interruption`: no voltage of the distributor. `messages`: voltage, and lost messages. `installation`: other meters of the establishment had voltage. `unknown`: the data do not decide.',
    z.enum(['interruption', 'messages', 'installation', 'unknown']),
  ),
  evidence: described('In Portuguese: what speaks for the kind.', z.string()),
  isCounted: described(
    'Whether it counts unless a verdict says otherwise: an interruption of three minutes or more that has ended.',
    z.boolean(),
  ),
  phases: described(
    'Phases without voltage in frames; empty if no meter sent any.',
    z.array(z.enum(['A', 'B', 'C'])),
  ),
  meters: described(
    'Meters that were silent or without voltage.',
    z.array(z.object({ macAddress: z.string(), name: z.string() })),
  ),
  verdict,
  by: described(
    'Who stated it; `null` without a verdict, or if the account was removed.',
    z.nullable(z.string()),
  ),
});
export type OutageAnswer = z.output<typeof outage>;

const sum = z.object({
  confirmed: described('Hours or interruptions with a verdict.', z.number()),
  possible: described('The same if every interruption to be confirmed is an ordinary one.', z.number()),
  limit: described('Hours or interruptions; `null`: not entered.', z.nullable(z.number())),
});
const longer = described(
  'DIC and FIC since the start of the period until the end of the month; `null` without a limit for it.',
  z.nullable(z.object({ dic: sum, fic: sum })),
);

const continuity = z.object({
  month: z.string(),
  outages: described('Those that began in the month, oldest first.', z.array(outage)),
  dic: described('Sum of the hours of ordinary and scheduled interruptions.', sum),
  fic: described('Number of ordinary and scheduled interruptions.', sum),
  dmic: described('Longest ordinary interruption, h.', sum),
  dicri: described('Longest interruption on a critical day, h.', sum),
  dise: described('Longest interruption in an emergency, h.', sum),
  quarter: longer,
  year: longer,
  credit: described(
    'Indicative compensation of the month, R$; `null` without the charge of a month.',
    z.nullable(
      z.object({
        confirmed: described('Of interruptions with a verdict, R$.', z.number()),
        possible: described('If every interruption to be confirmed is an ordinary one, R$.', z.number()),
      }),
    ),
  ),
  limits: described('`null`: none were entered.', z.nullable(continuityLimits)),
  factor: described(
    'Coefficient of the compensation in the month, for the tariff group of the establishment.',
    z.object({
      value: described('Coefficient (kei).', z.number()),
      source: described('In Portuguese: where it comes from.', z.string()),
      isConfirmed: described('False until somebody has confirmed it at its source.', z.boolean()),
    }),
  ),
  hasAllMeters: described(
    'Whether the caller sees all electricity meters. If not, outages are judged by the visible ones.',
    z.boolean(),
  ),
  unread: described('Names of meters with too many readings to be examined.', z.array(z.string())),
  hasReadings: described('Whether any meter sent messages in the month.', z.boolean()),
  claim: described(
    'In Portuguese: a request to the distributor; `null` without interruptions.',
    z.nullable(z.string()),
  ),
});
export type ContinuityAnswer = z.output<typeof continuity>;

const month = z
  .string()
  .check(z.refine(isCivilMonth, 'Mês inválido: use AAAA-MM')) as unknown as z.ZodMiniType<CivilMonth, string>;

export const readContinuity = defineCall({
  name: 'readContinuity',
  route: 'GET /establishment/:id/continuity',
  permission: 'see-readings',
  summary:
    'Outages of an establishment in a month, distinguished from lost messages, with DIC, FIC, DMIC, DICRI and DISE, their limits and an indicative credit (PRODIST Module 8).',
  query: z.strictObject({ month: described('Civil month YYYY-MM.', month) }),
  fails: ['not-found'],
  answer: { continuity },
});

export const saveContinuityLimits = defineCall({
  name: 'saveContinuityLimits',
  route: 'PUT /establishment/:id/continuity-limits',
  permission: 'edit-establishment',
  summary: 'Stores the limits of interruptions of the set of consumer units of an establishment.',
  body: continuityLimits,
  fails: ['not-found'],
});

export const judgeOutage = defineCall({
  name: 'judgeOutage',
  route: 'POST /establishment/:id/outages/verdict',
  permission: 'edit-establishment',
  summary: 'States what an outage was, for all who see the establishment. `null` withdraws the statement.',
  body: described(
    'The outage that begins at `start` at these meters; of one that lasts, `end` is `start`.',
    z.strictObject({
      start: instant,
      end: instant,
      meters: described(
        'MAC of each affected meter.',
        z.array(z.string()).check(z.minLength(1), z.maxLength(1000)),
      ),
      verdict,
    }),
  ),
  fails: ['not-found'],
});
