import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { sumBy } from '@nascente/domain/consumption/totals';

/** What days come to. */
export interface DayTotals {
  /** mWh, or ml. */
  readonly total: number;
  readonly presentQuarters: number;
  readonly expectedQuarters: number;
}

export const totalsOfDays = (days: readonly DayPosts[]): DayTotals => ({
  total: sumBy(days, (day) => day.total),
  presentQuarters: sumBy(days, (day) => day.presentQuarters),
  expectedQuarters: sumBy(days, (day) => day.expectedQuarters),
});
