import type { PlacePosts } from '@nascente/contract/place-consumption';
import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import { type PostEnergy, peakAndOffPeak } from '@nascente/domain/consumption/excess-reactive';
import { simplePosts } from '@nascente/domain/tariff/posts';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import type { Caller } from '../../platform/http/caller.ts';
import { inUnits, type SeriesRepository } from '../consumption/index.ts';
import { type MeasuredPlaces, measuredOn } from './measured-places.ts';

export interface PlacePostsService {
  /** Of the current billing cycle of electricity. */
  read(caller: Caller, id: string): Promise<PlacePosts>;
}

const toAnswer = ({ active, excessReactive }: PostEnergy): PlacePosts['peak'] => ({
  active: inUnits(active),
  excessReactive: inUnits(excessReactive),
});

export const createPlacePostsService = (needs: {
  places: MeasuredPlaces;
  series: SeriesRepository;
}): PlacePostsService => {
  const { places, series } = needs;
  return {
    async read(caller, id) {
      const place = await places.find(caller, id, 'eletric');
      const { zone, now, today } = place;
      const cycle = { first: readingCycleAt(today, place.calendar).first, last: today };
      const { parts } = measuredOn(place, cycle);
      const days = await Promise.all(
        parts.map(async ({ meter: { installationId, kind }, from, to }) =>
          consolidateDays(await series.readInDetail({ installationId, kind, from, to }, 15), {
            ...cycle,
            zone,
            now,
            kind: 'electric',
            posts: simplePosts,
            since: from,
          }),
        ),
      );
      const { peak, offPeak } = peakAndOffPeak(days);
      return { peak: toAnswer(peak), offPeak: toAnswer(offPeak) };
    },
  };
};
