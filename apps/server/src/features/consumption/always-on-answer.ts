import type { readAlwaysOn } from '@nascente/contract/analysis';
import type { AnswerOf } from '@nascente/contract/call';
import { type AlwaysOn, alwaysOn } from '@nascente/domain/consumption/always-on';
import type { Post, PostsOfDay } from '@nascente/domain/tariff/posts';
import type { CostOfDays, PricedDay } from '@nascente/domain/tariff/simple-tariff';
import { type CivilDate, civilDateAt, civilHourAt } from '@nascente/domain/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import { inUnits } from './day-answer.ts';
import type { MeasuredQuarters } from './measured-quarters.ts';
import { inReais } from './priced-days.ts';

type AlwaysOnAnswer = AnswerOf<typeof readAlwaysOn>['alwaysOn'];

const QUARTERS_AN_HOUR = 4;
const MINUTES_A_QUARTER = 15;
const LITRES_A_CUBIC_METRE = 1000;

/** kW of the energy of a quarter-hour; L/min of its volume. */
export const rateOf = (perQuarter: number, isWater: boolean): number =>
  isWater
    ? (inUnits(perQuarter) * LITRES_A_CUBIC_METRE) / MINUTES_A_QUARTER
    : inUnits(perQuarter * QUARTERS_AN_HOUR);

/** The base's part of each day by post, which is what a tariff prices. */
const daysOfBase = (start: Float64Array, { parts }: AlwaysOn, posts: PostsOfDay, zone: Zone): PricedDay[] => {
  const days = new Map<CivilDate, Record<Post, number>>();
  for (const [index, part] of parts.entries()) {
    const at = start[index] as Instant;
    const date = civilDateAt(at, zone);
    const sums = days.get(date) ?? { inPoint: 0, interPoint: 0, outPoint: 0 };
    sums[posts(date)[civilHourAt(at, zone)] ?? 'outPoint'] += part;
    days.set(date, sums);
  }
  return [...days].map(([date, sums]) => ({ date, ...sums }));
};

export const toAlwaysOn = async (
  quarters: MeasuredQuarters,
  meter: { readonly zone: Zone; readonly isWater: boolean; readonly posts: PostsOfDay },
  price: (days: readonly PricedDay[]) => Promise<CostOfDays>,
): Promise<AlwaysOnAnswer> => {
  const base = alwaysOn(quarters);
  if (base === null) return null;
  const { total } = await price(daysOfBase(quarters.start, base, meter.posts, meter.zone));
  return {
    power: rateOf(base.perQuarter, meter.isWater),
    energy: inUnits(base.energy),
    share: base.share,
    cost: inReais(total),
    completeness: quarters.completeness,
  };
};
