import { costsOf } from '@nascente/domain/tariff/billed-energy';
import type { PostPrices } from '@nascente/domain/tariff/indicative-prices';
import { type PricedDay, versionOn } from '@nascente/domain/tariff/simple-tariff';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import { instant } from '@nascente/domain/time/zone';
import { type Cents, sumCents } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import {
  type MeterPrices,
  type PricedDays,
  type PricedMeter,
  priceDays,
  type QuarterSums,
} from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { type Amount, type BilledAmounts, costsByDay } from './billed-amounts.ts';
import type { BilledPlace } from './measured-days.ts';
import { calendarOf, todayAt } from './place-cycles.ts';

/** A cycle that is billed, and what its bill comes to. */
interface BilledCycle {
  readonly cycle: BillingCycle;
  readonly amount: Amount;
}

const holds = ({ cycle }: BilledCycle, date: CivilDate): boolean => cycle.first <= date && date <= cycle.last;

/** The cycles of a place that some days touch, none of them later than today's. */
const cyclesOf = (place: BilledPlace, days: readonly PricedDay[]): readonly BillingCycle[] => {
  const calendar = calendarOf(place.facts, place.type);
  const today = todayAt(place);
  const cycles: BillingCycle[] = [];
  for (const { date } of days) {
    const last = cycles.at(-1);
    if (date > today || (last !== undefined && date <= last.last)) continue;
    cycles.push(readingCycleAt(date, calendar));
  }
  return cycles;
};

/**
 * What the consumption of a meter costs, at the prices of the bill of its establishment: days of the establishment's only
 * meter, or of all of its parts, add up to what that bill charges for consumption. Where there is no such bill, or the caller
 * may not see it, by the tariff of the meter.
 */
export const createMeterPrices = (needs: {
  amounts: BilledAmounts;
  sums: QuarterSums;
  tariffs: TariffsService;
}): MeterPrices => {
  const { amounts, sums, tariffs } = needs;

  const billedCycles = async (
    caller: Caller,
    place: BilledPlace,
    days: readonly PricedDay[],
  ): Promise<readonly BilledCycle[]> => {
    const billed = await Promise.all(
      cyclesOf(place, days).map(async (cycle) => {
        const amount = await amounts.amountOf(caller, place, { installationId: null }, cycle);
        return amount && { cycle: amount.made.measured.cycle, amount };
      }),
    );
    return billed.filter((one) => one !== null);
  };

  /** Whole cycles at a time: cents are cut so that the days of a cycle add up, whichever of them are asked for. */
  const costsOfMeter = async (
    place: BilledPlace,
    { installationId, installedAt }: PricedMeter,
    { cycle, amount }: BilledCycle,
  ): Promise<ReadonlyMap<string, Cents>> => {
    const { made } = amount;
    if (amounts.isMeasuredBy(place, cycle, installationId))
      return costsByDay(place, made.days.series, amount);
    const { zone, now } = place;
    const from = instant(Math.max(startOfDay(cycle.first, zone), installedAt));
    const to = instant(Math.max(from, Math.min(endOfDay(cycle.last, zone), now)));
    const of = place.type === 'water' ? 'water' : 'electric';
    return costsByDay(place, await sums.read(of, [{ installationId, from, to }]), amount);
  };

  /** Whole days as they stand in their cycle; parts of days at the same prices, by the hours in which they were counted. */
  const costsOfDaysIn = async (
    place: BilledPlace,
    meter: PricedMeter,
    one: BilledCycle,
    {
      days,
      isWhole,
    }: { readonly days: readonly PricedDay[]; readonly isWhole: (date: CivilDate) => boolean },
  ): Promise<ReadonlyMap<string, Cents>> => {
    const parts = days.filter(({ date }) => !isWhole(date));
    const costs = costsOf(parts, one.amount.prices);
    const ofParts = parts.map(({ date }, index) => [date, costs[index] as Cents] as const);
    const whole = parts.length === days.length ? [] : await costsOfMeter(place, meter, one);
    return new Map([...whole, ...ofParts]);
  };

  const pricesOn = async (
    { tariffId }: PricedMeter,
    day: PricedDay | undefined,
  ): Promise<PostPrices | null> => {
    if (tariffId === null || day === undefined) return null;
    return versionOn(await tariffs.versionsOf(tariffId), day.date);
  };

  return {
    async ofDays(caller, meter, days, isWhole = () => true): Promise<PricedDays> {
      const simple = await priceDays(tariffs, meter.tariffId, days);
      const place = days.length === 0 ? null : await amounts.placeOf(caller, meter);
      const cycles = place === null ? [] : await billedCycles(caller, place, days);
      if (place === null || cycles.length === 0)
        return { ...simple, basis: 'tariff', prices: await pricesOn(meter, days.at(-1)) };
      const billed = await Promise.all(
        cycles.map((one) => {
          const inCycle = days.filter(({ date }) => holds(one, date));
          return costsOfDaysIn(place, meter, one, { days: inCycle, isWhole });
        }),
      );
      const costs = new Map(billed.flatMap((its) => [...its]));
      const perDay = days.map(({ date }, index) => costs.get(date) ?? simple.perDay[index] ?? null);
      const unpriced = days.filter((_, index) => perDay[index] === null).map(({ date }) => date);
      const known = perDay.filter((cost) => cost !== null);
      return {
        perDay,
        unpriced,
        total: unpriced.length > 0 ? null : sumCents(known),
        basis: 'contract',
        prices: cycles.at(-1)?.amount.prices ?? null,
      };
    },
  };
};
