import { EMPTY_REASONS } from '@nascente/domain/energy/consumption/consolidate';
import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { z } from 'zod/mini';
import { type AnswerOf, defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, mac, monthOfYear } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { answeredWindows } from './tou-periods.ts';

/** 0 to 1: quarter-hours with data divided by expected quarter-hours; 0 if none is expected. */
const completeness = z.number();
/** 0 to 1: share of expected quarter-hours that an import estimated from longer rows; absent if there are none. */
const estimated = z.optional(z.number());
/** The reason why a day has no data; absent if the day has any. */
const emptyReason = z.optional(z.enum(EMPTY_REASONS));
const phases = z.object({ phaseA: z.number(), phaseB: z.number(), phaseC: z.number() });

/** One civil hour. Energy in kWh, reactive in kvarh, demand in kW; water meters count m³ in `total`. */
export const consolidatedHour = z.object({
  hour: z.int(),
  total: z.number(),
  touPeriod: described(
    'Time-of-use period of the hour: peak, intermediate or off-peak. If several apply, the one of most of the hour.',
    z.enum(['inPoint', 'interPoint', 'outPoint']),
  ),
  touPeriods: described(
    'Consumption of each time-of-use period of an hour with several periods; absent if all of `total` is in `touPeriod`.',
    z.optional(z.object({ inPoint: z.number(), interPoint: z.number(), outPoint: z.number() })),
  ),
  injectedTouPeriods: described(
    'Injected energy of each time-of-use period of an hour with several periods, kWh.',
    z.optional(z.object({ inPoint: z.number(), interPoint: z.number(), outPoint: z.number() })),
  ),
  consumptionActivePower: phases,
  consumptionReactivePower: described('Inductive minus capacitive energy, kvarh.', phases),
  consumptioninjectedPower: phases,
  demand: z.object({
    avgValue: described(
      'Mean power of the highest quarter-hour of the hour, kW; 0 without data, and `period` is the hour.',
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
  cost: described('R$; `null` without a tariff.', z.nullable(z.number())),
  completeness,
  estimated,
  emptyReason,
};

export const consolidatedDay = z.object({ ...dayTotals, hours: z.array(consolidatedHour) });
export type ConsolidatedDay = z.output<typeof consolidatedDay>;

/** R$ per kWh or m³ by time-of-use period. */
const periodPrices = z.object({ inPoint: z.number(), interPoint: z.number(), outPoint: z.number() });

export const readDay = defineCall({
  name: 'readDay',
  route: 'GET /consolidated/daily/:mac',
  permission: 'see-consumption',
  summary: 'One civil day by the hour; default: today. 24 rows, or the current hour + 1 for today.',
  query: z.strictObject({ date: z.optional(civilDate) }),
  answer: {
    ...dayTotals,
    hours: z.array(consolidatedHour),
    basis: described(
      'Source of the prices: the bill of the establishment (by its contract, or for water without a contract by the tiers of its tariff), or the tariff of the meter.',
      z.enum(['contract', 'tariff']),
    ),
    prices: described(
      'R$ per kWh or m³ of each time-of-use period on that day. With a contract: the price of consumption on its bill, without fixed lines.',
      z.nullable(periodPrices),
    ),
    windows: described(
      'Hours of the time-of-use periods on a working day; `null` for water.',
      z.nullable(answeredWindows),
    ),
  },
});
/** Prices and peak hours for the charts of a day. */
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
    'Forecast method for the rest of the cycle: the daily average, unless another method had clearly smaller errors on this meter.',
    z.enum(['média diária', 'semana típica', 'semana típica e ano anterior']),
  ),
  pastError: described(
    "Mean error of the method's past forecasts at this point of a cycle, 0.05 is 5 %; `null` without history.",
    z.nullable(z.number()),
  ),
  pastForecasts: described('Number of past days in the trials.', z.int()),
  byDailyAverage: described(
    '`dailyAverage` × `days`, independent of the method; `cost` is `dailyAverageCost` × `days` plus `fixedCost` once.',
    z.object({
      total: z.number(),
      cost: z.nullable(z.number()),
      days: described(
        'Days of the billing cycle; a fraction for a meter installed during the cycle.',
        z.number(),
      ),
    }),
  ),
  assumedFlag: described(
    'Tariff flag assumed for months without a published flag, MM/YYYY; `null` if none was assumed.',
    z.nullable(z.object({ name: z.enum(flagNames), months: z.array(z.string()) })),
  ),
  byTypicalWeek: described(
    'Forecast of the typical week, independent of the method; `null` without enough history.',
    z.nullable(z.object({ total: z.number(), cost: z.nullable(z.number()) })),
  ),
});

/** A forecast as lists show it. */
export const forecastInBrief = z.object({
  total: described('kWh (m³ for water) at the end of the billing cycle.', z.number()),
  cost: described('R$; `null` without a tariff, or if the caller sees only a part.', z.nullable(z.number())),
  byDailyAverage: described(
    'Daily average × days of the billing cycle; `cost` includes the fixed lines once.',
    z.object({ total: z.number(), cost: z.nullable(z.number()) }),
  ),
});
export type ForecastInBrief = z.output<typeof forecastInBrief>;

const notableDay = z.nullable(
  z.object({ date: z.string(), total: z.number(), cost: z.nullable(z.number()) }),
);

/** A billing cycle so far. */
export const monthSoFar = z.object({
  date: described('MM/YYYY of the first day of the cycle.', z.string()),
  start: described('First and last civil day of the billing cycle.', z.string()),
  end: z.string(),
  total: z.number(),
  inPoint: z.number(),
  interPoint: z.number(),
  outPoint: z.number(),
  cost: described(
    'Total of the bill, for an establishment with a contract and for the only meter of one.',
    z.nullable(z.number()),
  ),
  basis: described(
    'Source of the amounts: the bill of the establishment (by its contract, or for water without a contract by the tiers of its tariff), for one meter among several its share of the energy of that bill, or the prices of the tariff alone.',
    z.enum(['contract', 'energy', 'tariff']),
  ),
  energyCost: described('Part of `cost` that depends on consumption.', z.nullable(z.number())),
  prices: described(
    'Prices of the last days, see `basis`; `null` without prices, or if those of several meters differ.',
    z.nullable(periodPrices),
  ),
  fixedCost: described(
    'Part of `cost` that does not depend on consumption: demand, reactive excess, public lighting, fees.',
    z.nullable(z.number()),
  ),
  dailyAverage: z.number(),
  dailyAverageCost: z.nullable(z.number()),
  daysElapsed: described(
    'Days so far and in total; for a meter installed during the cycle, since its installation.',
    z.int(),
  ),
  daysInPeriod: z.int(),
  highestDay: described('Day with the highest consumption.', notableDay),
  dearestDay: described('Day with the highest cost; `null` without prices.', notableDay),
  highestDemand: described(
    'Highest demand of a quarter-hour, kW.',
    z.nullable(z.object({ value: z.number(), at: z.string() })),
  ),
  completeness,
  estimated,
  forecast,
  previous: described(
    'The same number of days of the cycle before, until the same hour, in hours with complete data in both cycles. `cost` is that of the energy in these hours. `null` if they are less than half of the elapsed time.',
    z.nullable(
      z.object({
        start: z.string(),
        end: z.string(),
        until: described('End of the counted time in the cycle before.', answeredInstant),
        hours: described('Hours with complete data in both cycles; these are compared.', z.int()),
        ofHours: described('Elapsed hours of this cycle, with and without data.', z.int()),
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
    'Total of the previous cycle divided by the forecast of this cycle, in percent, if above 100.',
    z.nullable(z.number()),
  ),
  saving: described(
    'Difference between the complete previous cycle and the forecast; negative if the forecast is higher. R$ may rise while the quantity falls. `null` without consumption in the previous cycle.',
    z.nullable(
      z.object({
        days: described('Number of days of the previous cycle.', z.int()),
        total: z.number(),
        cost: z.nullable(z.number()),
        completeness: described('Measured share of the complete previous cycle, 0 to 1.', z.number()),
        estimated: described(
          'Share of the complete previous cycle with estimated amounts of an import, 0 to 1; absent without any.',
          estimated,
        ),
        taxRules: described(
          "In Portuguese, if `cost` compares bills of different national taxes: '2027 com CBS, 2026 com PIS/COFINS'; else absent.",
          z.optional(z.string()),
        ),
      }),
    ),
  ),
  restOfToday: described(
    'Expected rest of today; measured days, this and forecast days add up to the forecast.',
    z.object({ total: z.number(), cost: z.nullable(z.number()) }),
  ),
  days: described(
    'One row a civil day of the cycle: past days measured, future days forecast.',
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
  route: 'GET /consolidated/monthly/:mac',
  permission: 'see-consumption',
  summary: 'Current billing cycle so far, with its forecast.',
  answer: { consolidated: monthSoFar },
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
  route: 'POST /consolidated/monthly/:mac',
  effect: 'reads',
  permission: 'see-consumption',
  summary: 'Civil months in the requested order.',
  body: z.strictObject({ months: requestedMonths }),
  answer: { hist: z.array(monthOfHistory) },
});

export const readForecast = defineCall({
  name: 'readForecast',
  route: 'GET /consolidated/monthly-forecast/:mac',
  permission: 'see-consumption',
  summary:
    'Forecast of the current billing cycle by the most accurate method for the meter, with an 80% band, and by the daily average.',
  answer: {
    forecast: z.object({
      ...forecast.shape,
      dailyAverage: z.number(),
      daysElapsed: z.int(),
      daysInPeriod: z.int(),
      completeness,
      estimated,
    }),
  },
});

const dayInTotal = z.object({
  date: z.string(),
  total: described('kWh, or m³ for water.', z.number()),
  inPoint: z.number(),
  interPoint: z.number(),
  outPoint: z.number(),
  cost: described('R$; `null` without a tariff.', z.nullable(z.number())),
  completeness,
  estimated,
  emptyReason,
});
export type DayInTotal = z.output<typeof dayInTotal>;

const periodShares = {
  completeness: described(
    "Complete period up to now; days before the meter's installation are missing.",
    z.number(),
  ),
  estimated,
};

export const readDays = defineCall({
  name: 'readDays',
  route: 'GET /consolidated/days/:mac',
  permission: 'see-consumption',
  summary:
    'Totals of civil days between two dates, inclusive, at most one year, for a chart of days. The answer is a fiftieth of that by the hour.',
  query: z.strictObject({ start: civilDate, end: civilDate }),
  answer: { days: z.array(dayInTotal), ...periodShares },
});

export const readPeriod = defineCall({
  name: 'readPeriod',
  route: 'POST /consolidated/period',
  effect: 'reads',
  permission: 'see-consumption',
  summary: 'Civil days between two dates, inclusive, by the hour.',
  body: z.strictObject({ meter: mac, dateStart: civilDate, dateEnd: civilDate }),
  fails: ['not-found'],
  answer: { consolidated: z.array(consolidatedDay), ...periodShares },
});
