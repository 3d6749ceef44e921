import type { EstablishmentPosts } from '@nascente/contract/money/establishment-consumption';
import { spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import { measurePosts, type PostEnergy } from '@nascente/domain/energy/tou-periods/measured-posts';
import { emptySeries } from '@nascente/domain/telemetry/intervals/series';
import { type FindEstablishment, inUnits, type QuarterSums } from '../../energy/consumption/index.ts';
import type { EstablishmentPostsReader } from '../../energy/tou-periods/index.ts';
import type { Caller } from '../../platform/http/caller.ts';

const toAnswer = ({ active, excessReactive }: PostEnergy): EstablishmentPosts['peak'] => ({
  active: inUnits(active),
  excessReactive: inUnits(excessReactive),
});

/** Of the current billing cycle of electricity. */
export const createReadPosts =
  (needs: { find: FindEstablishment; sums: QuarterSums; posts: EstablishmentPostsReader }) =>
  async (caller: Caller, id: string): Promise<EstablishmentPosts> => {
    const establishment = await needs.find(caller, id, 'eletric');
    const { calendar, today, cycle } = establishment;
    const { parts } = establishment.partsOn(cycle);
    const [[measured = emptySeries(0, 15)], { spans, rules }] = await Promise.all([
      needs.sums('all quantities', [spansOfParts(parts)]),
      needs.posts.read({ establishmentId: id, calendar, today, ...cycle }),
    ]);
    const { inPoint, interPoint, outPoint } = measurePosts(measured, spans, establishment);
    const hasIntermediate = rules.some(({ windows }) => windows.intermediate.length > 0);
    return {
      peak: toAnswer(inPoint),
      intermediate: hasIntermediate ? toAnswer(interPoint) : null,
      offPeak: toAnswer(outPoint),
      posts: rules,
    };
  };
