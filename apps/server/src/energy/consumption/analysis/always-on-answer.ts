import type { AnswerOf } from '@nascente/contract/base/call';
import type { readAlwaysOn } from '@nascente/contract/energy/analysis';
import { alwaysOn } from '@nascente/domain/energy/consumption/always-on';
import { sumsByPost } from '@nascente/domain/energy/tou-periods/quarters-by-post';
import type { CostOfDays, PricedDay } from '@nascente/domain/sites/tariffs/simple-tariff';
import type { Meter } from '../../../sites/meters/index.ts';
import type { PostsInForce } from '../../tou-periods/index.ts';
import { inUnits } from '../days/day-answer.ts';
import { inReais } from '../prices/priced-days.ts';
import type { MeasuredQuarters } from '../reading/measured-quarters.ts';

type AlwaysOnAnswer = AnswerOf<typeof readAlwaysOn>['alwaysOn'];

const QUARTERS_AN_HOUR = 4;
const MINUTES_A_QUARTER = 15;
const LITRES_A_CUBIC_METRE = 1000;

/** kW of the energy of a quarter-hour; L/min of its volume. */
export const rateOf = (perQuarter: number, isWater: boolean): number =>
  isWater
    ? (inUnits(perQuarter) * LITRES_A_CUBIC_METRE) / MINUTES_A_QUARTER
    : inUnits(perQuarter * QUARTERS_AN_HOUR);

export const toAlwaysOn = async (
  quarters: MeasuredQuarters,
  { zone, kind }: Pick<Meter, 'zone' | 'kind'>,
  { postsOn, rules }: PostsInForce,
  price: (days: readonly PricedDay[]) => Promise<CostOfDays>,
): Promise<AlwaysOnAnswer> => {
  const base = alwaysOn(quarters);
  if (base === null) return null;
  // The base's part of each day by post is what a tariff prices.
  const { total } = await price(sumsByPost(quarters.start, base.parts, { zone, postsOn }));
  return {
    power: rateOf(base.perQuarter, kind === 'water'),
    energy: inUnits(base.energy),
    share: base.share,
    cost: inReais(total),
    completeness: quarters.completeness,
    posts: rules,
  };
};
