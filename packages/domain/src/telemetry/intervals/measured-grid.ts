import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { type Instant, MINUTE_MS } from '../../base/time/zone.ts';
import {
  type ClippedRun,
  type DayTotals,
  forEachPresent,
  QUARTERS_OF_DAY,
  type QuarterRunOf,
} from './quarter-days.ts';
import { type EnergySeries, type PhaseColumn, type StepMinutes, seriesWith } from './series.ts';

type PhaseRun = QuarterRunOf<never> & Partial<Readonly<Record<PhaseColumn, Float64Array | null>>>;

export type MeasuredGrid = ReturnType<typeof createMeasuredGrid>;

interface GridQuery {
  /** Length of the slots; 60 by default. */
  readonly stepMinutes?: StepMinutes;
  /** The highest quarter-hour of each slot is computed from this instant on. */
  readonly highestFrom?: Instant | undefined;
  /** Estimated intervals within the grid, each of one meter. */
  readonly estimated?: readonly TimeSpan[];
  /**
   * Columns by phase; absent: one column for all phases. Energy and volume share that column, because a meter measures one of
   * them.
   */
  readonly phases?: readonly PhaseColumn[];
}

/** Calls `visit` for the quarter-hours with data of a closed day that begin within a span, counted from 1970. */
export const eachQuarter = (
  span: TimeSpan,
  { day, totals, present }: DayTotals,
  visit: (quarter: number, total: number) => void,
): void => {
  const origin = day * QUARTERS_OF_DAY;
  const end = Math.min(QUARTERS_OF_DAY, Math.ceil(span.to / QUARTER_MS) - origin);
  for (let index = Math.max(0, Math.ceil(span.from / QUARTER_MS) - origin); index < end; index++)
    if (present === null || present[index] === 1) visit(origin + index, totals[index] as number);
};

/** Calls `call` for the quarter-hours that begin in an interval, counted from 1970. */
export function forEachQuarter({ from, to }: TimeSpan, call: (quarter: number) => void): void {
  for (let quarter = Math.ceil(from / QUARTER_MS); quarter * QUARTER_MS < to; quarter++) call(quarter);
}

/** Accumulates measurements of an interval by hour, half hour or quarter-hour. */
export const createMeasuredGrid = (
  { from, to }: TimeSpan,
  { stepMinutes = 60, highestFrom, estimated = [], phases }: GridQuery = {},
) => {
  const stepMs = stepMinutes * MINUTE_MS;
  const quartersOfSlot = stepMs / QUARTER_MS;
  const first = Math.floor(from / stepMs);
  const length = Math.max(0, Math.floor((to - 1) / stepMs) + 1 - first);
  const slotOf = (quarter: number): number => Math.floor(quarter / quartersOfSlot) - first;
  const column = (): Float64Array => new Float64Array(length);
  const [total, quarters, estimates] = [column(), column(), column()];
  const estimatedQuarters = new Set<number>();
  const addEstimated = (intervals: readonly TimeSpan[]): void => {
    for (const interval of intervals)
      forEachQuarter(interval, (quarter) => {
        const slot = slotOf(quarter);
        estimates[slot] = (estimates[slot] as number) + 1;
        estimatedQuarters.add(quarter);
      });
  };
  addEstimated(estimated);
  const ofPhases = (phases ?? []).map((phase) => ({ phase, sum: column() }));
  const highest = highestFrom === undefined ? null : { measured: column(), start: column() };

  /** Updates the highest quarter-hour of a slot; the first of equal ones counts. */
  const compare = (slot: number, start: number, measured: number): void => {
    if (highest === null || highestFrom === undefined || start < highestFrom) return;
    if (estimatedQuarters.has(start / QUARTER_MS)) return;
    const [maximum, since] = [highest.measured[slot] as number, highest.start[slot] as number];
    if (since !== 0 && (measured < maximum || (measured === maximum && start > since))) return;
    highest.measured[slot] = measured;
    highest.start[slot] = start;
  };
  /** Adds a UTC quarter-hour, counted from 1970. @param meters - how many meters have data of it */
  const addQuarter = (quarter: number, measured: number, meters: number): void => {
    const slot = slotOf(quarter);
    total[slot] = (total[slot] as number) + measured;
    quarters[slot] = (quarters[slot] as number) + meters;
    compare(slot, quarter * QUARTER_MS, measured);
  };

  const measuredAt = (present: number, slot: number): number => present - (estimates[slot] as number);

  return {
    /** Adds estimated intervals, each of one meter. If the highest quarter-hours are computed, call it before adding any. */
    addEstimated,
    /** Adds the first of several totals of a quarter-hour. */
    addTotals: (quarter: number, meters: number, totals: readonly number[]): void =>
      addQuarter(quarter, totals[0] as number, meters),
    /** Adds the quarter-hours of a closed day that begin within a span. */
    addDay: (span: TimeSpan, day: DayTotals): void =>
      eachQuarter(span, day, (quarter, total) => addQuarter(quarter, total, 1)),
    /** Adds quarter-hours by phase. */
    addRun(clip: ClippedRun<PhaseRun>): void {
      const { run } = clip;
      const origin = run.start / QUARTER_MS;
      const added = ofPhases.map(({ phase, sum }) => ({ phase, sum, measured: run[phase] }));
      forEachPresent(clip, (index) => {
        const slot = slotOf(origin + index);
        let consumed = 0;
        for (const { phase, sum, measured } of added) {
          const one = measured?.[index] ?? 0;
          sum[slot] = (sum[slot] as number) + one;
          if (phase.startsWith('consumed')) consumed += one;
        }
        addQuarter(origin + index, consumed, 1);
      });
    },
    /** Returns the slots with data, ascending. */
    series(): EnergySeries {
      const indexes = new Uint32Array(length);
      let slots = 0;
      for (let index = 0; index < length; index++)
        if ((quarters[index] as number) > 0) indexes[slots++] = index;
      const cut = (complete: Float64Array): Float64Array => {
        if (slots === length) return complete;
        const measured = new Float64Array(slots);
        for (let at = 0; at < slots; at++) measured[at] = complete[indexes[at] as number] as number;
        return measured;
      };
      const start = new Float64Array(slots);
      for (let at = 0; at < slots; at++) start[at] = (first + (indexes[at] as number)) * stepMs;
      const amount = cut(total);
      return seriesWith({
        stepMinutes,
        start,
        quarters: cut(estimatedQuarters.size === 0 ? quarters : quarters.map(measuredAt)),
        estimated: cut(estimates),
        ...(phases === undefined
          ? { consumedA: amount, volume: amount }
          : Object.fromEntries(ofPhases.map(({ phase, sum }) => [phase, cut(sum)]))),
        ...(highest && { peakQuarter: cut(highest.measured), peakQuarterStart: cut(highest.start) }),
      });
    },
  };
};
