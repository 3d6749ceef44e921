import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { readingCycleBefore } from '@nascente/domain/base/time/reading-cycles';
import { instant } from '@nascente/domain/base/time/zone';
import { type Cents, cents, reais } from '@nascente/domain/base/units/money';
import { growCycle, type PastDay, type RestOfCycle } from '@nascente/domain/energy/measured-cycle/grow-cycle';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import { taxRulesText } from '@nascente/domain/money/charges/compared-taxes';
import { assumeFlags } from '@nascente/domain/money/flags/flags';
import { type BilledEnergy, billedEnergy, costsOf } from '@nascente/domain/money/prices/billed-energy';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { BilledSubject, CycleInBrief, SubjectPrices } from '../../../energy/consumption/index.ts';
import { inUnits, notableDays, pricesInReais } from '../../../energy/consumption/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { calendarOf } from '../../../sites/establishments/index.ts';
import { type BilledEstablishment, consumedOf, measureDays } from '../measured-days.ts';
import { costsByDay, type PriceSchedule, type PriceSchedules } from './price-schedules.service.ts';

/** The finished days of a bill that have data, by the time-of-use periods of its contract. */
const pastDays = (establishment: BilledEstablishment, days: PriceSchedule['days']): PastDay[] => {
  const today = civilDateAt(establishment.now, establishment.zone);
  return days.filter(({ date, hasData }) => date < today && hasData);
};

/** Future days, and the expected rest of today. */
const daysToCome = ({ days, restOfToday }: MonthSoFar): RestOfCycle['toCome'] => {
  const coming = days.filter(({ isForecast }) => isForecast);
  const today = days.findLast(({ isForecast }) => !isForecast);
  return [
    ...(today === undefined || restOfToday.total === 0
      ? []
      : [{ date: civilDate(today.date), total: restOfToday.total }]),
    ...coming.map(({ date, total }) => ({ date: civilDate(date), total })),
  ];
};

/**
 * The flags of a whole cycle: the published ones, and the last published one for later months. Tariffs without flags assume none.
 */
const flagsOfCycle = (
  { flags, type }: BilledEstablishment,
  { made: { terms } }: PriceSchedule,
  cycle: MonthSoFar,
) => {
  const { tariff, contract } = terms;
  const hasFlags = type === 'eletric' && contract.market.mode !== 'livre';
  if (!hasFlags || tariff === null || tariff.modality === 'simple') return { flags, assumed: null };
  return assumeFlags({ first: civilDate(cycle.start), last: civilDate(cycle.end) }, flags);
};

/** The bill of the whole cycle with the expected consumption, and the flag that it assumes. */
const forecastOf = (
  establishment: BilledEstablishment,
  cycle: MonthSoFar,
  schedule: PriceSchedule,
  previous: PriceSchedule | null,
) => {
  const { measured, terms } = schedule.made;
  const { end, total } = cycle;
  const { flags, assumed } = flagsOfCycle(establishment, schedule, cycle);
  const past = pastDays(establishment, [...(previous?.days ?? []), ...schedule.days]);
  const toCome = daysToCome(cycle);
  const expect = (
    expected: number,
    at: RestOfCycle['at'] = 'likeliest',
  ): Pick<BilledEnergy, 'energy'> & { readonly total: Cents } => {
    const factor = total > 0 ? Math.max(expected / total, 1) : 1;
    const grown = growCycle(measured, { last: civilDate(end), factor, toCome, past, at });
    const bill = priceCycle(grown, { contract: terms.contract, flags });
    // The forecast of a bill is never below its present amount, whatever credits or tax bands do.
    const sum = cents(Math.max(bill.total, schedule.total));
    return { total: sum, energy: billedEnergy(bill.lines, consumedOf(grown)).energy };
  };
  return { expect, assumed };
};

type Day = MonthSoFar['days'][number];

