import type { AnswerOf } from '@nascente/contract/base/call';
import type { readDay } from '@nascente/contract/energy/consumption';
import { type CivilDate, civilDateAt, civilHourAt, isCivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import {
  touPeriodOfHour,
  touPeriodsOfWindows,
} from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import type { TouPrices } from '../../../shared/consumption/tou-periods.ts';
import type { LiveReading } from '../live/live-reading.ts';

export type Day = AnswerOf<typeof readDay>;

interface Additions {
  readonly consumed: number;
  readonly injected: number;
  readonly byHour: ReadonlyMap<number, { readonly consumed: number; readonly injected: number }>;
}

export const NO_ADDITIONS: Additions = { consumed: 0, injected: 0, byHour: new Map() };

/**
 * Readings newer than the newest one the server knew right after answering. A reading stored between the two answers
 * is missing until the next refetch; none counts twice.
 */
export const pendingReadings = (
  readings: readonly LiveReading[],
  countedUntil: Instant | null,
): readonly LiveReading[] =>
  countedUntil === null ? readings : readings.filter((reading) => reading.at > countedUntil);

export const additionsTo = (
  date: CivilDate,
  zone: Zone,
  kind: 'eletric' | 'water',
  pending: readonly LiveReading[],
): Additions => {
  const byHour = new Map<number, { consumed: number; injected: number }>();
  let consumed = 0;
  let injected = 0;
  for (const reading of pending) {
    if (civilDateAt(reading.at, zone) !== date) continue;
    const used = kind === 'water' ? reading.volume : reading.consumed;
    const hour = civilHourAt(reading.at, zone);
    const before = byHour.get(hour) ?? { consumed: 0, injected: 0 };
    byHour.set(hour, { consumed: before.consumed + used, injected: before.injected + reading.injected });
    consumed += used;
    injected += reading.injected;
  }
  return { consumed, injected, byHour };
};

/** One civil hour of a day as the chart shows it. */
export interface HourRow {
  readonly hour: number;
  /** The time-of-use period of most of the hour. */
  readonly touPeriod: TouPeriod;
  /** kWh or m³ */
  readonly total: number;
  /** The same by post. */
  readonly byTouPeriod: Readonly<Record<TouPeriod, number>>;
  readonly injected: number;
  /** Highest power of a quarter-hour, kW. */
  readonly demand: number;
  readonly completeness: number;
  readonly estimated?: number;
}

export interface DayNow {
  readonly total: number;
  readonly injected: number;
  readonly cost: number | null;
  readonly completeness: number;
  readonly estimated?: number;
  /** The windows of its time-of-use periods; null for water. */
  readonly windows: Day['windows'];
  readonly hours: readonly HourRow[];
}

const EMPTY: HourRow['byTouPeriod'] = { inPoint: 0, interPoint: 0, outPoint: 0 };

const rowsOf = (day: Day): HourRow[] =>
  day.hours.map((row) => {
    const { hour, touPeriod, touPeriods, total, demand, consumptioninjectedPower: injected } = row;
    return {
      hour,
      touPeriod,
      total,
      byTouPeriod: touPeriods ?? { ...EMPTY, [touPeriod]: total },
      injected: injected.phaseA + injected.phaseB + injected.phaseC,
      demand: demand.avgValue,
      ...repeatShares(row),
    };
  });

const emptyHour = (hour: number, { date, windows }: Day): HourRow => ({
  hour,
  touPeriod:
    windows === null || !isCivilDate(date)
      ? 'outPoint'
      : touPeriodOfHour(touPeriodsOfWindows(windows)(date), hour),
  total: 0,
  byTouPeriod: EMPTY,
  injected: 0,
  demand: 0,
  completeness: 0,
});

const withHours = (rows: HourRow[], additions: Additions, day: Day): HourRow[] => {
  const missing = [...additions.byHour.keys()].filter((hour) => !rows.some((row) => row.hour === hour));
  return [...rows, ...missing.map((hour) => emptyHour(hour, day))]
    .sort((a, b) => a.hour - b.hour)
    .map((row) => {
      const added = additions.byHour.get(row.hour);
      if (added === undefined) return row;
      return {
        ...row,
        total: row.total + added.consumed,
        byTouPeriod: { ...row.byTouPeriod, [row.touPeriod]: row.byTouPeriod[row.touPeriod] + added.consumed },
        injected: row.injected + added.injected,
        // An hour with a message is no gap, even before the server counted it.
        completeness: Math.max(row.completeness, Number.EPSILON),
      };
    });
};

const costOfAdditions = (rows: readonly HourRow[], additions: Additions, prices: TouPrices): number =>
  rows.reduce(
    (sum, { hour, touPeriod }) => sum + (additions.byHour.get(hour)?.consumed ?? 0) * prices[touPeriod],
    0,
  );

/** The server's day with the live messages it cannot contain yet. */
export const dayNow = (day: Day, additions: Additions, prices: TouPrices | null): DayNow => {
  const hours = withHours(rowsOf(day), additions, day);
  return {
    total: day.total + additions.consumed,
    injected: day.injected + additions.injected,
    cost:
      day.cost === null ? null : day.cost + (prices === null ? 0 : costOfAdditions(hours, additions, prices)),
    ...repeatShares(day),
    windows: day.windows,
    hours,
  };
};

/** Null while nothing was measured, neither on the server nor live. */
export const measuredTotal = (day: DayNow): number | null =>
  isUnmeasured(day) && day.hours.every(isUnmeasured) ? null : day.total;
