import type { PlaceYearBefore } from '@nascente/contract/place-consumption';
import { yearBefore } from '@nascente/domain/consumption/alike';
import { isMeasuredAlike } from '@nascente/domain/consumption/meter-parts';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import type { Caller } from '../../platform/http/caller.ts';
import { compareYearBefore, type HourSums } from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import { type MeasuredPlaces, measuredOn } from './measured-places.ts';
import { daysOfParts, measureParts } from './part-series.ts';

export interface YearBeforeService {
  /** Of the current cycle; null unless the same days of the year before were measured alike. */
  read(caller: Caller, id: string, type: BoardType): Promise<PlaceYearBefore>;
}

export const createYearBeforeService = (needs: {
  places: MeasuredPlaces;
  sums: HourSums;
}): YearBeforeService => {
  const { places, sums } = needs;
  return {
    async read(caller, id, type) {
      const place = await places.find(caller, id, type);
      const asked = { first: readingCycleAt(place.today, place.calendar).first, last: place.today };
      const both = [measuredOn(place, asked), measuredOn(place, yearBefore(asked))] as const;
      if (!isMeasuredAlike(...both)) return null;
      const [now, before] = await Promise.all([
        measureParts(sums, place, both[0]),
        measureParts(sums, place, both[1]),
      ]);
      const [source, sourceBefore] = [daysOfParts(place, now), daysOfParts(place, before)];
      const compared = await compareYearBefore(source, sourceBefore, asked, place.now);
      const { first: start, last: end, ...alike } = compared;
      return { start, end, ...alike };
    },
  };
};
