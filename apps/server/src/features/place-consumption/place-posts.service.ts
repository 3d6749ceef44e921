import type { PlacePosts } from '@nascente/contract/place-consumption';
import { measurePosts, type PostEnergy } from '@nascente/domain/tariff/posts/measured-posts';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import type { Caller } from '../../platform/http/caller.ts';
import { inUnits, type QuarterSums } from '../consumption/index.ts';
import type { PlacePostsReader } from '../posts/index.ts';
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
  sums: QuarterSums;
  posts: PlacePostsReader;
}): PlacePostsService => {
  const { places, sums, posts } = needs;
  return {
    async read(caller, id) {
      const place = await places.find(caller, id, 'eletric');
      const { calendar, today } = place;
      const cycle = { first: readingCycleAt(today, calendar).first, last: today };
      const stays = measuredOn(place, cycle).parts.map(({ meter: { installationId }, from, to }) => ({
        installationId,
        from,
        to,
      }));
      const [measured, { spans, rules }] = await Promise.all([
        sums('all quantities', stays),
        posts.read({ establishmentId: id, calendar, today, ...cycle }),
      ]);
      const { inPoint, interPoint, outPoint } = measurePosts(measured, spans, place);
      const hasIntermediate = rules.some(({ windows }) => windows.intermediate.length > 0);
      return {
        peak: toAnswer(inPoint),
        intermediate: hasIntermediate ? toAnswer(interPoint) : null,
        offPeak: toAnswer(outPoint),
        posts: rules,
      };
    },
  };
};
