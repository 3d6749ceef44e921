import type { MonthSoFar } from '@nascente/contract/consumption';
import { isOverlapEnough } from '@nascente/domain/consumption/alike';
import { economyPercent } from '@nascente/domain/consumption/forecast';
import { completenessOf, type PostTotals, type Quantity, sumBy } from '@nascente/domain/consumption/totals';
import { versionOn } from '@nascente/domain/tariff/terms/simple-tariff';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { monthOf, toMonthOfYear } from '@nascente/domain/time/civil-month';
import { type Cents, cents, fromReais } from '@nascente/domain/units/money';
import {
  type CycleSoFar,
  completenessOfDay,
  daysToCome,
  daysWithin,
  type ForecastAnswer,
  inReais,
  inUnits,
  NO_ECONOMY,
  priceDays,
  pricesInReais,
  savingOf,
  simpleCost,
  type ToCome,
  toForecast,
  toHighestDemand,
  toUntil,
} from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import type { CycleShare } from './cycle-shares.ts';
import { mergeForecasts } from './merge-forecasts.ts';
import { priceTogether } from './priced-parts.ts';

/** Parts of an establishment, and what they have come to in this cycle. */
export interface ShareSoFar extends CycleShare {
  readonly soFar: CycleSoFar;
}

/** Whether the cycle before was measured by as much of the establishment as this one. */
interface Alike {
  /** As many of its days as this cycle has had. */
  readonly previousDays: boolean;
  readonly wholePrevious: boolean;
}

type Day = MonthSoFar['days'][number];

interface Consumed extends PostTotals {
  readonly total: Quantity;
  readonly presentQuarters: number;
  readonly expectedQuarters: number;
}

const together = (parts: readonly Consumed[]) => {
  const presentQuarters = sumBy(parts, (part) => part.presentQuarters);
  const expectedQuarters = sumBy(parts, (part) => part.expectedQuarters);
  return {
    total: sumBy(parts, (part) => part.total),
    inPoint: sumBy(parts, (part) => part.inPoint),
    interPoint: sumBy(parts, (part) => part.interPoint),
    outPoint: sumBy(parts, (part) => part.outPoint),
    presentQuarters,
    expectedQuarters,
    completeness: completenessOf(presentQuarters, expectedQuarters),
  };
};

const inAnswer = ({ total, inPoint, interPoint, outPoint, completeness }: ReturnType<typeof together>) => ({
  total: inUnits(total),
  inPoint: inUnits(inPoint),
  interPoint: inUnits(interPoint),
  outPoint: inUnits(outPoint),
  completeness,
});

/** The n-th day of every share as one. */
const measuredDays = (shares: readonly ShareSoFar[], perDay: readonly (Cents | null)[]): Day[] => {
  const [first] = shares;
  if (first === undefined) return [];
  return first.soFar.days.map(({ date }, index) => {
    const day = together(shares.flatMap(({ soFar }) => soFar.days[index] ?? []));
    return {
      date,
      ...inAnswer(day),
      ...completenessOfDay({ date, ...day }, first.soFar.today),
      cost: inReais(perDay[index]),
      isForecast: false,
    };
  });
};

interface ForecastShare {
  readonly forecast: ForecastAnswer;
  readonly toCome: ToCome;
}

/** Each share is forecast with the cost of its own consumption. */
const forecastOf = async (
  tariffs: TariffsService,
  { soFar, tariffId }: ShareSoFar,
): Promise<ForecastShare> => {
  const isNothing = soFar.consumed.total === 0 && soFar.forecast.total === 0;
  const cost = isNothing ? cents(0) : (await priceDays(tariffs, tariffId, soFar.days)).total;
  const forecast = toForecast(soFar, cost);
  const left = cost === null || forecast.cost === null ? null : cents(Math.round(forecast.cost * 100) - cost);
  return { forecast, toCome: daysToCome(soFar, left) };
};

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

const addDays = (a: Day, b: Day): Day => ({
  ...a,
  total: a.total + b.total,
  inPoint: a.inPoint + b.inPoint,
  interPoint: a.interPoint + b.interPoint,
  outPoint: a.outPoint + b.outPoint,
  cost: addKnown(a.cost, b.cost),
});

const addToCome = (a: ToCome, b: ToCome): ToCome => ({
  restOfToday: {
    total: a.restOfToday.total + b.restOfToday.total,
    cost: addKnown(a.restOfToday.cost, b.restOfToday.cost),
  },
  days: a.days.map((day, index) => addDays(day, b.days[index] as Day)),
});

const highestOf = (days: readonly Day[]): MonthSoFar['highestDay'] => {
  const highest = days.reduce<Day | null>((most, day) => (day.total > (most?.total ?? 0) ? day : most), null);
  return highest && { date: highest.date, total: highest.total, cost: highest.cost };
};

/** The highest demand of a whole is not that of its parts: it is known of a single one. */
const highestDemandOf = (shares: readonly ShareSoFar[]): MonthSoFar['highestDemand'] => {
  const parts = shares.flatMap((share) => share.parts);
  const [only] = shares;
  return only !== undefined && parts.length === 1 ? toHighestDemand(only.soFar.consumed) : null;
};