/** The rest of today and later days share the forecast cost by their expected consumption. */
const withCosts = (
  { days, restOfToday }: Pick<MonthSoFar, 'days' | 'restOfToday'>,
  costs: ReadonlyMap<string, Cents>,
  left: Cents,
): Pick<MonthSoFar, 'days' | 'restOfToday'> => {
  const toCome = days.reduce(
    (sum, { isForecast, total }) => sum + (isForecast ? total : 0),
    restOfToday.total,
  );
  let [running, before] = [0, 0];
  const shareOf = (total: number): number => {
    running += total;
    const until = toCome === 0 ? 0 : Math.round((left * running) / toCome);
    const cost = cents(until - before);
    before = until;
    return reais(cost);
  };
  const rest = { ...restOfToday, cost: shareOf(restOfToday.total) };
  const priced = days.map((day): Day => {
    if (day.isForecast) return { ...day, cost: shareOf(day.total) };
    return { ...day, cost: reais(costs.get(day.date) ?? cents(0)) };
  });
  return { restOfToday: rest, days: priced };
};

/** Compared hours of a cycle: first day, exclusive end, and consumption in kWh or m³. */
interface ComparedHours {
  readonly first: string;
  readonly until: string;
  readonly total: number;
}

/** The cost of these hours' energy at the prices of a bill; `null` without a bill. */
const costOfHours = (
  establishment: BilledEstablishment,
  schedule: PriceSchedule | null,
  { first, until, total }: ComparedHours,
): number | null => {
  if (schedule === null) return null;
  // The end is exclusive: the quarter-hour that begins at `until` does not belong to the hours.
  const now = instant(Date.parse(until) - 1);
  const days = { first: civilDate(first), last: civilDateAt(now, establishment.zone) };
  const { made, prices } = schedule;
  const consumed = consumedOf(measureDays({ ...establishment, now }, made.days, days, made.terms.versions));
  const measured = inUnits(consumed.inPoint + consumed.interPoint + consumed.outPoint);
  if (measured === 0) return 0;
  const [cost = cents(0)] = costsOf([consumed], prices);
  // The days contain hours that only one of the cycles measured; the total of the compared hours does not.
  return reais(cents(Math.round((cost * total) / measured)));
};

/** The cost of the hours that two cycles have in common, at the prices of each cycle's bill. */
const comparedCosts = (
  establishment: BilledEstablishment,
  { start, previous }: MonthSoFar,
  schedule: PriceSchedule,
  before: PriceSchedule | null,
): MonthSoFar['previous'] => {
  if (previous === null) return null;
  const { current, ...other } = previous;
  return {
    ...previous,
    cost: costOfHours(establishment, before, { first: previous.start, ...other }),
    // If only one cycle has a cost, nothing can be compared.
    current: {
      ...current,
      cost: before === null ? null : costOfHours(establishment, schedule, { first: start, ...current }),
    },
  };
};

/** The cost by the daily average: energy lines of the bill × days, plus its fixed lines once. */
const costByDailyAverage = (
  { total, dailyAverage, forecast }: MonthSoFar,
  { energy, fixed }: PriceSchedule,
): { readonly dailyAverageCost: Cents; readonly cost: Cents } => {
  const dailyAverageCost = cents(total > 0 ? Math.round((energy * dailyAverage) / total) : 0);
  return {
    dailyAverageCost,
    cost: cents(Math.round(dailyAverageCost * forecast.byDailyAverage.days) + fixed),
  };
};

/** A cycle with the amounts of its bill and, if there is one, of the bill before. */
const billedCycle = (
  establishment: BilledEstablishment,
  cycle: MonthSoFar,
  schedule: PriceSchedule,
  previous: PriceSchedule | null,
): MonthSoFar => {
  const { energy, fixed } = schedule;
  const { forecast } = cycle;
  const { byDailyAverage, byTypicalWeek } = forecast;
  const { expect, assumed } = forecastOf(establishment, cycle, schedule, previous);
  const costs = costsByDay(schedule.days, schedule.prices);
  const expected = expect(forecast.total);
  const byAverage = costByDailyAverage(cycle, schedule);
  const taxRules = previous && taxRulesText(previous.made.bill, schedule.made.bill);
  const priced = withCosts(cycle, costs, cents(Math.max(expected.energy - energy, 0)));
  return {
    ...cycle,
    basis: 'contract',
    cost: reais(schedule.total),
    energyCost: reais(energy),
    prices: pricesInReais(schedule.prices),
    fixedCost: reais(fixed),
    dailyAverageCost: reais(byAverage.dailyAverageCost),
    ...notableDays(priced.days.filter(({ isForecast }) => !isForecast)),
    forecast: {
      ...forecast,
      cost: reais(expected.total),
      lowCost: reais(expect(forecast.low, 'low').total),
      highCost: reais(expect(forecast.high, 'high').total),
      assumedFlag: assumed && { name: assumed.name, months: assumed.months.map(toMonthOfYear) },
      byDailyAverage: { ...byDailyAverage, cost: reais(byAverage.cost) },
      byTypicalWeek: byTypicalWeek && {
        ...byTypicalWeek,
        cost: reais(expect(byTypicalWeek.total).total),
      },
    },
    previous: comparedCosts(establishment, cycle, schedule, previous),
    saving: cycle.saving && {
      ...cycle.saving,
      cost: previous === null ? null : reais(cents(previous.total - expected.total)),
      ...(taxRules !== null && { taxRules }),
    },
    ...priced,
  };
};

