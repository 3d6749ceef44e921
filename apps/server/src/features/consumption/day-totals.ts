import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { sumBy } from '@nascente/domain/consumption/totals';

/** What days come to. */
export interface DayTotals {
  /** mWh, or ml. */
  readonly total: number;
  readonly presentQuarters: number;
  readonly expectedQuarters: number;
}

const known = new WeakMap<readonly DayPosts[], DayTotals>();

/** Days are never changed, and often told again: the same ones are added up once. */
export const totalsOfDays = (days: readonly DayPosts[]): DayTotals => {
  const before = known.get(days);
  if (before !== undefined) return before;
  const totals = {
    total: sumBy(days, (day) => day.total),
    presentQuarters: sumBy(days, (day) => day.presentQuarters),
    expectedQuarters: sumBy(days, (day) => day.expectedQuarters),
  };
  known.set(days, totals);
  return totals;
};
