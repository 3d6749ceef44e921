import { addDays, type CivilDate, civilDateAt, daysFrom, startOfDay } from '../../base/time/civil-day.ts';
import { addMonths, type CivilMonth, firstDayOf, monthOf } from '../../base/time/civil-month.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { DAY_MS, type Instant, instant, type Zone } from '../../base/time/zone.ts';
import { QUARTERS_OF_DAY } from '../../telemetry/intervals/quarter-days.ts';
import {
  completenessOf,
  expectedBetween,
  type MeterStays,
  type Quantity,
  valueAt,
} from '../../telemetry/intervals/totals.ts';
import type { PastDay } from '../forecast/past-day.ts';

/** Consumption of a month with data, mWh (ml of water). */
export interface MeasuredMonth {
  readonly month: CivilMonth;
  readonly amount: number;
}

/**
 * Sums slots by the civil month in which they begin, oldest month first.
 * @param start - of each slot, epoch ms, ascending
 */
export function monthsOfSlots(start: Float64Array, amount: Float64Array, zone: Zone): MeasuredMonth[] {
  const months: { month: CivilMonth; amount: number }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [slot, at] of start.entries()) {
    if (at >= end) {
      const month = monthOf(civilDateAt(instant(at), zone));
      end = startOfDay(firstDayOf(addMonths(month, 1)), zone);
      months.push({ month, amount: 0 });
    }
    (months.at(-1) as { amount: number }).amount += amount[slot] as number;
  }
  return months;
}

/** Consecutive civil days, and the quarter-hours at which they begin. */
export interface CivilDays {
  readonly dates: readonly CivilDate[];
  /** Numbers of quarter-hours since 1970 UTC: the first one of each day, then the first one after the last day. */
  readonly begins: Float64Array;
}

/** Accumulates consumption by civil day, mWh (ml of water). Data outside the days are ignored. */
export interface DaySums {
  readonly totals: Float64Array;
  readonly quarters: Float64Array;
  /** @param quarter - counted from 1970 @param meters - number of meters with data in the quarter-hour */
  readonly addQuarter: (quarter: number, total: number, meters: number) => void;
  /**
   * Adds a UTC day of a meter whose quarter-hours all have data; `cutOf` states where it is cut. @param day - counted from 1970
   * @param before - the part of `total` before the cut
   */
  readonly addCut: (day: number, total: number, before: number) => void;
  /** Marks a quarter-hour of a meter, counted from 1970, as estimated: it no longer counts as measured. */
  readonly addEstimated: (quarter: number) => void;
}

/** The last days that were requested: the establishments of one call mostly learn from the same days. */
let last: { readonly key: string; readonly days: CivilDays } | null = null;

/** The days from the first to the last, both included. */
export function civilDays(first: CivilDate, lastIncluded: CivilDate, zone: Zone): CivilDays {
  const key = `${first} ${lastIncluded} ${zone}`;
  if (last?.key === key) return last.days;
  const dates = daysFrom(first, lastIncluded);
  const begins = [...dates, addDays(dates.at(-1) ?? first, 1)].map((date) =>
    Math.ceil(startOfDay(date, zone) / QUARTER_MS),
  );
  const days = { dates, begins: Float64Array.from(begins) };
  last = { key, days };
  return days;
}

/** Index of the day that contains a quarter-hour; negative before the first day, the number of days after the last one. */
function dayAt({ begins }: CivilDays, quarter: number): number {
  const first = valueAt(begins, 0);
  let index = Math.min(Math.floor((quarter - first) / QUARTERS_OF_DAY), begins.length - 1);
  // The estimate is off by an hour after a clock change.
  while (index >= 0 && valueAt(begins, index) > quarter) index--;
  while (index < begins.length - 1 && valueAt(begins, index + 1) <= quarter) index++;
  return index;
}

/**
 * The quarter-hour of a UTC day, 1 to 95, at which a civil day begins; 0: no civil day begins after its start; null: several do.
 */
