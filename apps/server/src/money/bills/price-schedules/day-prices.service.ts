import { type CivilDate, daysBetween, daysFrom, earlierDay } from '@nascente/domain/base/time/civil-day';
import { type Cents, sumCents } from '@nascente/domain/base/units/money';
import type { TouPrices } from '@nascente/domain/money/prices/billed-energy';
import {
  type CostOfDays,
  type PricedDay,
  type TariffVersion,
  versionOn,
} from '@nascente/domain/sites/tariffs/simple-tariff';
import {
  alwaysOffPeak,
  SIMPLE_WINDOWS,
  simpleTouPeriodsOn,
} from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import {
  type DaysReader,
  type DaysToPrice,
  type PricedDays,
  type PricedMeter,
  type PricedTouPeriods,
  priceDays,
  type SubjectPrices,
} from '../../../energy/consumption/index.ts';
import type { EstablishmentTouReader } from '../../../energy/tou-periods/index.ts';
import { createPerRequestCache } from '../../../platform/database/one-reading.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { calendarOf, type Utility } from '../../../sites/establishments/index.ts';
import type { TariffsService } from '../../../sites/tariffs/index.ts';
import { type BilledEstablishment, type BilledEstablishments, cyclesOf, todayAt } from '../measured-days.ts';
import { costsByDay, type PriceSchedule, type PriceSchedules } from './price-schedules.service.ts';

/** The cost of a meter's consumption on each day. */
type CostByDay = ReadonlyMap<string, Cents>;

const holds = ({ cycle }: PriceSchedule, date: CivilDate): boolean =>
  cycle.first <= date && date <= cycle.last;

const utilityOf = ({ kind }: Pick<PricedMeter, 'kind'>): Utility => (kind === 'water' ? 'water' : 'eletric');

/** The cost of each day by the bill, or by the tariff of the meter for days without a bill. */
const withSimple = (simple: CostOfDays, days: readonly PricedDay[], costs: CostByDay): CostOfDays => {
  const perDay = days.map(({ date }, index) => costs.get(date) ?? simple.perDay[index] ?? null);
  const unpriced = days.filter((_, index) => perDay[index] === null).map(({ date }) => date);
  const costsOfDays = perDay.filter((cost) => cost !== null);
  return { perDay, unpriced, total: unpriced.length > 0 ? null : sumCents(costsOfDays) };
};

const isCompleteDay = ({ isComplete }: DaysToPrice, date: CivilDate): boolean => isComplete?.(date) ?? true;

/** The days of a cycle that the caller has read; `null`: some are missing. */
const priceableDays = (
  { fullDays = [] }: DaysToPrice,
  schedule: PriceSchedule,
): readonly PricedDay[] | null => {
  const days = fullDays.filter(({ date }) => holds(schedule, date));
  const { first, last } = schedule.cycle;
  return days.length === daysBetween(first, last) + 1 ? days : null;
};

/** The cost of partial days of a cycle, by the hours in which they were counted. */
const costsOfParts = (one: DaysToPrice, schedule: PriceSchedule): CostByDay => {
  const parts = one.days.filter(({ date }) => holds(schedule, date) && !isCompleteDay(one, date));
  return costsByDay(
    parts.map((part) => ({ date: part.date, consumed: part })),
    schedule.prices,
  );
};

const OF_WATER: PricedTouPeriods = { touPeriodsOn: alwaysOffPeak, windowsOn: () => null };
const SIMPLE: PricedTouPeriods = { touPeriodsOn: simpleTouPeriodsOn, windowsOn: () => SIMPLE_WINDOWS };

/**
 * The cost of the consumption of meters by the price schedules of their establishments: the days of the only meter, or of all
 * parts, add up to the energy of the bill. Without a schedule, or if the caller may not see it, the tariff of the meter applies.
 */
