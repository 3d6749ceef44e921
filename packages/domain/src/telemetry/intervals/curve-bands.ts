import { civilDateAt, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  offsetMsAt,
  SECOND_MS,
  type Zone,
} from '../../base/time/zone.ts';
import { instantAt } from './totals.ts';

/** A thinned curve: lowest, highest and mean value of each interval with data. */
export interface CurveBands {
  /** Epoch ms, ascending: start of each interval, or the instant of each point if the curve is not thinned. */
  readonly at: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly mean: Float64Array;
}

/** Interval lengths. Intervals begin at multiples of their length, so that a curve looks the same wherever its section begins. */
const LENGTHS_MS: readonly number[] = [
  ...[1, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS),
];

/** The shortest length (or multiple of the longest) that yields at most `maximum` intervals. @param minimum - ms */
export function bandLength(spanMs: number, maximum: number, minimum = 0): number {
  const wanted = Math.max(spanMs / maximum, minimum);
  const maxLength = LENGTHS_MS[LENGTHS_MS.length - 1] as number;
  return LENGTHS_MS.find((length) => length >= wanted) ?? Math.ceil(wanted / maxLength) * maxLength;
}

/**
 * Thins a curve without losing extremes. @param measured - NaN: not measured @param lengthMs - interval length; 0: no thinning
 */
export function bandsOf(at: Float64Array, measured: Float64Array, lengthMs: number): CurveBands {
  const bands = createBands(at.length);
  let interval = Number.NaN;
  for (let index = 0; index < at.length; index++) {
    const value = measured[index] as number;
    if (Number.isNaN(value)) continue;
    const instant = at[index] as number;
    const start = lengthMs === 0 ? instant : Math.floor(instant / lengthMs) * lengthMs;
    if (start === interval) bands.add(value);
    else bands.begin(start, value);
    interval = start;
  }
  return bands.cut();
}

function createBands(maximum: number) {
  const column = (): Float64Array => new Float64Array(maximum);
  const [at, low, high, sum, count] = [column(), column(), column(), column(), column()];
  let last = -1;
  return {
    begin(start: number, value: number) {
      last++;
      at[last] = start;
      low[last] = value;
      high[last] = value;
      sum[last] = value;
      count[last] = 1;
    },
    add(value: number) {
      low[last] = Math.min(low[last] as number, value);
      high[last] = Math.max(high[last] as number, value);
      sum[last] = (sum[last] as number) + value;
      count[last] = (count[last] as number) + 1;
    },
    cut(): CurveBands {
      const cut = (complete: Float64Array): Float64Array => complete.slice(0, last + 1);
      return {
        at: cut(at),
        low: cut(low),
        high: cut(high),
        mean: cut(sum).map((total, index) => total / (count[index] as number)),
      };
    },
  };
}

/** Interval lengths of sums: counted quantities have no value at an instant. */
const SUM_LENGTHS = ['quarter', 'hour', 'day'] as const;
type SumLength = (typeof SUM_LENGTHS)[number];

/** Approximate lengths, ms; a civil day may be an hour longer or shorter. */
export const SUM_LENGTH_MS: Readonly<Record<SumLength, number>> = {
  quarter: QUARTER_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/** The shortest length of which a span has at most `maximum`, else days. */
export function sumLength(spanMs: number, maximum: number): SumLength {
  return SUM_LENGTHS.find((length) => spanMs / SUM_LENGTH_MS[length] <= maximum) ?? 'day';
}

const STARTS: Readonly<Record<SumLength, (at: Instant, zone: Zone) => number>> = {
  quarter: (at) => at,
  hour: (at, zone) => {
    const offset = offsetMsAt(at, zone);
    return Math.floor((at + offset) / HOUR_MS) * HOUR_MS - offset;
  },
  day: (at, zone) => startOfDay(civilDateAt(at, zone), zone),
};

/** Sums of intervals, ascending; intervals without data are absent. */
interface CurveSums {
  /** Start of each interval, epoch ms; days and hours are those of the zone. */
  readonly at: Float64Array;
  readonly total: Float64Array;
}

/** Sums quarter-hours by longer intervals. @param at - start of each quarter-hour, epoch ms, ascending */
export function sumsOf(at: Float64Array, counted: Float64Array, length: SumLength, zone: Zone): CurveSums {
  const starts: number[] = [];
  const totals: number[] = [];
  for (let index = 0; index < at.length; index++) {
    const start = STARTS[length](instantAt(at, index), zone);
    const last = starts.length - 1;
    if (starts[last] === start) totals[last] = (totals[last] as number) + (counted[index] as number);
    else {
      starts.push(start);
      totals.push(counted[index] as number);
    }
  }
  return { at: Float64Array.from(starts), total: Float64Array.from(totals) };
}
