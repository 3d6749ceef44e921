import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { addDays, type CivilDate, earlierDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import {
  type CycleAround,
  type CycleSoFar,
  cycleAround,
} from '@nascente/domain/energy/forecast/cycle-so-far';
import { daysTogether } from '@nascente/domain/energy/forecast/past-day';
import { isMeasuredAlike } from '@nascente/domain/energy/subjects/meter-parts';
import { type PartShare, sharesOfParts } from '@nascente/domain/energy/subjects/part-shares';
import { type PacedCycle, usualShare } from '@nascente/domain/money/budgets/usual-pace';
import { versionOn } from '@nascente/domain/sites/tariffs/simple-tariff';
import {
  type DaySumsReader,
  type MeterPrices,
  type MeterSums,
  pricesInReais,
  priceTogether,
  readCycleSoFar,
  type ShareSoFar,
  toMonthSoFar,
} from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EstablishmentMeter } from '../../sites/establishments/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { CycleAmounts } from '../bills/index.ts';
import {
  type FindEstablishment,
  type MeasuredEstablishment,
  type MeasuredParts,
  measuredOn,
} from './measured-establishments.ts';
import { type CutEstablishment, daysOfParts, measureParts, pastDaysOfParts, stepOf } from './part-series.ts';

export type EstablishmentCycleService = ReturnType<typeof createEstablishmentCycleService>;

/**
 * All of it together: what took the place of another meter within the cycle goes on with its days. Null where nothing
 * measures any more.
 */
const usualShareOf = (
  shares: readonly (ShareSoFar & PartShare<EstablishmentMeter>)[],
  now: Instant,
): number | null => {
  const going = shares.find(({ parts }) => parts.some(({ to }) => to > now));
  if (going === undefined) return null;
  const { today, cycle, shareToCome } = going.soFar;
  const daysElapsed = Math.max(...shares.map(({ soFar }) => soFar.daysElapsed));
  return usualShare({
    first: addDays(today, 1 - daysElapsed),
    last: cycle.last,
    today,
    days: daysTogether(shares.flatMap(({ soFar }) => soFar.pastDays)),
    shareToCome,
  });
};

export const createEstablishmentCycleService = (needs: {
  find: FindEstablishment;
  sums: MeterSums;
  daySums: DaySumsReader;
  tariffs: TariffsService;
  amounts: CycleAmounts;
  prices: Pick<MeterPrices, 'postsOf'>;
}) => {
  const { find, sums, daySums, tariffs, amounts, prices } = needs;

  /** What measures now is read as far back as it is learnt from; what is gone, from the cycle before on. */
  const partsAround = (establishment: MeasuredEstablishment, { previous, learntFrom }: CycleAround) => {
    const all = measuredOn(establishment, {
      first: earlierDay(previous.first, learntFrom),
      last: establishment.today,
    });
    const since = measuredOn(establishment, { first: previous.first, last: establishment.today }).from;
    return { ...all, parts: all.parts.filter(({ to }) => to > since) };
  };

  const soFarOf = (
    establishment: CutEstablishment,
    { parts }: MeasuredParts,
    { cycle, countedFrom, learntFrom }: CycleAround,
  ) => {
    const stepMinutes = stepOf(establishment, { first: countedFrom, last: establishment.today });
    const counted = startOfDay(countedFrom, establishment.zone);
    // The highest demand is known of a single part only.
    const highestFrom = parts.length === 1 ? startOfDay(cycle.first, establishment.zone) : undefined;
    return Promise.all(
      sharesOfParts(parts, { ...establishment, learntFrom }).map(
        async (share): Promise<ShareSoFar & PartShare<EstablishmentMeter>> => {
          const how = { from: counted, highestFrom, stepMinutes };
          const source = daysOfParts(establishment, measureParts(sums, establishment, share, how));
          const pastDays = pastDaysOfParts(daySums, establishment, share.parts);
          return { ...share, soFar: await readCycleSoFar({ ...source, pastDays }, establishment.now) };
        },
      ),
    );
  };

  /** Of the tariff that all meters have; null where they have several, or none. */
  const pricesOf = async (shares: readonly ShareSoFar[], today: CivilDate): Promise<MonthSoFar['prices']> => {
    const [id, ...others] = new Set(shares.map(({ tariffId }) => tariffId));
    if (id == null || others.length > 0) return null;
    return pricesInReais(versionOn(await tariffs.versionsOf(id), today));
  };

  /** Whether other days were measured by as much of the establishment as those of this cycle. */
  const isAlike = (
    establishment: MeasuredEstablishment,
    { cycle, today }: CycleSoFar,
    days: DaySpan,
  ): boolean =>
    isMeasuredAlike(
      measuredOn(establishment, { first: cycle.first, last: today }),
      measuredOn(establishment, days),
    );

  const readShares = async (caller: Caller, id: string, type: BoardType) => {
    const found = await find(caller, id, type);
    const around = cycleAround(found.today, found.calendar);
    const counted = { first: around.countedFrom, last: found.today };
    const { postsOn } = await prices.postsOf(caller, { establishmentId: id, type }, counted);
    const establishment = { ...found, postsOn };
    const whose = { establishmentId: id, type, installationId: null };
    const [shares] = await Promise.all([
      soFarOf(establishment, partsAround(establishment, around), around),
      // Its bill and that of the cycle before are made meanwhile: `ofCycle` asks for them within the same reading.
      amounts.ofDays(caller, whose, [around.cycle, around.previous]),
    ]);
    const [first] = shares;
    if (first === undefined) return null;
    const { soFar } = first;
    const measured = await toMonthSoFar(shares, (days) => priceTogether(tariffs, days), {
      previousDays: isAlike(establishment, soFar, { first: around.previous.first, last: soFar.alike.end }),
      wholePrevious: isAlike(establishment, soFar, around.previous),
    });
    const priced = { ...measured, prices: await pricesOf(shares, found.today) };
    return { shares, cycle: await amounts.ofCycle(caller, whose, priced), now: establishment.now };
  };

  return {
    /** The current billing cycle of an establishment; null where nothing measured it. */
    async read(caller: Caller, id: string, type: BoardType): Promise<MonthSoFar | null> {
      return (await readShares(caller, id, type))?.cycle ?? null;
    },
    /** The same amounts, with the usual share of the days that have passed. */
    async readPaced(caller: Caller, id: string, type: BoardType): Promise<PacedCycle | null> {
      const found = await readShares(caller, id, type);
      if (found === null) return null;
      const { start, end, total, cost, forecast, completeness } = found.cycle;
      return {
        start: start as CivilDate,
        end: end as CivilDate,
        total,
        cost,
        forecast,
        usualShare: usualShareOf(found.shares, found.now),
        completeness,
      };
    },
  };
};
