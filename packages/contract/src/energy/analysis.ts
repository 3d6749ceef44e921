import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { touRules } from './tou-periods.ts';

const completeness = z.number();
const estimated = z.optional(z.number());
const days = z.strictObject({ start: civilDate, end: civilDate });

export const readAlwaysOn = defineCall({
  name: 'readAlwaysOn',
  route: 'GET /always-on/retrieve-interval/:mac/:start/:end',
  permission: 'see-consumption',
  summary:
    'Base load of civil days, inclusive: the 5th percentile of their quarter-hours. `null` without data.',
  params: z.object({ mac, start: civilDate, end: civilDate }),
  answer: {
    alwaysOn: z.nullable(
      z.object({
        power: described('kW; L/min of a water meter.', z.number()),
        energy: described('kWh (m³) of the base load in these days.', z.number()),
        share: described('Share of the total consumption, 0 to 1.', z.number()),
        cost: described('R$; `null` without a tariff.', z.nullable(z.number())),
        completeness,
        touPeriods: described('Time-of-use periods that price it.', touRules),
      }),
    ),
  },
});

const integer = (from: number, to: number, otherwise: string) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,4}$/, 'Número inválido')), otherwise),
    z.pipe(
      z.transform((digits: string): number => Number(digits)),
      z.int().check(z.gte(from, 'Número inválido'), z.lte(to, 'Número inválido')),
    ),
  );

const phases = z.object({ phaseA: z.number(), phaseB: z.number(), phaseC: z.number() });

export const demandPeak = z.object({
  start: answeredInstant,
  end: answeredInstant,
  power: described('Average kW of the quarter-hour.', z.number()),
  phases,
  touPeriod: z.enum(['inPoint', 'interPoint', 'outPoint']),
  loads: described(
    'Only for a general meter: demand of the other meters of its establishment in the same quarter-hour, kW, highest first.',
    z.array(z.object({ mac: z.string(), name: z.string(), power: z.number() })),
  ),
  remainder: described(
    'Demand without a meter of its own, kW; `null` without another meter.',
    z.nullable(z.number()),
  ),
});

/** The highest quarter-hour of a time-of-use period, average kW, as a bill measures it. */
const highestDemand = z.nullable(z.object({ start: answeredInstant, power: z.number() }));

export const readDemand = defineCall({
  name: 'readDemand',
  route: 'GET /consolidated/demand/:mac',
  permission: 'see-consumption',
  summary:
    'Demand of civil days, at most one year: the highest quarter-hours, at least one hour apart, with their loads, and the demand curve with `points` points. Time-of-use periods are those of the tariff in force.',
  query: z.strictObject({
    ...days.shape,
    top: integer(1, 20, '5'),
    points: integer(10, 3000, '720'),
  }),
  answer: {
    demand: z.object({
      peaks: z.array(demandPeak),
      highest: described(
        '`null` in a time-of-use period without consumption.',
        z.object({ inPoint: highestDemand, interPoint: highestDemand, outPoint: highestDemand }),
      ),
      curve: described(
        'Start of the quarter-hour, mean kW. Extremes are included; the interval between two points has data.',
        z.array(z.object({ date: answeredInstant, power: z.number() })),
      ),
      completeness,
      touPeriods: described('Time-of-use periods of the quarter-hours.', touRules),
    }),
  },
});
export type Demand = z.output<typeof readDemand.answer>['demand'];

export const readHeatMap = defineCall({
  name: 'readHeatMap',
  route: 'GET /consolidated/heatmap/:mac',
  permission: 'see-consumption',
  summary: 'Consumption by civil day and hour, at most one year.',
  query: days,
  answer: {
    heatmap: z.object({
      days: z.array(
        z.object({
          date: z.string(),
          hours: described(
            '24 values, kWh (m³) an hour; `null` without data.',
            z.array(z.nullable(z.number())),
          ),
          total: z.number(),
          completeness,
          estimated,
        }),
      ),
      highest: described(
        'Highest hour; `null` without data.',
        z.nullable(z.object({ date: z.string(), hour: z.int(), total: z.number() })),
      ),
      completeness,
      estimated,
      touPeriods: described('Time-of-use periods of the hours.', touRules),
    }),
  },
});

const compared = z.object({
  start: z.string(),
  end: z.string(),
  total: described(
    'kWh (m³) of the days: current days until the last complete hour, others until the same hour.',
    z.number(),
  ),
  cost: z.nullable(z.number()),
  completeness,
  estimated,
  workingDays: described('Weekdays without national holidays.', z.int()),
});

export const comparedWith = z.object({
  ...compared.shape,
  alike: described(
    'Hours with complete data in both periods, the number of current hours, and the consumption and cost of each period in them.',
    z.object({
      hours: z.int(),
      ofHours: z.int(),
      current: z.number(),
      other: z.number(),
      currentCost: z.nullable(z.number()),
      otherCost: z.nullable(z.number()),
    }),
  ),
  change: described(
    '(current − other) / other in those hours; `null` if they are less than half.',
    z.nullable(z.number()),
  ),
});

export const readComparison = defineCall({
  name: 'readComparison',
  route: 'GET /consolidated/comparison/:mac',
  permission: 'see-consumption',
  summary:
    'Comparison of civil days with the previous days (of a billing cycle: the same number of days of the cycle before) and with the same days one year before, in hours that both have measured.',
  query: days,
  answer: {
    comparison: z.object({
      until: described('End of the counted time of the current days.', answeredInstant),
      current: compared,
      previous: comparedWith,
      lastYear: comparedWith,
    }),
  },
});
export type Comparison = z.output<typeof readComparison.answer>['comparison'];
