import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, daysBetween, daysFrom } from '@nascente/domain/base/time/civil-day';
import { type Cents, sumCents } from '@nascente/domain/base/units/money';
import { costsOf } from '@nascente/domain/money/prices/billed-energy';
import type { PostPrices } from '@nascente/domain/money/prices/indicative-prices';
import {
  type CostOfDays,
  type PricedDay,
  type TariffVersion,
  versionOn,
} from '@nascente/domain/sites/tariffs/simple-tariff';
import { postsOfVersions } from '@nascente/domain/sites/tou-windows/posts-by-window';
import {
  type DaysReader,
  type DaysToPrice,
  type MeterPrices,
  type PricedDays,
  type PricedMeter,
  priceDays,
} from '../../../energy/consumption/index.ts';
import { createOncePerReading } from '../../../platform/database/one-reading.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Utility } from '../../../sites/establishments/index.ts';
import type { TariffsService } from '../../../sites/tariffs/index.ts';
import { cyclesOf } from '../establishment-cycles.ts';
import type { BilledEstablishment } from '../measured-days.ts';
import type { Amount, BilledAmounts } from './billed-amounts.ts';
import type { BilledPosts } from './billed-posts.ts';

/** A cycle that is billed, and what its bill comes to. */
interface BilledCycle {
  readonly cycle: BillingCycle;
  readonly amount: Amount;
}

/** What a meter consumed costs on each day. */
type CostByDay = ReadonlyMap<string, Cents>;

const holds = ({ cycle }: BilledCycle, date: CivilDate): boolean => cycle.first <= date && date <= cycle.last;

const utilityOf = ({ kind }: Pick<PricedMeter, 'kind'>): Utility => (kind === 'water' ? 'water' : 'eletric');

/** What each day costs as billed, else by the tariff of the meter. */
const withSimple = (simple: CostOfDays, days: readonly PricedDay[], costs: CostByDay): CostOfDays => {
  const perDay = days.map(({ date }, index) => costs.get(date) ?? simple.perDay[index] ?? null);
  const unpriced = days.filter((_, index) => perDay[index] === null).map(({ date }) => date);
  const costsOfDays = perDay.filter((cost) => cost !== null);
  return { perDay, unpriced, total: unpriced.length > 0 ? null : sumCents(costsOfDays) };
};

const isWholeDay = ({ isWhole }: DaysToPrice, date: CivilDate): boolean => isWhole?.(date) ?? true;

/** The days of a cycle, where all of them are read already. */
const knownDays = ({ wholeDays = [] }: DaysToPrice, billed: BilledCycle): readonly PricedDay[] | null => {
  const days = wholeDays.filter(({ date }) => holds(billed, date));
  const { first, last } = billed.cycle;
  return days.length === daysBetween(first, last) + 1 ? days : null;
};

/** Parts of days in a cycle, by the hours in which they were counted. */
const costsOfParts = (one: DaysToPrice, cycle: BilledCycle): CostByDay => {
  const parts = one.days.filter(({ date }) => holds(cycle, date) && !isWholeDay(one, date));
  const costs = costsOf(parts, cycle.amount.prices);
  return new Map(parts.map(({ date }, index) => [date, costs[index] as Cents]));
};

/**
 * What the consumption of meters costs, at the prices of the bills of their establishments: days of the establishment's only
 * meter, or of all of its parts, add up to what that bill charges for consumption. Where there is no such bill, or the caller
 * may not see it, by the tariff of the meter.
 */
