import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { touRules } from './tou-periods.ts';

const completeness = z.number();
const estimated = z.optional(z.number());
const byMac = z.object({ mac });
const days = z.strictObject({ start: civilDate, end: civilDate });

export const readAlwaysOn = defineCall({
  name: 'readAlwaysOn',
  method: 'GET',
  effect: 'reads',
  path: '/always-on/retrieve-interval/:mac/:start/:end',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'The load present at any hour of civil days, both included: the 5th percentile of their quarter-hours. Null without data.',
  params: z.object({ mac, start: civilDate, end: civilDate }),
  success: 200,
  answer: z.object({
    ok,
    alwaysOn: z.nullable(
      z.object({
        power: described('kW; L/min of a water meter.', z.number()),
        energy: described('kWh (m³) of it over the days.', z.number()),
        share: described('Of everything consumed, 0..1.', z.number()),
        cost: described('R$; null without a tariff.', z.nullable(z.number())),
        completeness,
        posts: described('By which posts it is priced.', touRules),
      }),
    ),
  }),
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
  post: z.enum(['inPoint', 'interPoint', 'outPoint']),
  loads: described(
    'Of a general meter: what the other meters of its establishment drew in the same quarter-hour, kW, the highest first.',
    z.array(z.object({ mac: z.string(), name: z.string(), power: z.number() })),
  ),
  remainder: described(
    'What no other meter accounts for, kW; null where there is no other meter.',
    z.nullable(z.number()),
  ),
});

/** The highest quarter-hour of a tariff period, average kW, as a bill measures it. */
const highestDemand = z.nullable(z.object({ start: answeredInstant, power: z.number() }));

export const readDemand = defineCall({
  name: 'readDemand',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/demand/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Demand of civil days, at most a year: the highest quarter-hours, an hour apart at least, with the load behind each, and the curve of all of them, thinned to `points`; their posts by the tariff in force.',
  params: byMac,
  query: z.strictObject({
    ...days.shape,
    top: integer(1, 20, '5'),
    points: integer(10, 3000, '720'),
  }),
  success: 200,
  answer: z.object({
    ok,
    demand: z.object({
      peaks: z.array(demandPeak),
      highest: described(
        'Null of a post in which nothing was consumed.',
        z.object({ inPoint: highestDemand, interPoint: highestDemand, outPoint: highestDemand }),
      ),
      curve: described(
        'Start of the quarter-hour, average kW. Extremes are kept; what lies between two points was measured.',
        z.array(z.object({ date: answeredInstant, power: z.number() })),
      ),
      completeness,
      posts: described('By which the posts of its quarter-hours are told apart.', touRules),
    }),
  }),
});
export type Demand = z.output<typeof readDemand.answer>['demand'];

export const readHeatMap = defineCall({
  name: 'readHeatMap',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/heatmap/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary: 'Consumption by civil day and hour, at most a year.',
  params: byMac,
  query: days,
  success: 200,
  answer: z.object({
    ok,
    heatmap: z.object({
      days: z.array(
        z.object({
          date: z.string(),
          hours: described(
            '24 values, kWh (m³) of each hour; null without data.',
            z.array(z.nullable(z.number())),
          ),
          total: z.number(),
          completeness,
          estimated,
        }),
      ),
      highest: described(
        'The highest hour of all; null without data.',
        z.nullable(z.object({ date: z.string(), hour: z.int(), total: z.number() })),
      ),
      completeness,
      estimated,
      posts: described('By which the posts of its hours are told apart.', touRules),
    }),
  }),
});

const compared = z.object({
  start: z.string(),
  end: z.string(),
  total: described(
    'kWh (m³) of its days; of the current ones until the last whole hour, of the others until the same hour.',
    z.number(),
  ),
  cost: z.nullable(z.number()),
  completeness,
  estimated,
  workingDays: described('Days that are neither on a weekend nor a national holiday.', z.int()),
});

export const comparedWith = z.object({
  ...compared.shape,
  alike: described(
    'Hours that both measured whole, of how many of the current days, and what each consumed and paid for in them.',
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
    '(current − other) / other over those hours; null where less than half of them are alike.',
    z.nullable(z.number()),
  ),
});

export const readComparison = defineCall({
  name: 'readComparison',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/comparison/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Civil days beside those before (of a billing cycle, as many of the cycle before) and beside the same days a year ago, like with like.',
  params: byMac,
  query: days,
  success: 200,
  answer: z.object({
    ok,
    comparison: z.object({
      until: described('Until when the current days are counted.', answeredInstant),
      current: compared,
      previous: comparedWith,
      lastYear: comparedWith,
    }),
  }),
});
export type Comparison = z.output<typeof readComparison.answer>['comparison'];
