import { QUARTERS_OF_DAY, type QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, SERIES_COLUMNS, seriesWith } from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS } from '@nascente/domain/time/zone';
import { decodeNumbers, decodeSum } from '../encoding/quarters.ts';
import { forEachPresent } from './quarter-runs.ts';

const HOURS_OF_DAY = 24;
const QUARTERS_OF_HOUR = QUARTERS_OF_DAY / HOURS_OF_DAY;

/** The closed days of a meter, in order, as one row. */
export interface ClosedHours {
  /** The base64 of the 24 hours of each day, of what was measured, eight bytes each. */
  readonly hours: string;
  /** A character of each quarter-hour of the days, 1 with data; null: all have. */
  readonly present: string | null;
  /** Of the last days, the base64 of the quarter-hours of each, a space between them; null: of none. */
  readonly grids: string | null;
}

/** What was measured on days that are not closed, in runs that ascend: its energy, or its volume. */
export type OpenRuns = readonly QuarterRunOf<'consumed' | 'volume'>[];

/** Hours with data, while they are being filled: what was measured in each, and how many quarter-hours of it. */
interface Hours {
  readonly start: Float64Array;
  readonly total: Float64Array;
  readonly quarters: Float64Array;
  /** Null where they are not asked. */
  readonly highest: HighestQuarters | null;
}

/** Of each hour the highest of its quarter-hours, and when it began: 0 where it was not read. */
interface HighestQuarters {
  readonly measured: Float64Array;
  readonly start: Float64Array;
}

const presentIn = (present: string, hour: number): number => {
  let measured = 0;
  for (let quarter = hour * QUARTERS_OF_HOUR; quarter < (hour + 1) * QUARTERS_OF_HOUR; quarter++) {
    if (present[quarter] === '1') measured++;
  }
  return measured;
};

const NO_GRID = new Float64Array(QUARTERS_OF_DAY);

/** The quarter-hours of each of the last days, as far as they were read. */
const gridsOf = ({ grids }: ClosedHours): readonly Float64Array[] =>
  grids === null ? [] : grids.split(' ').map((grid) => decodeSum(Buffer.from(grid, 'base64')) ?? NO_GRID);

/** A quarter-hour of the hour in a slot: of equal ones the first is the highest. */
const raiseTo = (highest: HighestQuarters, slot: number, measured: number, start: number): void => {
  if (highest.start[slot] !== 0 && measured <= (highest.measured[slot] as number)) return;
  highest.measured[slot] = measured;
  highest.start[slot] = start;
};

/** Fills the hours of closed days. Answers how many of them have data. */
const fillClosed = (into: Hours, { hours, present }: ClosedHours, days: Float64Array): number => {
  const totals = decodeNumbers(Buffer.from(hours, 'base64'));
  let slot = 0;
  for (let hour = 0; hour < totals.length; hour++) {
    const measured = present === null ? QUARTERS_OF_HOUR : presentIn(present, hour);
    if (measured === 0) continue;
    const day = Math.floor(hour / HOURS_OF_DAY);
    into.start[slot] = (days[day] as number) + (hour - day * HOURS_OF_DAY) * HOUR_MS;
    into.total[slot] = totals[hour] as number;
    into.quarters[slot] = measured;
    slot++;
  }
  return slot;
};

/** Finds the highest quarter-hours of the hours that were filled, as far as the quarter-hours of their days were read. */
const raiseToGrids = (
  highest: HighestQuarters,
  starts: Float64Array,
  closed: ClosedHours,
  days: Float64Array,
): void => {
  const grids = gridsOf(closed);
  const firstDay = days.length - grids.length;
  let slot = 0;
  for (const [index, grid] of grids.entries()) {
    const day = firstDay + index;
    const midnight = days[day] as number;
    while (slot < starts.length && (starts[slot] as number) < midnight) slot++;
    for (let place = 0; place < QUARTERS_OF_DAY; place++) {
      if (closed.present !== null && closed.present[day * QUARTERS_OF_DAY + place] !== '1') continue;
      const start = midnight + place * QUARTER_MS;
      while ((starts[slot] as number) + HOUR_MS <= start) slot++;
      raiseTo(highest, slot, grid[place] ?? 0, start);
    }
  }
};

/** Adds the hours of a run behind those that are there. Answers how many there are now. */
const fillOpen = (into: Hours, filled: number, run: OpenRuns[number]): number => {
  const first = run.start / QUARTER_MS;
  let slot = filled - 1;
  let last = -1;
  forEachPresent({ run, from: 0, to: run.length }, (place) => {
    const hour = Math.floor((first + place) / QUARTERS_OF_HOUR);
    if (hour !== last) {
      slot++;
      into.start[slot] = hour * HOUR_MS;
    }
    last = hour;
    const measured = (run.consumed?.[place] ?? 0) + (run.volume?.[place] ?? 0);
    into.total[slot] = (into.total[slot] as number) + measured;
    into.quarters[slot] = (into.quarters[slot] as number) + 1;
    if (into.highest !== null) raiseTo(into.highest, slot, measured, run.start + place * QUARTER_MS);
  });
  return slot + 1;
};

const isAscending = (start: Float64Array): boolean => {
  for (let slot = 1; slot < start.length; slot++) {
    if ((start[slot] as number) <= (start[slot - 1] as number)) return false;
  }
  return true;
};

/** Open days mostly follow the closed ones; one that was reopened stands between them. */
const inOrder = (series: EnergySeries): EnergySeries => {
  const { start } = series;
  if (isAscending(start)) return series;
  const order = Uint32Array.from(start.keys()).sort((a, b) => (start[a] as number) - (start[b] as number));
  const sorted = (column: Float64Array) => Float64Array.from(order, (slot) => column[slot] as number);
  const columns = Object.fromEntries(SERIES_COLUMNS.map((name) => [name, sorted(series[name])]));
  return seriesWith({ stepMinutes: 60, start: sorted(start), ...columns });
};

/**
 * What a meter measured by the hour, ascending: on closed days, and on others. It measures energy or water, never both:
 * what it measured stands in the columns of both.
 *
 * @param days - epoch ms of the closed days
 */
export const seriesOfHours = (
  closed: ClosedHours | null,
  days: Float64Array,
  open: OpenRuns,
  isHighestAsked: boolean,
): EnergySeries => {
  const most = open.reduce((sum, { length }) => sum + length, days.length * HOURS_OF_DAY);
  const column = () => new Float64Array(most);
  const highest = isHighestAsked ? { measured: column(), start: column() } : null;
  const hours: Hours = { start: column(), total: column(), quarters: column(), highest };
  const filled = closed === null ? 0 : fillClosed(hours, closed, days);
  if (closed !== null && highest !== null)
    raiseToGrids(highest, hours.start.subarray(0, filled), closed, days);
  const length = open.reduce((slots, run) => fillOpen(hours, slots, run), filled);
  const total = hours.total.subarray(0, length);
  const series = seriesWith({
    stepMinutes: 60,
    start: hours.start.subarray(0, length),
    quarters: hours.quarters.subarray(0, length),
    consumedA: total,
    volume: total,
  });
  if (highest === null) return inOrder(series);
  return inOrder({
    ...series,
    peakQuarter: highest.measured.subarray(0, length),
    peakQuarterStart: highest.start.subarray(0, length),
  });
};
