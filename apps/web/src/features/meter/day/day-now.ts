import { type Post, postAt } from '@nascente/domain/tariff/posts/posts';
import { type CivilDate, isCivilDate } from '@nascente/domain/time/civil-day';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import type { PostPrices } from '../../../shared/consumption/posts.ts';
import type { Additions } from './live-additions.ts';
import type { Day } from './use-day.ts';

/** One civil hour of a day as the chart shows it. */
export interface HourRow {
  readonly hour: number;
  readonly post: Post;
  /** kWh or m³ */
  readonly total: number;
  readonly injected: number;
  /** Highest power of a quarter-hour, kW. */
  readonly demand: number;
  readonly completeness: number;
}

/** A day with what has come in since the server was asked. */
export interface DayNow {
  readonly total: number;
  readonly injected: number;
  readonly cost: number | null;
  readonly completeness: number;
  readonly hours: readonly HourRow[];
}

const rowsOf = (day: Day): HourRow[] =>
  day.hours.map(({ hour, post, total, demand, completeness, consumptioninjectedPower: injected }) => ({
    hour,
    post,
    total,
    injected: injected.phaseA + injected.phaseB + injected.phaseC,
    demand: demand.avgValue,
    completeness,
  }));

const emptyHour = (hour: number, date: CivilDate | null, kind: MeterKind): HourRow => ({
  hour,
  post: kind === 'water' || date === null ? 'outPoint' : postAt(date, hour),
  total: 0,
  injected: 0,
  demand: 0,
  completeness: 0,
});

const withHours = (
  rows: HourRow[],
  additions: Additions,
  date: CivilDate | null,
  kind: MeterKind,
): HourRow[] => {
  const missing = [...additions.byHour.keys()].filter((hour) => !rows.some((row) => row.hour === hour));
  return [...rows, ...missing.map((hour) => emptyHour(hour, date, kind))]
    .sort((a, b) => a.hour - b.hour)
    .map((row) => {
      const added = additions.byHour.get(row.hour);
      if (added === undefined) return row;
      return {
        ...row,
        total: row.total + added.consumed,
        injected: row.injected + added.injected,
        // An hour with a message is no gap, even before the server has counted it.
        completeness: Math.max(row.completeness, Number.EPSILON),
      };
    });
};

const costOfAdditions = (rows: readonly HourRow[], additions: Additions, prices: PostPrices): number =>
  rows.reduce((sum, { hour, post }) => sum + (additions.byHour.get(hour)?.consumed ?? 0) * prices[post], 0);

/** The server's day and the live messages that it cannot hold yet. */
export const dayNow = (
  day: Day,
  additions: Additions,
  kind: MeterKind,
  prices: PostPrices | null,
): DayNow => {
  const hours = withHours(rowsOf(day), additions, isCivilDate(day.date) ? day.date : null, kind);
  return {
    total: day.total + additions.consumed,
    injected: day.injected + additions.injected,
    cost:
      day.cost === null ? null : day.cost + (prices === null ? 0 : costOfAdditions(hours, additions, prices)),
    completeness: day.completeness,
    hours,
  };
};
