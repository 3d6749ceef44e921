import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { type Instant, instant, MINUTE_MS } from '../../base/time/zone.ts';
import { type EnergySeries, type PhaseColumn, type StepMinutes, seriesWith, valueAt } from './totals.ts';

/** The part [from, to) of a run's quarter-hours that lies within a span. */
export interface ClippedRun<R> {
  readonly run: R;
  readonly from: number;
  readonly to: number;
}

/** The parts of runs within a span; runs outside it are left out. */
export function clippedRuns<R extends QuarterRunOf<never>>(
  span: TimeSpan,
  runs: readonly R[],
): readonly ClippedRun<R>[] {
  const [from, to] = [Math.ceil(span.from / QUARTER_MS), Math.ceil(span.to / QUARTER_MS)];
  return runs.flatMap((run) => {
    const first = run.start / QUARTER_MS;
    const clipped = { run, from: Math.max(0, from - first), to: Math.min(run.length, to - first) };
    return clipped.from < clipped.to ? [clipped] : [];
  });
}

/** Calls `visit` for each quarter-hour with data, by its index in the run. */
export function forEachPresent(
  { run: { present }, from, to }: ClippedRun<QuarterRunOf<never>>,
  visit: (index: number) => void,
): void {
  for (let index = from; index < to; index++) if (present === null || present[index] === '1') visit(index);
}

/** A quarter-hour with data, and its values in the order of the requested columns, in mWh, mvarh or ml. */
export interface QuarterRow {
  readonly start: Instant;
  readonly values: readonly number[];
}

/** The quarter-hours with data within a span, in the order of the runs. */
export function rowsOfRuns<C extends string>(
  columns: readonly C[],
  span: TimeSpan,
  runs: readonly QuarterRunOf<C>[] = [],
): QuarterRow[] {
  const rows: QuarterRow[] = [];
  for (const clip of clippedRuns(span, runs))
    forEachPresent(clip, (index) =>
      rows.push({
        start: instant(clip.run.start + index * QUARTER_MS),
        values: columns.map((column) => clip.run[column]?.[index] ?? 0),
      }),
    );
  return rows;
}

/** One value for each quarter-hour between two instants; null if it has no data. @param start - epoch ms */
export function quartersBetweenInstants(
  { start, column }: { readonly start: Float64Array; readonly column: Float64Array },
  from: Instant,
  until: Instant,
): (number | null)[] {
  const values: (number | null)[] = Array.from(
    { length: Math.ceil((until - from) / QUARTER_MS) },
    () => null,
  );
  for (const [slot, at] of start.entries()) {
    const index = (at - from) / QUARTER_MS;
    if (index >= 0 && index < values.length) values[index] = column[slot] as number;
  }
  return values;
}

export const QUARTERS_OF_DAY = 96;

/** Quantities summed over all phases, in mWh, mvarh or ml. */
export const QUARTER_QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'] as const;
export type QuarterQuantity = (typeof QUARTER_QUANTITIES)[number];

/**
 * A run: consecutive quarter-hours of a meter by column, in mWh, mvarh or ml. A null column is zero throughout. `present` states
 * which quarter-hours have data.
 */
export type QuarterRunOf<C extends string> = Readonly<Record<C, Float64Array | null>> & {
  readonly start: Instant;
  readonly length: number;
  /** One character for each quarter-hour, '1' if it has data; null: all have data. */
  readonly present: string | null;
};

/** The quarter-hours of a meter on a UTC day. */
export interface DayTotals {
  /** Number of the UTC day, counted from 1970. */
  readonly day: number;
  /** Consumption of all phases, or volume, of each quarter-hour: whole numbers ≥ 0, whose sum is below 2^53. */
  readonly totals: Float64Array;
  /** For each quarter-hour: 1 if it has data, else 0. Null: all have data. */
  readonly present: Uint8Array | null;
}

/** A run with quantities that can be added to a column. */
export interface AddableRun extends QuarterRunOf<never> {
  /**
   * Adds a quantity, summed over phases, of the run's quarter-hours [from, to) to a column in which the run's first quarter-hour
   * has index `at`.
   */
  readonly addTo: (
    column: Float64Array,
    quantity: QuarterQuantity,
    at: number,
    from: number,
    to: number,
  ) => void;
  /** Whether a quantity is zero in the whole run; absent: unknown. */
  readonly isZero?: (quantity: QuarterQuantity) => boolean;
}

