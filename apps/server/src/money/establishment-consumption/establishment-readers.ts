import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import type {
  EstablishmentAmounts,
  EstablishmentTouPeriods,
  EstablishmentYearBefore,
  readEstablishmentAmounts,
  readEstablishmentMonths,
  readEstablishmentRest,
} from '@nascente/contract/money/establishment-consumption';
import type { Instant } from '@nascente/domain/base/time/zone';
import { yearBefore } from '@nascente/domain/energy/forecast/alike';
import { energyBalance } from '@nascente/domain/energy/subjects/energy-balance';
import {
  elapsedTime,
  generalParts,
  partsBeside,
  spansOfParts,
} from '@nascente/domain/energy/subjects/meter-parts';
import {
  measureTouPeriods,
  type TouEnergy,
} from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import { simpleTouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { type EnergySeries, emptySeries, repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import {
  billedWhole,
  type ConsumptionFeature,
  type CycleInBrief,
  compareYearBefore,
  createFindEstablishment,
  createGridFlows,
  daysOfSubject,
  type EstablishmentSubject,
  type FindEstablishment,
  inUnits,
  type MeterSums,
  priceTogether,
  type QuarterSums,
  readMonthsOf,
} from '../../energy/consumption/index.ts';
import type { EstablishmentTouReader } from '../../energy/tou-periods/index.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type {
  EstablishmentFactsRepository,
  EstablishmentsService,
} from '../../sites/establishments/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { ReadingsService } from '../../telemetry/readings/index.ts';
import type { ApportionmentService } from '../apportionment/index.ts';
import type { BillsFeature } from '../bills/index.ts';
import { createReadDay } from './establishment-day.service.ts';

/** Establishments with up to this many meters together are read concurrently, by one statement. */
const METERS_PER_QUERY = 20;

const toAmounts = (cycle: CycleInBrief | null): EstablishmentAmounts => {
  if (cycle === null) return null;
  const { total, cost, forecast } = cycle;
  return { total, cost, forecast, ...repeatShares(cycle) };
};

/** Divides establishments into batches of at least one, in their order. */
const inBatches = <S extends { readonly meters: readonly unknown[] }>(subjects: readonly S[]): S[][] => {
  const batches: S[][] = [];
  let meters = METERS_PER_QUERY;
  for (const subject of subjects) {
    meters += Math.max(subject.meters.length, 1);
    if (meters > METERS_PER_QUERY) {
      batches.push([]);
      meters = Math.max(subject.meters.length, 1);
    }
    batches.at(-1)?.push(subject);
  }
  return batches;
};

type FoundEstablishment = Awaited<ReturnType<FindEstablishment>>;

/** Reads of each establishment in the requested order. Small establishments share statements. @throws NotFound if one is not the caller's */
export const createReadEach =
  (find: FindEstablishment) =>
  async <T>(
    caller: Caller,
    requested: readonly Pick<FoundEstablishment, 'id' | 'type'>[],
    signal: AbortSignal,
    read: (establishment: FoundEstablishment) => Promise<T>,
  ): Promise<T[]> => {
    const keyOf = ({ id, type }: Pick<FoundEstablishment, 'id' | 'type'>) => `${type} ${id}`;
    const unique = new Map(requested.map((one) => [keyOf(one), one]));
    const found = await Promise.all([...unique.values()].map(({ id, type }) => find(caller, id, type)));
    const answers = new Map<string, T>();
    for (const batch of inBatches(found)) {
      signal.throwIfAborted();
      await Promise.all(batch.map(async (one) => answers.set(keyOf(one), await read(one))));
    }
    return requested.map((one) => answers.get(keyOf(one)) as T);
  };

type Rest = AnswerOf<typeof readEstablishmentRest>['rest'];

const consumedIn = ({ consumedA, consumedB, consumedC, volume }: EnergySeries): number =>
  [consumedA, consumedB, consumedC, volume].reduce(
    (sum, column) => column.reduce((total, value) => total + value, sum),
    0,
  );

const isRefused = (error: unknown): boolean => error instanceof NotAllowed;

/**
 * Consumption without a meter of its own in the current cycle, as apportioned; `null` without a general or another meter. The
 * cost is `null` without access to the bill.
 */
const createReadRest = (needs: {
  find: FindEstablishment;
  sums: QuarterSums;
  apportionment: Pick<ApportionmentService, 'read'>;
}) => {
  const gridFlows = createGridFlows(needs);

  const withoutAmount = async (establishment: EstablishmentSubject): Promise<Rest> => {
    const { meters, type, cycle } = establishment;
    const time = elapsedTime(cycle, establishment);
    const spans = [generalParts(meters, time), partsBeside(meters, time)].map(spansOfParts);
    const [flows, series] = await Promise.all([
      gridFlows(meters, type, time),
      needs.sums(type === 'water' ? 'water' : 'electric', spans),
    ]);
    const [consumed = 0, others = 0] = series.map(consumedIn);
    const { rest } = energyBalance({ ...flows, consumed, parts: [{ total: others }] });
    return consumed <= 0 ? null : { total: inUnits(rest), cost: null, share: rest / (rest + others) };
  };

  return async (caller: Caller, id: string, type: BoardType): Promise<Rest> => {
    const establishment = await needs.find(caller, id, type);
    const { cycle, meters } = establishment;
    if (partsBeside(meters, elapsedTime(cycle, establishment)).length === 0) return null;
    try {
      const { consumed, rest } = await needs.apportionment.read(caller, id, { type, by: 'meters' });
      return consumed <= 0 ? null : { total: rest.unmeasured, cost: rest.energy, share: rest.share };
    } catch (error) {
      if (isRefused(error)) return withoutAmount(establishment);
      throw error;
    }
  };
};

const toAnswer = ({ active, excessReactive }: TouEnergy): EstablishmentTouPeriods['peak'] => ({
  active: inUnits(active),
  excessReactive: inUnits(excessReactive),
});

/** Consumption of the current electricity cycle by time-of-use period. */
const createReadTouPeriods =
  (needs: { find: FindEstablishment; sums: QuarterSums; touPeriods: EstablishmentTouReader }) =>
  async (caller: Caller, id: string): Promise<EstablishmentTouPeriods> => {
    const establishment = await needs.find(caller, id, 'eletric');
    const { calendar, today, cycle } = establishment;
    const { parts } = establishment.partsOn(cycle);
    const [[measured = emptySeries(0, 15)], { spans, rules }] = await Promise.all([
      needs.sums('all quantities', [spansOfParts(parts)]),
      needs.touPeriods.read({ establishmentId: id, calendar, today, ...cycle }),
    ]);
    const { inPoint, interPoint, outPoint } = measureTouPeriods(measured, spans, establishment);
    const hasIntermediate = rules.some(({ windows }) => windows.intermediate.length > 0);
    return {
      peak: toAnswer(inPoint),
      intermediate: hasIntermediate ? toAnswer(interPoint) : null,
      offPeak: toAnswer(outPoint),
      touPeriods: rules,
    };
  };

/** The current cycle beside the same days of the year before; `null` unless the same meters measured both. */
const createReadYearBefore =
  (sums: MeterSums) =>
  async (establishment: FoundEstablishment): Promise<EstablishmentYearBefore> => {
    const { cycle, now } = establishment;
    if (!establishment.isMeasuredAlike(cycle, yearBefore(cycle))) return null;
    const source = daysOfSubject(sums, establishment, async () => simpleTouPeriodsOn);
    const { first: start, last: end, ...alike } = await compareYearBefore(source, cycle, now);
    return { start, end, ...alike };
  };

export type EstablishmentReaders = ReturnType<typeof createEstablishmentReaders>;

export const createEstablishmentReaders = (needs: {
  establishments: EstablishmentsService;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  consumption: Pick<ConsumptionFeature, 'meterSums' | 'sums' | 'cyclesOf'>;
  tariffs: TariffsService;
  touPeriods: EstablishmentTouReader;
  bills: Pick<BillsFeature, 'prices'>;
  apportionment: Pick<ApportionmentService, 'read'>;
  readings: Pick<ReadingsService, 'newest'>;
  clock: () => Instant;
}) => {
  const { establishments, facts, consumption, tariffs, touPeriods, readings, clock } = needs;
  const { prices } = needs.bills;
  const find = createFindEstablishment({ establishments, facts, clock });
  const cycles = consumption.cyclesOf(prices);
  const byQuarter = { find, sums: consumption.sums };
  const readEach = createReadEach(find);
  const yearBeforeOf = createReadYearBefore(consumption.meterSums);
  const cycle = {
    /** The current billing cycle; `null`: no meter measured the establishment. */
    read: async (caller: Caller, id: string, type: BoardType) =>
      cycles.ofEstablishment(caller, await find(caller, id, type)),
    readBudgetCycle: async (caller: Caller, id: string, type: BoardType) =>
      cycles.establishmentBudgetCycle(caller, await find(caller, id, type)),
  };
  return {
    readEach,
    amountsOf: cycles.amountsOf,
    yearBeforeOf,
    /** The amounts of each establishment's cycle in the requested order. */
    amounts(
      caller: Caller,
      { establishments: requested }: BodyOf<typeof readEstablishmentAmounts>,
      signal: AbortSignal,
    ) {
      requirePermission(caller, 'see-consumption');
      return readEach(caller, requested, signal, async (one) =>
        toAmounts(await cycles.amountsOf(caller, one)),
      );
    },
    cycle,
    day: createReadDay({ ...byQuarter, readings }),
    /** Civil months in the requested order. */
    async months(caller: Caller, id: string, { type, months }: BodyOf<typeof readEstablishmentMonths>) {
      const subject = await find(caller, id, type);
      return readMonthsOf(
        { sums: consumption.meterSums, prices },
        caller,
        subject,
        billedWhole(subject),
        months,
        (of) => priceTogether(tariffs, of),
      );
    },
    touPeriods: createReadTouPeriods({ ...byQuarter, touPeriods }),
    rest: createReadRest({ ...byQuarter, apportionment: needs.apportionment }),
    yearBefore: async (caller: Caller, id: string, type: BoardType) =>
      yearBeforeOf(await find(caller, id, type)),
  };
};
