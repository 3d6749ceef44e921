import {
  QUARTER_QUANTITIES,
  type QuarterQuantity,
  type QuarterRun,
} from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';

export const endOf = ({ start, length }: QuarterRun): Instant => instant(start + length * QUARTER_MS);

const presentOf = ({ present, length }: QuarterRun): string => present ?? '1'.repeat(length);

/** The first so many quarter-hours of runs that follow one another; those without data where none follow. */
export const joined = (runs: readonly QuarterRun[], start: Instant, length: number): QuarterRun => {
  const present = runs.map(presentOf).join('').slice(0, length).padEnd(length, '0');
  const column = (name: QuarterQuantity): Float64Array | null => {
    if (runs.every((run) => run[name] === null)) return null;
    const whole = new Float64Array(length);
    for (const run of runs) {
      const offset = (run.start - start) / QUARTER_MS;
      whole.set(run[name]?.subarray(0, length - offset) ?? [], offset);
    }
    return whole;
  };
  const columns = Object.fromEntries(QUARTER_QUANTITIES.map((name) => [name, column(name)]));
  return {
    start,
    length,
    present: present.includes('0') ? present : null,
    ...(columns as Record<QuarterQuantity, Float64Array | null>),
  };
};

/** What of a run lies within a span: [from, to) among its quarter-hours, which may be none. */
export interface ClippedRun {
  readonly run: QuarterRun;
  readonly from: number;
  readonly to: number;
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

const clipped = (run: QuarterRun, { from, to }: Span): ClippedRun => {
  const first = run.start / QUARTER_MS;
  return {
    run,
    from: Math.max(0, Math.ceil(from / QUARTER_MS) - first),
    to: Math.min(run.length, Math.ceil(to / QUARTER_MS) - first),
  };
};

/**
 * What of runs lies within spans.
 *
 * @param runs - of each span
 */
export const clippedRuns = (
  spans: readonly Span[],
  runs: readonly (readonly QuarterRun[])[],
): readonly ClippedRun[] =>
  spans.flatMap((span, index) =>
    (runs[index] ?? []).map((run) => clipped(run, span)).filter(({ from, to }) => from < to),
  );

const QUARTER_PRESENT = '1';

/** Tells the quarter-hours with data, by their number since 1970, and what was measured in each. */
export const tellClipped = (
  { run: { start, present, consumed, volume }, from, to }: ClippedRun,
  tell: (quarter: number, measured: number) => void,
): void => {
  const first = start / QUARTER_MS;
  for (let place = from; place < to; place++) {
    if (present !== null && present[place] !== QUARTER_PRESENT) continue;
    tell(first + place, (consumed?.[place] ?? 0) + (volume?.[place] ?? 0));
  }
};

/** Those within [from, to). */
export const tellMeasured = (
  run: QuarterRun,
  span: Span,
  tell: (quarter: number, measured: number) => void,
): void => tellClipped(clipped(run, span), tell);