/** The interval [from, to) in which one of several meters is installed. */
export interface QuarterStay {
  readonly from: Instant;
  readonly to: Instant;
}

/** Accumulates the sum of several meters. */
interface QuarterSum {
  /** Adds data of a meter; data outside its stay are left out. Each quarter-hour of a meter may be added only once. */
  readonly add: (stay: QuarterStay, run: AddableRun) => void;
  /**
   * Adds a UTC quarter-hour, counted from 1970, of several meters within their stays. @param totals - in the order of
   * `quantities`
   */
  readonly addTotals: (quarter: number, meters: number, totals: readonly number[]) => void;
  /** Marks a quarter-hour, counted from 1970, as estimated for one of the meters. */
  readonly addEstimated: (quarter: number) => void;
  readonly series: () => EnergySeries;
}

/** The state of a sum. */
interface Sum {
  /** One column for each quantity, in mWh, mvarh or ml; absent while it is zero, as injected energy of most meters always is. */
  readonly columns: Partial<Record<QuarterQuantity, Float64Array>>;
  /** Start of the first quarter-hour, epoch ms. */
  readonly origin: number;
  readonly length: number;
  /** Number of meters with data, by quarter-hour. */
  readonly present: Uint16Array;
  /** By quarter-hour: 1 if any meter has an estimate. */
  readonly estimated: Uint8Array;
  /** Change of the number of installed meters, by quarter-hour. */
  readonly arriving: Int32Array;
}

/**
 * Creates the sum of several meters by quarter-hour; the sum of all phases is in `consumedA` etc. A quarter-hour counts only if
 * every installed meter has data: as estimated if any of these is estimated, else as measured. Runs are added one by one, so
 * hundreds of meters fit into memory.
 * @param quantities - to add; the others stay zero
 */
export function createQuarterSum(
  stays: readonly QuarterStay[],
  quantities: readonly QuarterQuantity[],
): QuarterSum {
  const sum = emptySum(stays);
  for (const { from, to } of stays) {
    const [first, end] = [indexOf(from, sum), indexOf(to, sum)];
    sum.arriving[first] = (sum.arriving[first] as number) + 1;
    sum.arriving[end] = (sum.arriving[end] as number) - 1;
  }
  return {
    add: ({ from, to }, run) => addRun(sum, quantities, run, indexOf(from, sum), indexOf(to, sum)),
    addTotals(quarter, meters, totals) {
      const at = quarter - sum.origin / QUARTER_MS;
      sum.present[at] = (sum.present[at] as number) + meters;
      for (const [index, quantity] of quantities.entries()) {
        const total = totals[index] as number;
        if (total === 0) continue;
        const column = columnOf(sum, quantity);
        column[at] = valueAt(column, at) + total;
      }
    },
    addEstimated(quarter) {
      sum.estimated[quarter - sum.origin / QUARTER_MS] = 1;
    },
    series: () => seriesOf(sum),
  };
}

/** Index of the first quarter-hour that begins at or after an instant. */
function indexOf(at: number, { origin }: Pick<Sum, 'origin'>): number {
  return Math.ceil((at - origin) / QUARTER_MS);
}

function emptySum(stays: readonly QuarterStay[]): Sum {
  const first = stays.reduce((earliest, { from }) => Math.min(earliest, from), Number.POSITIVE_INFINITY);
  const origin = stays.length === 0 ? 0 : Math.floor(first / QUARTER_MS) * QUARTER_MS;
  const length = stays.reduce((maxLength, { to }) => Math.max(maxLength, indexOf(to, { origin })), 0);
  return {
    origin,
    length,
    present: new Uint16Array(length),
    estimated: new Uint8Array(length),
    arriving: new Int32Array(length + 1),
    columns: {},
  };
}

function columnOf({ columns, length }: Sum, quantity: QuarterQuantity): Float64Array {
  const column = columns[quantity] ?? new Float64Array(length);
  columns[quantity] = column;
  return column;
}