const pastOf = (shares: readonly ShareSoFar[], first: CivilDate, last: CivilDate) =>
  shares.map(({ tariffId, soFar }) => ({ tariffId, days: daysWithin(soFar.pastDays, first, last) }));

/** The cycle before in the hours that have passed of this one; null where too few of them are measured. */
const previousOf = async (
  tariffs: TariffsService,
  shares: readonly ShareSoFar[],
  soFar: CycleSoFar,
): Promise<MonthSoFar['previous']> => {
  const alike = shares.map((share) => share.soFar.alike);
  const hours = sumBy(alike, (one) => one.hours);
  if (!isOverlapEnough({ hours, ofHours: sumBy(alike, (one) => one.ofHours) })) return null;
  const together = async (side: 'current' | 'other') => {
    const days = shares.map((share) => ({ tariffId: share.tariffId, days: share.soFar.alike[side] }));
    const { total } = await priceTogether(tariffs, days);
    const consumed = sumBy(days, (one) => sumBy(one.days, (day) => day.total));
    return { total: inUnits(consumed), cost: inReais(total) };
  };
  const { before, current } = toUntil(soFar);
  const [ours, theirs] = await Promise.all([together('current'), together('other')]);
  return { ...before, ...theirs, hours: soFar.alike.hours, current: { ...current, ...ours } };
};

const economyOf = async (
  tariffs: TariffsService,
  shares: readonly ShareSoFar[],
  { previous }: CycleSoFar,
  expected: number | null,
): Promise<Pick<MonthSoFar, 'economy' | 'saving'>> => {
  const past = pastOf(shares, previous.first, previous.last);
  const total = sumBy(past, ({ days }) => sumBy(days, (day) => day.total));
  const forecast = sumBy(shares, ({ soFar }) => soFar.forecast.total);
  const economy = economyPercent(total, forecast);
  if (economy === null) return NO_ECONOMY;
  const before = (await priceTogether(tariffs, past)).total;
  return {
    economy,
    saving: savingOf(total - forecast, before, expected === null ? null : fromReais(expected)),
  };
};

/** Days of one tariff, from several shares, as those of one meter: their cents are cut together. */
const byTariff = (shares: readonly ShareSoFar[]) =>
  [...Map.groupBy(shares, ({ tariffId }) => tariffId)].map(([tariffId, sharesOfTariff]) => ({
    tariffId,
    days: (sharesOfTariff[0]?.soFar.days ?? []).map(({ date }, index) => ({
      date,
      ...together(sharesOfTariff.flatMap(({ soFar }) => soFar.days[index] ?? [])),
    })),
  }));

/** Of the tariff that all meters have; null where they have several, or none. */
const pricesOf = async (
  tariffs: TariffsService,
  shares: readonly ShareSoFar[],
  today: CivilDate,
): Promise<MonthSoFar['prices']> => {
  const [id, ...others] = new Set(shares.map(({ tariffId }) => tariffId));
  if (id == null || others.length > 0) return null;
  return pricesInReais(versionOn(await tariffs.versionsOf(id), today));
};

/** One cycle out of those of its shares, which are at least one and of the same days. */
export const toEstablishmentCycle = async (
  shares: readonly ShareSoFar[],
  tariffs: TariffsService,
  alike: Alike,
): Promise<MonthSoFar> => {
  const soFars = shares.map(({ soFar }) => soFar);
  const [soFar] = soFars as [CycleSoFar];
  const { cycle } = soFar;
  const consumed = inAnswer(together(soFars.map((one) => one.consumed)));
  const costs = await priceTogether(tariffs, byTariff(shares));
  const forecasts = await Promise.all(shares.map((share) => forecastOf(tariffs, share)));
  const toCome = forecasts.map((forecast) => forecast.toCome).reduce(addToCome);
  const forecast = mergeForecasts(
    forecasts.map((one) => one.forecast),
    consumed.total,
  );
  const days = measuredDays(shares, costs.perDay);
  const passedDays = Math.max(...soFars.map((one) => one.passedDays));
  return {
    date: toMonthOfYear(monthOf(cycle.first)),
    start: cycle.first,
    end: cycle.last,
    ...consumed,
    ...simpleCost(costs.total),
    prices: await pricesOf(tariffs, shares, soFar.today),
    dailyAverage: inUnits(sumBy(soFars, (one) => one.consumed.total) / passedDays),
    dailyAverageCost: costs.total === null ? null : inReais(cents(Math.round(costs.total / passedDays))),
    daysElapsed: Math.max(...soFars.map((one) => one.daysElapsed)),
    daysInPeriod: Math.max(...soFars.map((one) => one.daysInPeriod)),
    highestDay: highestOf(days),
    highestDemand: highestDemandOf(shares),
    forecast,
    previous: alike.previousDays ? await previousOf(tariffs, shares, soFar) : null,
    ...(alike.wholePrevious ? await economyOf(tariffs, shares, soFar, forecast.cost) : NO_ECONOMY),
    restOfToday: toCome.restOfToday,
    days: [...days, ...toCome.days],
  };
};