/** The amounts of `billedCycle` that lists show. */
const billedAmounts = (
  establishment: BilledEstablishment,
  cycle: MonthSoFar,
  schedule: PriceSchedule,
  previous: PriceSchedule | null,
): CycleInBrief => {
  const { total, byDailyAverage } = cycle.forecast;
  const { expect } = forecastOf(establishment, cycle, schedule, previous);
  const byAverage = costByDailyAverage(cycle, schedule);
  return {
    ...inBrief(cycle),
    cost: reais(schedule.total),
    forecast: {
      total,
      cost: reais(expect(total).total),
      byDailyAverage: { total: byDailyAverage.total, cost: reais(byAverage.cost) },
    },
  };
};

const inBrief = (cycle: MonthSoFar): CycleInBrief => {
  const { start, end, total, cost, forecast } = cycle;
  return { start, end, total, cost, forecast, ...repeatShares(cycle) };
};

/** Amounts of cycles of an establishment by its bills, the same on all screens. */
export interface CycleAmounts extends Pick<SubjectPrices, 'cycleOf' | 'amountsOf' | 'billsOf'> {
  /** The prices of some days of an establishment; `null` as in `billsOf`. */
  scheduleOf(
    caller: Caller,
    requested: Omit<BilledSubject, 'installationId'>,
    days: BillingCycle,
  ): Promise<PriceSchedule | null>;
}

export const createCycleAmounts = (schedules: PriceSchedules): CycleAmounts => {
  /** Applies a function to the schedules of a cycle and of the cycle before; `null` without a bill. */
  const withSchedules = async <T>(
    caller: Caller,
    requested: BilledSubject,
    cycle: MonthSoFar,
    bill: (
      establishment: BilledEstablishment,
      cycle: MonthSoFar,
      schedule: PriceSchedule,
      previous: PriceSchedule | null,
    ) => T,
  ): Promise<T | null> => {
    const establishment = await schedules.find(caller, requested);
    if (establishment === null) return null;
    const days = { first: civilDate(cycle.start), last: civilDate(cycle.end) };
    const [schedule = null, before = null] = await schedules.ofCycles(caller, establishment, requested, [
      days,
      readingCycleBefore(days, calendarOf(establishment.facts, establishment.type)),
    ]);
    return schedule && bill(establishment, cycle, schedule, before);
  };
  return {
    cycleOf: async (caller, requested, cycle) =>
      (await withSchedules(caller, requested, cycle, billedCycle)) ?? cycle,
    amountsOf: async (caller, requested, cycle) =>
      (await withSchedules(caller, requested, cycle, billedAmounts)) ?? inBrief(cycle),
    async billsOf(caller, requested, days) {
      const establishment = await schedules.find(caller, requested);
      if (establishment === null) return days.map(() => null);
      const started = days.filter((cycle) => cycle !== null);
      const found = await schedules.ofCycles(caller, establishment, requested, started);
      return days.map((cycle) => {
        const schedule = cycle === null ? null : found[started.indexOf(cycle)];
        return schedule ? reais(schedule.total) : null;
      });
    },
    async scheduleOf(caller, subject, days) {
      const establishment = await schedules.find(caller, subject);
      if (establishment === null) return null;
      const [schedule = null] = await schedules.ofCycles(caller, establishment, { installationId: null }, [
        days,
      ]);
      return schedule;
    },
  };
};