function addRun(
  sum: Sum,
  quantities: readonly QuarterQuantity[],
  run: AddableRun,
  first: number,
  end: number,
): void {
  const at = indexOf(run.start, sum);
  const from = Math.max(0, first - at);
  const to = Math.min(run.length, end - at);
  const { present } = run;
  for (let quarter = from; quarter < to; quarter++) {
    if (present !== null && present[quarter] !== '1') continue;
    sum.present[at + quarter] = (sum.present[at + quarter] as number) + 1;
  }
  for (const quantity of quantities)
    if (run.isZero?.(quantity) !== true) run.addTo(columnOf(sum, quantity), quantity, at, from, to);
}

function countPresent(present: Uint16Array): number {
  let count = 0;
  for (let quarter = 0; quarter < present.length; quarter++) if (present[quarter] !== 0) count++;
  return count;
}

function seriesOf(sum: Sum): EnergySeries {
  const length = countPresent(sum.present);
  const start = new Float64Array(length);
  const [quarters, estimated] = [new Float64Array(length), new Float64Array(length)];
  let slot = 0;
  let expected = 0;
  for (let quarter = 0; quarter < sum.length; quarter++) {
    expected += sum.arriving[quarter] as number;
    const present = sum.present[quarter] as number;
    if (present === 0) continue;
    start[slot] = sum.origin + quarter * QUARTER_MS;
    const isEstimated = sum.estimated[quarter] === 1;
    const isComplete = present >= expected;
    quarters[slot] = isComplete && !isEstimated ? 1 : 0;
    estimated[slot] = isComplete && isEstimated ? 1 : 0;
    slot++;
  }
  const none = new Float64Array(length);
  const measuredOf = (quantity: QuarterQuantity): Float64Array => {
    const column = sum.columns[quantity];
    if (column === undefined) return none;
    if (length === sum.length) return column;
    const stored = new Float64Array(length);
    let index = 0;
    for (let quarter = 0; quarter < sum.length; quarter++) {
      if ((sum.present[quarter] as number) > 0) stored[index++] = valueAt(column, quarter);
    }
    return stored;
  };
  const consumed = measuredOf('consumed');
  return seriesWith({
    stepMinutes: 15,
    start,
    quarters,
    estimated,
    consumedA: consumed,
    injectedA: measuredOf('injected'),
    inductiveA: measuredOf('inductive'),
    capacitiveA: measuredOf('capacitive'),
    volume: measuredOf('volume'),
    peakQuarter: consumed,
    peakQuarterStart: start,
  });
}

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
  /** Adds a UTC quarter-hour, counted from 1970. @param meters - number of meters with data */
  const addQuarter = (quarter: number, measured: number, meters: number): void => {
    const slot = slotOf(quarter);
    total[slot] = (total[slot] as number) + measured;
    quarters[slot] = (quarters[slot] as number) + meters;
    compare(slot, quarter * QUARTER_MS, measured);
  };

  const measuredAt = (present: number, slot: number): number => present - (estimates[slot] as number);

  return {
    /** Adds estimated intervals, each of one meter; before all quarter-hours, if the highest ones are computed. */
    addEstimated,
    /** Adds the first of several totals of a quarter-hour. */
    addTotals: (quarter: number, meters: number, totals: readonly number[]): void =>
      addQuarter(quarter, totals[0] as number, meters),
    /** Adds the quarter-hours of a closed day that begin within a span. */
    addDay(span: TimeSpan, { day, totals, present }: DayTotals): void {
      const [sums, counts, step] = [total, quarters, quartersOfSlot];
      const origin = day * QUARTERS_OF_DAY;
      const end = Math.min(QUARTERS_OF_DAY, Math.ceil(span.to / QUARTER_MS) - origin);
      for (let index = Math.max(0, Math.ceil(span.from / QUARTER_MS) - origin); index < end; index++) {
        if (present !== null && present[index] !== 1) continue;
        const measured = totals[index] as number;
        const slot = Math.floor((origin + index) / step) - first;
        sums[slot] = (sums[slot] as number) + measured;
        counts[slot] = (counts[slot] as number) + 1;
        if (highest !== null) compare(slot, (origin + index) * QUARTER_MS, measured);
      }
    },
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