export const createDayPrices = ({
  schedules,
  establishments,
  touPeriods,
  days: reader,
  tariffs,
}: {
  schedules: PriceSchedules;
  establishments: Pick<BilledEstablishments, 'hasFullAccess'>;
  touPeriods: EstablishmentTouReader;
  days: DaysReader;
  tariffs: TariffsService;
}): Pick<SubjectPrices, 'touPeriodsOf' | 'prepare' | 'byBill' | 'ofDays'> => {
  const perRequest = createPerRequestCache<Awaited<ReturnType<DaysReader['ofMany']>>>();

  const schedulesOf = async (
    caller: Caller,
    establishment: BilledEstablishment,
    dates: readonly CivilDate[],
  ): Promise<readonly PriceSchedule[]> => {
    const cycles = cyclesOf(establishment, dates);
    const found = await schedules.ofCycles(caller, establishment, { installationId: null }, cycles);
    return found.filter((schedule) => schedule !== null);
  };

  /**
   * The cost of the days of each meter. Complete days are rounded to cents so that all days of a cycle add up, independent of the
   * days requested. Partial days have the same prices.
   */
  const costsInCycles = async (
    establishment: BilledEstablishment,
    request: readonly DaysToPrice[],
    ofCycles: readonly PriceSchedule[],
  ): Promise<readonly CostByDay[]> => {
    const complete = ofCycles.flatMap((schedule) =>
      request
        .filter((one) => one.days.some(({ date }) => holds(schedule, date) && isCompleteDay(one, date)))
        .map((one) => {
          const isOnly = schedules.isMeasuredBy(establishment, schedule.cycle, one.meter.installationId);
          return { one, schedule, isOnly, readable: isOnly ? null : priceableDays(one, schedule) };
        }),
    );
    const unread = complete.filter(({ isOnly, readable }) => !isOnly && readable === null);
    const toRead = unread.map(({ one, schedule: { cycle, touPeriodsOn } }) => ({
      meter: { ...one.meter, removedAt: null },
      ...cycle,
      touPeriodsOn,
    }));
    const key = toRead.map(({ meter, first, last }) => [meter.installationId, first, last].join(' '));
    const read = await perRequest(key.join(), () => reader.ofMany(toRead, establishment.now));
    const costsByRequest = new Map(request.map((one) => [one, new Map<string, Cents>()]));
    for (const ofCycle of complete) {
      const { one, schedule, isOnly, readable } = ofCycle;
      const days = readable ?? read[unread.indexOf(ofCycle)] ?? [];
      const consumed = isOnly ? schedule.days : days.map((day) => ({ date: day.date, consumed: day }));
      for (const [date, cost] of costsByDay(consumed, schedule.prices))
        costsByRequest.get(one)?.set(date, cost);
    }
    return request.map((one) => {
      const parts = ofCycles.flatMap((schedule) => [...costsOfParts(one, schedule)]);
      return new Map([...(costsByRequest.get(one) ?? []), ...parts]);
    });
  };

  const versionsOf = async ({ tariffId }: PricedMeter): Promise<readonly TariffVersion[]> =>
    tariffId === null ? [] : tariffs.versionsOf(tariffId);

  /** Prices the days of meters of one establishment; `null`: no day has a bill. */
  const billedAt = async (
    caller: Caller,
    establishmentId: string,
    type: Utility,
    request: readonly DaysToPrice[],
  ): Promise<readonly (PricedDays | null)[]> => {
    const establishment = await schedules.find(caller, { establishmentId, type });
    if (establishment === null) return request.map(() => null);
    const dates = request.flatMap(({ days }) => days.map(({ date }) => date));
    const ofCycles = await schedulesOf(caller, establishment, dates);
    const costs = await costsInCycles(establishment, request, ofCycles);
    return Promise.all(
      request.map(async ({ meter, days }, index) => {
        const last = ofCycles.findLast((schedule) => days.some(({ date }) => holds(schedule, date)));
        if (last === undefined) return null;
        const billed = costs[index] ?? new Map();
        // Days without a bill are priced by the meter's own tariff.
        const own = days.every(({ date }) => billed.has(date)) ? null : meter.tariffId;
        const simple = await priceDays(tariffs, own, days);
        const versions = own === null ? [] : await tariffs.versionsOf(own);
        return {
          ...withSimple(simple, days, billed),
          basis: last.basis,
          prices: last.prices,
          pricesOn: (date: CivilDate) =>
            ofCycles.find((schedule) => holds(schedule, date))?.prices ?? versionOn(versions, date),
        };
      }),
    );
  };

  /** Prices the days of meters of one utility; `null`: no day has a bill. */
  const billedOf = async (
    caller: Caller,
    type: Utility,
    request: readonly DaysToPrice[],
  ): Promise<readonly (readonly [DaysToPrice, PricedDays | null])[]> => {
    const establishments = Map.groupBy(request, ({ meter }) => meter.establishmentId);
    const billed = [...(await schedules.billedAmong([...establishments.keys()], type))];
    const priced = await Promise.all(
      billed.map(async (id) => {
        const daysToPrice = establishments.get(id) ?? [];
        const found = await billedAt(caller, id, type, daysToPrice);
        return daysToPrice.map((one, index) => [one, found[index] ?? null] as const);
      }),
    );
    return priced.flat();
  };

  const byBill: SubjectPrices['byBill'] = async (caller, request) => {
    const ofType = Map.groupBy(
      request.filter(({ days }) => days.length > 0),
      ({ meter }) => utilityOf(meter),
    );
    const priced = await Promise.all(
      [...ofType].map(([type, daysToPrice]) => billedOf(caller, type, daysToPrice)),
    );
    const pricedByDays = new Map(priced.flat());
    return request.map((one) => pricedByDays.get(one) ?? null);
  };

  return {
    byBill,
    async touPeriodsOf(caller, { establishmentId, type }, { first, last }) {
      if (type === 'water') return OF_WATER;
      const establishment = await schedules.find(caller, { establishmentId, type });
      if (establishment === null) return SIMPLE;
      const today = todayAt(establishment);
      const calendar = calendarOf(establishment.facts, type);
      const { spans, touPeriodsOn } = await touPeriods.read({
        establishmentId,
        first,
        last,
        today,
        calendar,
      });
      const cycles = cyclesOf(establishment, daysFrom(first, last)).filter((cycle) =>
        establishments.hasFullAccess(caller, establishment, {
          ...cycle,
          last: earlierDay(cycle.last, today),
        }),
      );
      const isPriced = (date: CivilDate) => cycles.some((cycle) => cycle.first <= date && date <= cycle.last);
      return {
        touPeriodsOn: (date) => (isPriced(date) ? touPeriodsOn : simpleTouPeriodsOn)(date),
        windowsOn: (date) =>
          (isPriced(date) ? spans.find((span) => date <= span.last)?.windows : undefined) ?? SIMPLE_WINDOWS,
      };
    },
    async prepare(caller, subject, { first, last }) {
      const establishment = await schedules.find(caller, subject);
      return establishment && schedulesOf(caller, establishment, daysFrom(first, last));
    },
    async ofDays(caller, request) {
      const [billed = null] = await byBill(caller, [request]);
      if (billed !== null) return billed;
      const { meter, days } = request;
      const simple = await priceDays(tariffs, meter.tariffId, days);
      const versions = await versionsOf(meter);
      const pricesOn = (date: CivilDate): TouPrices | null => versionOn(versions, date);
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
