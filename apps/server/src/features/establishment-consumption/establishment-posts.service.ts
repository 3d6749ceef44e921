import type { EstablishmentPosts } from '@nascente/contract/establishment-consumption';
import { spansOfParts } from '@nascente/domain/consumption/meter-parts';
import { emptySeries } from '@nascente/domain/consumption/series';
import { measurePosts, type PostEnergy } from '@nascente/domain/tariff/posts/measured-posts';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import type { Caller } from '../../platform/http/caller.ts';
import { inUnits, type QuarterSums } from '../consumption/index.ts';
import type { EstablishmentPostsReader } from '../posts/index.ts';
import { type MeasuredEstablishments, measuredOn } from './measured-establishments.ts';

export interface EstablishmentPostsService {
  /** Of the current billing cycle of electricity. */
  read(caller: Caller, id: string): Promise<EstablishmentPosts>;
}

const toAnswer = ({ active, excessReactive }: PostEnergy): EstablishmentPosts['peak'] => ({
  active: inUnits(active),
  excessReactive: inUnits(excessReactive),
});

export const createEstablishmentPostsService = (needs: {
  establishments: MeasuredEstablishments;
  sums: QuarterSums;
  posts: EstablishmentPostsReader;
}): EstablishmentPostsService => {
  const { establishments, sums, posts } = needs;
  return {
    async read(caller, id) {
      const establishment = await establishments.find(caller, id, 'eletric');
      const { calendar, today } = establishment;
      const cycle = { first: readingCycleAt(today, calendar).first, last: today };
      const { parts } = measuredOn(establishment, cycle);
      const [[measured = emptySeries(0, 15)], { spans, rules }] = await Promise.all([
        sums('all quantities', [spansOfParts(parts)]),
        posts.read({ establishmentId: id, calendar, today, ...cycle }),
      ]);
      const { inPoint, interPoint, outPoint } = measurePosts(measured, spans, establishment);
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
