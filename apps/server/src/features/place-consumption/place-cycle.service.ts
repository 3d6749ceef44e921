import type { MonthSoFar } from '@nascente/contract/consumption';
import { isMeasuredAlike, type TimeSpan } from '@nascente/domain/consumption/meter-parts';
import { startOfDay } from '@nascente/domain/time/civil-day';
import type { Caller } from '../../platform/http/caller.ts';
import type { CycleAmounts } from '../bills/index.ts';
import {
  type CycleSoFar,
  cycleAround,
  earlierDay,
  type HourSums,
  readCycleSoFar,
} from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { sharesOf } from './cycle-shares.ts';
import {
  type Days,
  type MeasuredPlace,
  type MeasuredPlaces,
  measuredOn,
  type PlacePart,
} from './measured-places.ts';
import { daysOfParts, measureParts } from './part-series.ts';
import { type ShareSoFar, toPlaceCycle } from './place-cycle.ts';

export interface PlaceCycleService {
  /** The current billing cycle of a place; null where nothing measured it. */
  read(caller: Caller, id: string, type: BoardType): Promise<MonthSoFar | null>;
}

export const createPlaceCycleService = (needs: {
  places: MeasuredPlaces;
  sums: HourSums;
  tariffs: TariffsService;
  amounts: CycleAmounts;
}): PlaceCycleService => {
  const { places, sums, tariffs, amounts } = needs;

  /** What measures now is read as far back as it is learnt from; what is gone, from the cycle before on. */
  const partsAround = (place: MeasuredPlace, { previous, learntFrom }: ReturnType<typeof cycleAround>) => {
    const all = measuredOn(place, { first: earlierDay(previous.first, learntFrom), last: place.today });
    const since = measuredOn(place, { first: previous.first, last: place.today }).from;
    return { ...all, parts: all.parts.filter(({ to }) => to > since) };
  };

  const soFarOf = (
    place: MeasuredPlace,
    { parts, ...within }: TimeSpan & { readonly parts: readonly PlacePart[] },
    { cycle, learntFrom }: ReturnType<typeof cycleAround>,
  ) => {
    // The highest demand is known of a single part only.
    const highestFrom = parts.length === 1 ? startOfDay(cycle.first, place.zone) : undefined;
    return Promise.all(
      sharesOf(place, parts, learntFrom).map(async (share): Promise<ShareSoFar> => {
        const measured = await measureParts(sums, place, { ...within, parts: share.parts }, highestFrom);
        return {
          ...share,
          soFar: await readCycleSoFar(daysOfParts(place, measured), place.now),
        };
      }),
    );
  };

  /** Whether other days were measured by as much of the place as those of this cycle. */
  const isAlike = (place: MeasuredPlace, { cycle, today }: CycleSoFar, days: Days): boolean =>
    isMeasuredAlike(measuredOn(place, { first: cycle.first, last: today }), measuredOn(place, days));

  return {
    async read(caller, id, type) {
      const place = await places.find(caller, id, type);
      const around = cycleAround(place.today, place.calendar);
      const shares = await soFarOf(place, partsAround(place, around), around);
      const [first] = shares;
      if (first === undefined) return null;
      const { soFar } = first;
      const cycle = await toPlaceCycle(shares, tariffs, {
        previousDays: isAlike(place, soFar, { first: around.previous.first, last: soFar.alike.end }),
        wholePrevious: isAlike(place, soFar, around.previous),
      });
      return amounts.ofCycle(caller, { establishmentId: id, type, installationId: null }, cycle);
    },
  };
};
