import type { MonthSoFar } from '@nascente/contract/consumption';
import { isMeasuredAlike } from '@nascente/domain/consumption/meter-parts';
import { type CivilDate, startOfDay } from '@nascente/domain/time/civil-day';
import type { Caller } from '../../platform/http/caller.ts';
import {
  alikeEnd,
  type CycleSoFar,
  cycleAround,
  earlierDay,
  readCycleSoFar,
  type SpansReader,
} from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { sharesOf } from './cycle-shares.ts';
import { type Days, type MeasuredPlace, type MeasuredPlaces, measuredOn } from './measured-places.ts';
import { daysOfParts, type PartSeries, readParts } from './part-series.ts';
import { type ShareSoFar, toPlaceCycle } from './place-cycle.ts';

export interface PlaceCycleService {
  /** The current billing cycle of a place; null where nothing measured it. */
  read(caller: Caller, id: string, type: BoardType): Promise<MonthSoFar | null>;
}

export const createPlaceCycleService = (needs: {
  places: MeasuredPlaces;
  spans: SpansReader;
  tariffs: TariffsService;
}): PlaceCycleService => {
  const { places, spans, tariffs } = needs;

  /** What measures now is read as far back as it is learnt from; what is gone, from the cycle before on. */
  const readAround = async (
    place: MeasuredPlace,
    { cycle, previous, learntFrom }: ReturnType<typeof cycleAround>,
  ): Promise<readonly PartSeries[]> => {
    const all = measuredOn(place, { first: earlierDay(previous.first, learntFrom), last: place.today });
    const since = measuredOn(place, { first: previous.first, last: place.today }).from;
    const parts = all.parts.filter(({ to }) => to > since);
    // The highest demand is known of a single part only.
    const highestFrom = parts.length === 1 ? startOfDay(cycle.first, place.zone) : undefined;
    return readParts(spans, place, { ...all, parts }, highestFrom);
  };

  const soFarOf = (place: MeasuredPlace, parts: readonly PartSeries[], learntFrom: CivilDate) =>
    Promise.all(
      sharesOf(place, parts, learntFrom).map(
        async (share): Promise<ShareSoFar> => ({
          ...share,
          soFar: await readCycleSoFar(daysOfParts(place, share.parts), place.now, 'whole cycle'),
        }),
      ),
    );

  /** Whether other days were measured by as much of the place as those of this cycle. */
  const isAlike = (place: MeasuredPlace, { cycle, today }: CycleSoFar, days: Days): boolean =>
    isMeasuredAlike(measuredOn(place, { first: cycle.first, last: today }), measuredOn(place, days));

  return {
    async read(caller, id, type) {
      const place = await places.find(caller, id, type);
      const around = cycleAround(place.today, place.calendar);
      const parts = await readAround(place, around);
      const shares = await soFarOf(place, parts, around.learntFrom);
      const [first] = shares;
      if (first === undefined) return null;
      const { soFar } = first;
      return toPlaceCycle(shares, tariffs, {
        previousDays: isAlike(place, soFar, { first: around.previous.first, last: alikeEnd(soFar) }),
        wholePrevious: isAlike(place, soFar, around.previous),
      });
    },
  };
};
