import { EMPTY_REASONS } from '@nascente/domain/energy/consumption/consolidate';
import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { z } from 'zod/mini';
import { type AnswerOf, defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, mac, monthOfYear, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { answeredWindows } from './tou-periods.ts';

const byMac = z.object({ mac });

/** 0..1: quarters of an hour with data over quarters that should have had some; 0 where none should. */
const completeness = z.number();
/** 0..1: share of expected quarter-hours whose amount an import spread from longer rows; absent without any. */
const estimated = z.optional(z.number());
/** Why a day's completeness is 0; absent where anything of it was measured. */
const emptyReason = z.optional(z.enum(EMPTY_REASONS));
const phases = z.object({ phaseA: z.number(), phaseB: z.number(), phaseC: z.number() });

/** One civil hour. Energy in kWh, reactive in kvarh, demand in kW; water meters count m³ in `total`. */
export const consolidatedHour = z.object({
  hour: z.int(),
  total: z.number(),
  post: described(
    'Which price applies, peak, intermediate or off-peak: to most of the hour, where it is split between several.',
    z.enum(['inPoint', 'interPoint', 'outPoint']),
  ),
  posts: described(
    'Of an hour that is split between posts, what of `total` was consumed in each; absent where all of it is of `post`.',
    z.optional(z.object({ inPoint: z.number(), interPoint: z.number(), outPoint: z.number() })),
  ),
  injectedPosts: described(
    'Of an hour that is split between posts, what was injected in each, kWh.',
    z.optional(z.object({ inPoint: z.number(), interPoint: z.number(), outPoint: z.number() })),
  ),
  consumptionActivePower: phases,
  consumptionReactivePower: described('Inductive less capacitive, kvarh.', phases),
  consumptioninjectedPower: phases,
  demand: z.object({
    avgValue: described(
      "Average power of the hour's highest quarter-hour, kW; 0 without data, and `period` is then the hour.",
      z.number(),
    ),
    period: z.object({ startDate: z.string(), endDate: z.string() }),
  }),
  completeness,
  estimated,
});

const dayTotals = {
  date: described("YYYY-MM-DD in the meter's zone.", z.string()),
  total: described('kWh, or m³ for water.', z.number()),
  totalPhaseA: z.number(),
  totalPhaseB: z.number(),
  totalPhaseC: z.number(),
  inPoint: z.number(),
  interPoint: z.number(),
  outPoint: z.number(),
  injected: z.number(),
  cost: described('R$; null without a tariff.', z.nullable(z.number())),
  completeness,
  estimated,
  emptyReason,
};

export const consolidatedDay = z.object({ ...dayTotals, hours: z.array(consolidatedHour) });
export type ConsolidatedDay = z.output<typeof consolidatedDay>;

/** R$ of a kWh or m³ of each post. */
const periodPrices = z.object({ inPoint: z.number(), interPoint: z.number(), outPoint: z.number() });

export const readDay = defineCall({
  name: 'readDay',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/daily/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary: 'One civil day by the hour; default today. 24 rows, or the current hour + 1 for today.',
  params: byMac,
  query: z.strictObject({ date: z.optional(civilDate) }),
  success: 200,
  answer: z.object({
    ok,
    ...dayTotals,
    hours: z.array(consolidatedHour),
    basis: described(
      'By what the day is priced: the bill of the establishment (by its contract, or of water without one by the tiers of its tariff), or the tariff of the meter.',
      z.enum(['contract', 'tariff']),
    ),
    prices: described(
      'R$ of a kWh or m³ of each post on that day; of a contract what its bill charges for consumption, fixed lines apart.',
      z.nullable(periodPrices),
    ),
    windows: described(
      'By which hours its posts are told apart, where it is no weekend or holiday; null of water, which has none.',
      z.nullable(answeredWindows),
    ),
  }),
});
/** Price data for the charts of a day. */
export type DayPricing = Pick<AnswerOf<typeof readDay>, 'basis' | 'prices' | 'windows'>;

const flagNames = Object.keys(FLAGS) as [FlagName, ...FlagName[]];

export const forecast = z.object({
  total: described('kWh (m³ for water) at the end of the billing cycle.', z.number()),
  cost: z.nullable(z.number()),
  low: described('80% band of `total`.', z.number()),
  high: z.number(),
  lowCost: described('80% band of `cost`.', z.nullable(z.number())),
  highCost: z.nullable(z.number()),
  method: described(
    "How the rest of the cycle was forecast: by the daily average, unless another clearly erred less on the meter's past.",
    z.enum(['média diária', 'semana típica', 'semana típica e ano anterior']),
  ),
  pastError: described(
    "Mean error of that method's past forecasts at this point of a cycle, 0.05 is 5 %; null where there is no past.",
    z.nullable(z.number()),
  ),
  pastForecasts: described('From how many past days it was tried.', z.int()),
  byDailyAverage: described(
    '`dailyAverage` × `days`, whatever method was chosen; `cost` is `dailyAverageCost` × `days` and `fixedCost` once.',
    z.object({
      total: z.number(),
      cost: z.nullable(z.number()),
      days: described(
        'Days of the billing cycle; not whole for a meter installed within one of them.',
        z.number(),
      ),
    }),
  ),
  assumedFlag: described(
    'The tariff flag by which months were priced whose own is not known yet, MM/YYYY; null where none had to be assumed.',
    z.nullable(z.object({ name: z.enum(flagNames), months: z.array(z.string()) })),
  ),
  byTypicalWeek: described(
    'What the typical week says, whatever was chosen; null without enough past.',
    z.nullable(z.object({ total: z.number(), cost: z.nullable(z.number()) })),
  ),
});

/** A forecast in a list. */
export const forecastInBrief = z.object({
  total: described('kWh (m³ for water) at the end of the billing cycle.', z.number()),
  cost: described('R$; null without a tariff, or where the caller sees only a part.', z.nullable(z.number())),
  byDailyAverage: described(
    'Daily average × days of the billing cycle; `cost` has the fixed lines once.',
    z.object({ total: z.number(), cost: z.nullable(z.number()) }),
  ),
});
export type ForecastInBrief = z.output<typeof forecastInBrief>;

const notableDay = z.nullable(
  z.object({ date: z.string(), total: z.number(), cost: z.nullable(z.number()) }),
);

/** A billing cycle so far. */
export const monthSoFar = z.object({
  date: described("MM/YYYY of the cycle's first day.", z.string()),
  start: described('First and last civil day of the billing cycle.', z.string()),
  end: z.string(),
  total: z.number(),
  inPoint: z.number(),
  interPoint: z.number(),
  outPoint: z.number(),
  cost: described(
    'Of an establishment with a contract, and of a meter that measures it alone, the total of its bill.',
    z.nullable(z.number()),
  ),
  basis: described(
    'By what amounts are made: the bill of the establishment (by its contract, or of water without one by the tiers of its tariff); of one meter among others what its energy costs by that bill; or the prices of the tariff alone.',
    z.enum(['contract', 'energy', 'tariff']),
  ),
  energyCost: described(
    'What of `cost` is for what was consumed: what the days come to.',
    z.nullable(z.number()),
  ),
  prices: described(
    'By which its last days are priced, as `basis` says; null without prices, or where those of several meters differ.',
    z.nullable(periodPrices),
  ),
  fixedCost: described(
    'What of `cost` stays whatever is consumed: demand, reactive excess, public lighting, fees.',
    z.nullable(z.number()),
  ),
  dailyAverage: z.number(),
  dailyAverageCost: z.nullable(z.number()),
  daysElapsed: described(
    'Days so far and in all; of a meter installed within the cycle, from its installation.',
    z.int(),
  ),
  daysInPeriod: z.int(),
  highestDay: described('The day with the highest consumption.', notableDay),
  dearestDay: described('The day with the highest cost; null without prices.', notableDay),
  highestDemand: described(
    'Highest demand of a quarter-hour, kW.',
    z.nullable(z.object({ value: z.number(), at: z.string() })),
  ),
  completeness,
  estimated,
  forecast,
  previous: described(
    'As many days of the cycle before, cut at the same hour as those of this one, and of both only the hours that both measured whole; `cost` is that of the energy of those hours. Null where they are less than half of what has passed.',
    z.nullable(
      z.object({
        start: z.string(),
        end: z.string(),
        until: described('Until when the days of the cycle before are counted.', answeredInstant),
        hours: described('Hours that both cycles measured whole: those that are compared.', z.int()),
        ofHours: described('Hours of this cycle that have passed, measured or not.', z.int()),
        total: z.number(),
        cost: z.nullable(z.number()),
        current: described(
          'This cycle in the same hours.',
          z.object({ until: answeredInstant, total: z.number(), cost: z.nullable(z.number()) }),
        ),
      }),
    ),
  ),
  economy: described(
    "Previous cycle's total over this cycle's forecast as a percentage, when above 100.",
    z.nullable(z.number()),
  ),
  saving: described(
    'By how much the forecast is below the whole previous cycle, negative where it is above; R$ may rise while the quantity falls. Null where nothing was consumed in the previous cycle.',
    z.nullable(
      z.object({
        days: described('Number of days of the previous cycle.', z.int()),
        total: z.number(),
        cost: z.nullable(z.number()),
        completeness: described('Share of the whole previous cycle that was measured, 0..1.', z.number()),
        estimated: described(
          'Share of the whole previous cycle whose amount an import estimated, 0..1; absent where none was.',
          estimated,
        ),
      }),
    ),
  ),
  restOfToday: described(
    'What today is expected to add: with the measured and the forecast days it adds up to the forecast.',
    z.object({ total: z.number(), cost: z.nullable(z.number()) }),
  ),
  days: described(
    'One row a civil day of the cycle, past days measured and future days forecast.',
    z.array(
      z.object({
        date: z.string(),
        total: z.number(),
        inPoint: z.number(),
        interPoint: z.number(),
        outPoint: z.number(),
        cost: z.nullable(z.number()),
        completeness,
        estimated,
        emptyReason,
        isForecast: z.boolean(),
      }),
    ),
  ),
});

export const readMonth = defineCall({
  name: 'readMonth',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/monthly/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary: 'The current billing cycle so far, with its forecast.',
  params: byMac,
  success: 200,
  answer: z.object({
    ok,
    consolidated: monthSoFar,
  }),
});
export type MonthSoFar = z.output<typeof monthSoFar>;

export const requestedMonths = z
  .array(monthOfYear)
  .check(z.minLength(1, 'Informe ao menos um mês.'), z.maxLength(60, 'No máximo 60 meses por pedido.'));

export const monthOfHistory = z.object({
  date: described('MM/YYYY', z.string()),
  value: z.object({
    total: z.number(),
    inPoint: z.number(),
    interPoint: z.number(),
    outPoint: z.number(),
    cost: z.nullable(z.number()),
    completeness,
    estimated,
  }),
});

export const readMonths = defineCall({
  name: 'readMonths',
  method: 'POST',
  effect: 'reads',
  path: '/consolidated/monthly/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary: 'Civil months in the order asked.',
  params: byMac,
  body: z.strictObject({ months: requestedMonths }),
  success: 200,
  answer: z.object({ ok, hist: z.array(monthOfHistory) }),
});

export const readForecast = defineCall({
  name: 'readForecast',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/monthly-forecast/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Forecast of the current billing cycle by what did best on the meter itself, with an 80% band, and by daily average.',
  params: byMac,
  success: 200,
  answer: z.object({
    ok,
    forecast: z.object({
      ...forecast.shape,
      dailyAverage: z.number(),
      daysElapsed: z.int(),
      daysInPeriod: z.int(),
      completeness,
      estimated,
    }),
  }),
});

const dayInTotal = z.object({
  date: z.string(),
  total: described('kWh, or m³ for water.', z.number()),
  inPoint: z.number(),
  interPoint: z.number(),
  outPoint: z.number(),
  cost: described('R$; null without a tariff.', z.nullable(z.number())),
  completeness,
  estimated,
  emptyReason,
});
export type DayInTotal = z.output<typeof dayInTotal>;

const periodShares = {
  completeness: described('Of the whole period until now: days before the meter are missing.', z.number()),
  estimated,
};

export const readDays = defineCall({
  name: 'readDays',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/days/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Civil days between two dates, both included, at most a year, each in total: what a chart of days shows, a fiftieth of what their hours are.',
  params: byMac,
  query: z.strictObject({ start: civilDate, end: civilDate }),
  success: 200,
  answer: z.object({ ok, days: z.array(dayInTotal), ...periodShares }),
});

export const readPeriod = defineCall({
  name: 'readPeriod',
  method: 'POST',
  effect: 'reads',
  path: '/consolidated/period',
  access: 'session',
  permission: 'see-consumption',
  summary: 'Civil days between two dates, both included, by the hour.',
  body: z.strictObject({ meter: mac, dateStart: civilDate, dateEnd: civilDate }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok, consolidated: z.array(consolidatedDay), ...periodShares }),
});