export function cutOf(days: CivilDays, utcDay: number): number | null {
  const { begins } = days;
  const start = utcDay * QUARTERS_OF_DAY;
  const next = dayAt(days, start) + 1;
  const cuts = begins.subarray(next, next + 2).filter((begin) => begin < start + QUARTERS_OF_DAY);
  if (cuts.length > 1) return null;
  return cuts.length === 0 ? 0 : valueAt(cuts, 0) - start;
}

/** A part of a span in which all UTC days have the same cut (see `cutOf`). */
export type CutSpan<S extends TimeSpan> = S & { readonly cut: number };

/** UTC days that have the same cut. */
interface CutDays {
  readonly first: number;
  last: number;
  readonly cut: number;
}

const cutsByDays = new WeakMap<CivilDays, readonly CutDays[]>();

function cutsOf(days: CivilDays): readonly CutDays[] {
  const cached = cutsByDays.get(days);
  if (cached !== undefined) return cached;
  const dayOf = (index: number): number => Math.floor(valueAt(days.begins, index) / QUARTERS_OF_DAY);
  const timeIntervals: CutDays[] = [];
  for (let day = dayOf(0); day <= dayOf(days.begins.length - 1); day++) {
    const [cut, before] = [cutOf(days, day), timeIntervals.at(-1)];
    if (before !== undefined && before.cut === cut) before.last = day;
    else timeIntervals.push({ first: day, last: day, cut: cut ?? 0 });
  }
  cutsByDays.set(days, timeIntervals);
  return timeIntervals;
}

/**
 * Returns a function that splits spans at clock changes, so that all UTC days of a part have the same cut. A UTC day in which
 * several civil days begin gets cut 0.
 */
export function createCutSpans(days: CivilDays): <S extends TimeSpan>(span: S) => readonly CutSpan<S>[] {
  const timeIntervals = cutsOf(days);
  return (span) =>
    timeIntervals.flatMap(({ first, last, cut }) => {
      const from = instant(Math.max(span.from, first * DAY_MS));
      const to = instant(Math.min(span.to, (last + 1) * DAY_MS));
      return from < to ? [{ ...span, from, to, cut }] : [];
    });
}

export function createDaySums(days: CivilDays): DaySums {
  const length = days.dates.length;
  const [totals, quarters] = [new Float64Array(length), new Float64Array(length)];
  const add = (index: number, total: number, count: number): void => {
    if (index < 0 || index >= length) return;
    totals[index] = valueAt(totals, index) + total;
    quarters[index] = valueAt(quarters, index) + count;
  };
  return {
    totals,
    quarters,
    addQuarter: (quarter, total, meters) => add(dayAt(days, quarter), total, meters),
    addEstimated: (quarter) => add(dayAt(days, quarter), 0, -1),
    addCut(day, total, before) {
      const start = day * QUARTERS_OF_DAY;
      const index = dayAt(days, start);
      const next = index + 1;
      const cut = next < days.begins.length ? valueAt(days.begins, next) - start : QUARTERS_OF_DAY;
      const isCut = cut < QUARTERS_OF_DAY;
      add(index, isCut ? before : total, isCut ? cut : QUARTERS_OF_DAY);
      if (isCut) add(next, total - before, QUARTERS_OF_DAY - cut);
    },
  };
}

interface PastDaysOptions {
  readonly now: Instant;
  /** No data are expected before it; null if `stays` states this. */
  readonly since: Instant | null;
  /** When each of several meters was installed; absent for one meter, installed at `since`. */
  readonly stays?: MeterStays | undefined;
}

/** Converts sums to the days from which a forecast learns. */
export function pastDaysOf(
  { dates, begins }: CivilDays,
  { totals, quarters }: Pick<DaySums, 'totals' | 'quarters'>,
  { now, since, stays }: PastDaysOptions,
): PastDay[] {
  return dates.map((date, index) => {
    const from = Math.max(valueAt(begins, index) * QUARTER_MS, since ?? 0);
    const to = Math.min(valueAt(begins, index + 1) * QUARTER_MS, now);
    const expectedQuarters = expectedBetween(from, to, stays);
    const present = Math.min(valueAt(quarters, index), expectedQuarters);
    return {
      date,
      total: valueAt(totals, index) as Quantity,
      completeness: completenessOf(present, expectedQuarters),
      expectedQuarters,
    };
  });
}
