import { civilDateAt, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { HOUR_MS, type Instant, instant, MINUTE_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import type { Frames } from './frame-columns.ts';
import { type FrameField, inMeterUnit, isIncrement } from './frame-fields.ts';

/** Interval lengths for frames: hours and days are those of the local clock. */
export type IntervalLength = '1m' | '15m' | '1h' | '1d';

/** Some fields of a frame or of an interval, in the unit of the meter; null: not measured. */
export interface MeasuredFields<F extends FrameField> {
  /** Epoch ms. */
  readonly start: number;
  readonly measured: Readonly<Record<F, number | null>>;
}

/** Start of the interval that contains an instant, by interval length. */
const STARTS: Readonly<Record<IntervalLength, (at: Instant, zone: Zone) => number>> = {
  '1m': (at) => Math.floor(at / MINUTE_MS) * MINUTE_MS,
  '15m': (at) => Math.floor(at / QUARTER_MS) * QUARTER_MS,
  '1h': (at, zone) => at - ((at + offsetMsAt(at, zone)) % HOUR_MS),
  '1d': (at, zone) => startOfDay(civilDateAt(at, zone), zone),
};

/** Fields of each frame, ascending. */
export function measuredByFrame<F extends FrameField>(
  { at, columns }: Frames,
  fields: readonly F[],
): MeasuredFields<F>[] {
  return Array.from(at, (start, index) =>
    measuredAt(start, fields, (field) => {
      const stored = columns[field]?.[index] ?? Number.NaN;
      return Number.isNaN(stored) ? null : inMeterUnit(field, stored);
    }),
  );
}

/**
 * Means of instantaneous fields and sums of increments by interval, ascending. `max` limits the result to the newest intervals.
 */
export function measuredByInterval<F extends FrameField>(
  { at, columns }: Frames,
  fields: readonly F[],
  interval: { readonly every: IntervalLength; readonly zone: Zone; readonly max: number },
): MeasuredFields<F>[] {
  const intervals = intervalsOf(at, interval.every, interval.zone);
  const withEnds = intervals.map((one, index) => ({ ...one, end: intervals[index + 1]?.first ?? at.length }));
  return withEnds
    .slice(-interval.max)
    .map(({ start, first, end }) =>
      measuredAt(start, fields, (field) => meanOrSum(field, columns[field]?.subarray(first, end))),
    );
}

function measuredAt<F extends FrameField>(
  start: number,
  fields: readonly F[],
  measuredIn: (field: F) => number | null,
): MeasuredFields<F> {
  const measured = Object.fromEntries(fields.map((field) => [field, measuredIn(field)]));
  return { start, measured: measured as MeasuredFields<F>['measured'] };
}

/**
 * Start of each interval and index of its first frame. Intervals begin at full minutes, so only the first frame of each minute is
 * examined.
 */
function intervalsOf(at: Float64Array, every: IntervalLength, zone: Zone) {
  const intervals: { readonly start: number; readonly first: number }[] = [];
  let minuteBefore = Number.NaN;
  for (const [first, instantOfFrame] of at.entries()) {
    const minute = Math.floor(instantOfFrame / MINUTE_MS);
    if (minute === minuteBefore) continue;
    minuteBefore = minute;
    const start = STARTS[every](instant(instantOfFrame), zone);
    if (intervals.at(-1)?.start !== start) intervals.push({ start, first });
  }
  return intervals;
}

function meanOrSum(field: FrameField, column: Float64Array | undefined): number | null {
  const measured = column?.filter((number) => !Number.isNaN(number)) ?? new Float64Array();
  if (measured.length === 0) return null;
  const sum = measured.reduce((total, number) => total + number, 0);
  return isIncrement(field) ? inMeterUnit(field, sum) : sum / measured.length;
}
