import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { addDays, type CivilDate, civilDateAt, daysFrom } from '@nascente/domain/base/time/civil-day';
import { toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { instant } from '@nascente/domain/base/time/zone';
import { type Cents, cents, reais } from '@nascente/domain/base/units/money';
import { growCycle, type PastDay, type RestOfCycle } from '@nascente/domain/energy/measured-cycle/grow-cycle';
import type { ByPost, MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import { assumeFlags } from '@nascente/domain/money/flags/assumed-flags';
import { type BilledEnergy, billedEnergy, costsOf } from '@nascente/domain/money/prices/billed-energy';
import type { FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import { type PostsOn, postsOfVersions } from '@nascente/domain/sites/tou-windows/posts-by-window';
import type { BilledSubject, SubjectPrices } from '../../../energy/consumption/index.ts';
import { inUnits, notableDays, pricesInReais } from '../../../energy/consumption/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { type BilledEstablishment, measureDays } from '../measured-days.ts';
import type { Amount, BilledAmounts } from './billed-amounts.ts';
import { consumedOf } from './billed-amounts.ts';

/** A day of a bill, by the tariff periods of its contract. */
interface MeasuredDay {
  readonly date: CivilDate;
  readonly day: MeasuredCycle;
  readonly consumed: ByPost;
}

/** The days of a billed cycle, each by itself. */
const daysOf = (establishment: BilledEstablishment, { made }: Amount): readonly MeasuredDay[] => {
  const { measured, days, terms } = made;
  return daysFrom(measured.cycle.first, measured.cycle.last).map((date) => {
    const day = measureDays(establishment, days, { first: date, last: date }, terms.versions);
    return { date, day, consumed: consumedOf(day) };
  });
};

/** What was consumed costs on each day of a billed cycle. Cents are cut so that all of its days add up. */
const costsByDay = (days: readonly MeasuredDay[], { prices }: Amount): ReadonlyMap<string, Cents> => {
  const costs = costsOf(
    days.map(({ consumed }) => consumed),
    prices,
  );
  return new Map(days.map(({ date }, index) => [date, costs[index] as Cents]));
};

/** The whole days of a bill, each by the tariff periods of its contract. */
const pastDays = (establishment: BilledEstablishment, days: readonly MeasuredDay[]): PastDay[] => {
  const today = civilDateAt(establishment.now, establishment.zone);
  return days.flatMap(({ date, day, consumed }) => {
    if (date >= today || day.presentQuarters + day.estimatedQuarters === 0) return [];
    const { inPoint, interPoint, outPoint } = day.demand;
    const demand = { inPoint: inPoint.power, interPoint: interPoint.power, outPoint: outPoint.power };
    return [{ date, consumed, demand }];
  });
};

/** Days to come, and today as far as something is expected of it. */
const daysToCome = ({ days, restOfToday }: MonthSoFar): RestOfCycle['toCome'] => {
  const coming = days.filter(({ isForecast }) => isForecast);
  const today = days.findLast(({ isForecast }) => !isForecast);
  return [
    ...(today === undefined || restOfToday.total === 0
      ? []
      : [{ date: today.date as CivilDate, total: restOfToday.total }]),
    ...coming.map(({ date, total }) => ({ date: date as CivilDate, total })),
  ];
};

/** The flags of a whole cycle, as far as they are known and as the last known one says; tariffs without flags assume none. */
const flagsOfWhole = (
  { flags, type }: BilledEstablishment,
  { made: { terms } }: Amount,
  cycle: MonthSoFar,
) => {
  const { tariff, contract } = terms;
  const hasFlags = type === 'eletric' && contract.market.mode !== 'livre';
  if (!hasFlags || tariff === null || tariff.modality === 'simple') return { flags, assumed: null };
  return assumeFlags({ first: cycle.start as CivilDate, last: cycle.end as CivilDate }, flags);
};

/** The bill of the whole cycle once it has come to so many kWh or m³. */
const forecastOf = (
  { made, total: billed }: Amount,
  past: readonly PastDay[],
  flags: FlagMonths,
  cycle: MonthSoFar,
) => {
  const { measured, terms } = made;
  const { end, total } = cycle;
  const toCome = daysToCome(cycle);
  return (
    expected: number,
    at: RestOfCycle['at'] = 'likeliest',
  ): Pick<BilledEnergy, 'energy'> & { readonly total: Cents } => {
    const factor = total > 0 ? Math.max(expected / total, 1) : 1;
    const grown = growCycle(measured, { last: end as CivilDate, factor, toCome, past, at });
    const bill = priceCycle(grown, { contract: terms.contract, flags });
    // What is billed already is not taken back, whatever credits or bands of taxes do.
    const sum = cents(Math.max(bill.total, billed));
    return { total: sum, energy: billedEnergy(bill.lines, consumedOf(grown)).energy };
  };
};

type Day = MonthSoFar['days'][number];

/** The rest of today and the days to come share what the forecast adds, by what each is expected to consume. */
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

/** Hours of a cycle that are compared: from its first day, and what they came to, kWh or m³. */
interface ComparedHours {
  readonly first: string;
  readonly until: string;
  readonly total: number;
}

/** What the energy of these hours costs at the prices of a bill; null without a bill. */
const costOfHours = (
  establishment: BilledEstablishment,
  amount: Amount | null,
  { first, until, total }: ComparedHours,
): number | null => {
  if (amount === null) return null;
  // The quarter-hour that begins then is none of them any more.
  const now = instant(Date.parse(until) - 1);
  const days = { first: first as CivilDate, last: civilDateAt(now, establishment.zone) };
  const { made, prices } = amount;
  const consumed = consumedOf(measureDays({ ...establishment, now }, made.days, days, made.terms.versions));
  const measured = inUnits(consumed.inPoint + consumed.interPoint + consumed.outPoint);
  if (measured === 0) return 0;
  const [cost = cents(0)] = costsOf([consumed], prices);
  // Hours that only one of the cycles measured are in its days, and not in the total of the hours compared.
  return reais(cents(Math.round((cost * total) / measured)));
};

/** What the energy of the hours costs that a cycle has in common with the one before, at the prices of each one's bill. */
const comparedCosts = (
  establishment: BilledEstablishment,
  { start, previous }: MonthSoFar,
  amount: Amount,
  before: Amount | null,
): MonthSoFar['previous'] => {
  if (previous === null) return null;
  const { current, ...other } = previous;
  return {
    ...previous,
    cost: costOfHours(establishment, before, { first: previous.start, ...other }),
    // Of one alone there is nothing to be compared with.
    current: {
      ...current,
      cost: before === null ? null : costOfHours(establishment, amount, { first: start, ...current }),
    },
  };
};

/** Daily average × days by the energy lines of a bill, its fixed lines added once. */
const costByDailyAverage = (
  { total, dailyAverage, forecast }: MonthSoFar,
  { energy, fixed }: Amount,
): { readonly dailyAverageCost: Cents; readonly cost: Cents } => {
  const dailyAverageCost = cents(total > 0 ? Math.round((energy * dailyAverage) / total) : 0);
  return {
    dailyAverageCost,
    cost: cents(Math.round(dailyAverageCost * forecast.byDailyAverage.days) + fixed),
  };
};

/** A cycle with the amounts of its bill, and of the one before where there is any. */
const billedCycle = (
  establishment: BilledEstablishment,
  cycle: MonthSoFar,
  amount: Amount,
  previous: Amount | null,
): MonthSoFar => {
  const { energy, fixed } = amount;
  const { forecast } = cycle;
  const { byDailyAverage, byTypicalWeek } = forecast;
  const days = daysOf(establishment, amount);
  const costs = costsByDay(days, amount);
  const daysBefore = previous === null ? [] : daysOf(establishment, previous);
  const { flags, assumed } = flagsOfWhole(establishment, amount, cycle);
  const past = pastDays(establishment, [...daysBefore, ...days]);
  const expect = forecastOf(amount, past, flags, cycle);
  const expected = expect(forecast.total);
  const byAverage = costByDailyAverage(cycle, amount);
  const priced = withCosts(cycle, costs, cents(Math.max(expected.energy - energy, 0)));
  return {
    ...cycle,
    basis: 'contract',
    cost: reais(amount.total),
    energyCost: reais(energy),
    prices: pricesInReais(amount.prices),
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
    previous: comparedCosts(establishment, cycle, amount, previous),
    saving: cycle.saving && {
      ...cycle.saving,
      cost: previous === null ? null : reais(cents(previous.total - expected.total)),
    },
    ...priced,
  };
};

/** Energy of a bill, and the prices by which days of any part of the establishment are priced. */
export interface EnergyOfBill extends Pick<Amount, 'total' | 'energy' | 'prices'> {
  readonly postsOn: PostsOn;
}

/** The one amount of an establishment: the total of its bill, wherever it is shown. */
export interface CycleAmounts extends Pick<SubjectPrices, 'cycleOf' | 'billsOf'> {
  /** The energy of the bill of some days, and its prices by tariff period; null as for `billsOf`. */
  energyOf(
    caller: Caller,
    asked: Omit<BilledSubject, 'installationId'>,
    days: BillingCycle,
  ): Promise<EnergyOfBill | null>;
}

export const createCycleAmounts = ({ amounts }: { amounts: BilledAmounts }): CycleAmounts => {
  return {
    async cycleOf(caller, asked, cycle) {
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return cycle;
      const { start, end, previous } = cycle;
      const cycleOf = (first: string, last: string) => ({ first, last }) as BillingCycle;
      const [amount = null, before = null] = await amounts.amountsOf(caller, establishment, asked, [
        cycleOf(start, end),
        // The whole cycle before, also where only its hours up to now are compared.
        ...(previous === null ? [] : [cycleOf(previous.start, addDays(start as CivilDate, -1))]),
      ]);
      return amount === null ? cycle : billedCycle(establishment, cycle, amount, before);
    },
    async billsOf(caller, asked, days) {
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return days.map(() => null);
      const begun = days.filter((cycle) => cycle !== null);
      const found = await amounts.amountsOf(caller, establishment, asked, begun);
      return days.map((cycle) => {
        const amount = cycle === null ? null : found[begun.indexOf(cycle)];
        return amount ? reais(amount.total) : null;
      });
    },
    async energyOf(caller, amountOf, days) {
      const asked = { ...amountOf, installationId: null };
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return null;
      const [amount] = await amounts.amountsOf(caller, establishment, asked, [days]);
      if (!amount) return null;
      const { total, energy, prices, made } = amount;
      return { total, energy, prices, postsOn: postsOfVersions(made.terms.versions) };
    },
  };
};