export const createMeterPrices = (needs: {
  amounts: BilledAmounts;
  posts: BilledPosts;
  days: DaysReader;
  tariffs: TariffsService;
}): MeterPrices => {
  const { amounts, posts, days: reader, tariffs } = needs;
  const oncePerReading = createOncePerReading<Awaited<ReturnType<DaysReader['ofMany']>>>();

  const billedCycles = async (
    caller: Caller,
    establishment: BilledEstablishment,
    dates: readonly CivilDate[],
  ): Promise<readonly BilledCycle[]> => {
    const cycles = cyclesOf(establishment, dates);
    const billed = await amounts.amountsOf(caller, establishment, { installationId: null }, cycles);
    return billed.flatMap((amount) =>
      amount === null ? [] : [{ cycle: amount.made.measured.cycle, amount }],
    );
  };

  /**
   * Of each that is asked what its days cost. Whole days as they stand in their cycle: cents are cut so that all of its days
   * add up, whichever of them are asked for. Parts of days at the same prices.
   */
  const costsInCycles = async (
    { now }: BilledEstablishment,
    asked: readonly DaysToPrice[],
    cycles: readonly BilledCycle[],
  ): Promise<readonly CostByDay[]> => {
    const whole = cycles.flatMap((cycle) => {
      const postsOn = postsOfVersions(cycle.amount.made.terms.versions);
      return asked
        .filter((one) => one.days.some(({ date }) => holds(cycle, date) && isWholeDay(one, date)))
        .map((one) => ({ one, cycle, postsOn, wholeDays: knownDays(one, cycle) }));
    });
    const unread = whole.filter(({ wholeDays }) => wholeDays === null);
    const inCycles = unread.map(({ one, cycle, postsOn }) => ({
      meter: { ...one.meter, removedAt: null },
      ...cycle.cycle,
      postsOn,
    }));
    const key = inCycles.map(({ meter, first, last }) => [meter.installationId, first, last].join(' '));
    const read = await oncePerReading(key.join(), () => reader.ofMany(inCycles, now));
    const costsOfAsked = new Map(asked.map((one) => [one, new Map<string, Cents>()]));
    for (const one of whole) {
      const { cycle, wholeDays } = one;
      const days: readonly PricedDay[] = wholeDays ?? read[unread.indexOf(one)] ?? [];
      const costs = costsOf(days, cycle.amount.prices);
      for (const [dayIndex, { date }] of days.entries())
        costsOfAsked.get(one.one)?.set(date, costs[dayIndex] as Cents);
    }
    return asked.map((one) => {
      const parts = cycles.flatMap((cycle) => [...costsOfParts(one, cycle)]);
      return new Map([...(costsOfAsked.get(one) ?? []), ...parts]);
    });
  };

  const versionsOf = async ({ tariffId }: PricedMeter): Promise<readonly TariffVersion[]> =>
    tariffId === null ? [] : tariffs.versionsOf(tariffId);

  /** The meters of one establishment. */
  const billedAt = async (
    caller: Caller,
    establishmentId: string,
    type: Utility,
    asked: readonly DaysToPrice[],
  ): Promise<readonly (PricedDays | null)[]> => {
    const establishment = await amounts.establishmentOf(caller, { establishmentId, type });
    if (establishment === null) return asked.map(() => null);
    const dates = asked.flatMap(({ days }) => days.map(({ date }) => date));
    const cycles = await billedCycles(caller, establishment, dates);
    const costs = await costsInCycles(establishment, asked, cycles);
    return Promise.all(
      asked.map(async ({ meter, days }, index) => {
        const last = cycles.findLast((cycle) => days.some(({ date }) => holds(cycle, date)));
        if (last === undefined) return null;
        const billed = costs[index] ?? new Map();
        // Its own tariff prices what no bill does.
        const own = days.every(({ date }) => billed.has(date)) ? null : meter.tariffId;
        const simple = await priceDays(tariffs, own, days);
        const versions = own === null ? [] : await tariffs.versionsOf(own);
        return {
          ...withSimple(simple, days, billed),
          basis: 'contract',
          prices: last.amount.prices,
          pricesOn: (date: CivilDate) =>
            cycles.find((cycle) => holds(cycle, date))?.amount.prices ?? versionOn(versions, date),
        } as const;
      }),
    );
  };

  /** The meters of one utility, and what is known of each. */
  const billedOf = async (
    caller: Caller,
    type: Utility,
    asked: readonly DaysToPrice[],
  ): Promise<readonly (readonly [DaysToPrice, PricedDays | null])[]> => {
    const establishments = Map.groupBy(asked, ({ meter }) => meter.establishmentId);
    const billed = [...(await amounts.billedAmong([...establishments.keys()], type))];
    const priced = await Promise.all(
      billed.map(async (id) => {
        const daysToPrice = establishments.get(id) ?? [];
        const found = await billedAt(caller, id, type, daysToPrice);
        return daysToPrice.map((one, index) => [one, found[index] ?? null] as const);
      }),
    );
    return priced.flat();
  };

  const byBill: MeterPrices['byBill'] = async (caller, asked) => {
    const ofType = Map.groupBy(
      asked.filter(({ days }) => days.length > 0),
      ({ meter }) => utilityOf(meter),
    );
    const priced = await Promise.all(
      [...ofType].map(([type, daysToPrice]) => billedOf(caller, type, daysToPrice)),
    );
    const pricedByDays = new Map(priced.flat());
    return asked.map((one) => pricedByDays.get(one) ?? null);
  };

  return {
    byBill,
    postsOf: posts.of,
    async prepare(caller, { establishmentId, type }, { first, last }) {
      const isBilled = (await amounts.billedAmong([establishmentId], type)).has(establishmentId);
      const asked = { establishmentId, type };
      const establishment = isBilled ? await amounts.establishmentOf(caller, asked) : null;
      return establishment && billedCycles(caller, establishment, daysFrom(first, last));
    },
    async ofDays(caller, asked) {
      const [billed = null] = await byBill(caller, [asked]);
      if (billed !== null) return billed;
      const { meter, days } = asked;
      const simple = await priceDays(tariffs, meter.tariffId, days);
      const versions = await versionsOf(meter);
      const pricesOn = (date: CivilDate): PostPrices | null => versionOn(versions, date);
      const last = days.at(-1);
      return {
        ...simple,
        basis: 'tariff',
        prices: last === undefined ? null : pricesOn(last.date),
        pricesOn,
      };
    },
  };
};
