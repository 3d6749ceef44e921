import { QUARTERS_OF_DAY } from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, seriesWith } from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS } from '@nascente/domain/time/zone';
import { type QuarterRow, quartersOfRows } from './quarter-columns.ts';
import { readGrid, readNumbers8 } from './quarter-grids.ts';

const HOURS_OF_DAY = 24;
const QUARTERS_OF_HOUR = QUARTERS_OF_DAY / HOURS_OF_DAY;

/** The packed days of a meter, in order, as one row. */
export interface PackedHours {
  /** Of each day the 24 hours of what was measured, eight bytes each. */
  readonly hours: Buffer;
  /** A character of each quarter-hour of the days, 1 with data; null: all have. */
  readonly present: string | null;
  /** Of the last days, the quarter-hours of each as hexadecimal text, a space between them; null: of none. */
  readonly grids: string | null;
}

/** Hours with data, while they are being filled: what was measured in each, and how many quarter-hours of it. */
interface Hours {
  readonly start: Float64Array;
  readonly total: Float64Array;
  readonly quarters: Float64Array;
  /** Of the highest quarter-hour what was measured, NaN where it was not read, and when it began. */
  readonly highest: Float64Array;
  readonly highestStart: Float64Array;
}

const presentIn = (present: string, hour: number): number => {
  let measured = 0;
  for (let quarter = hour * QUARTERS_OF_HOUR; quarter < (hour + 1) * QUARTERS_OF_HOUR; quarter++) {
    if (present[quarter] === '1') measured++;
  }
  return measured;
};

/** The quarter-hours of each of the last days, as far as they were read. */
const gridsOf = ({ grids }: PackedHours): readonly Float64Array[] =>
  grids === null ? [] : grids.split(' ').map((hex) => readGrid(Buffer.from(hex, 'hex')));

/** A quarter-hour of the hour in a slot: of equal ones the first is the highest. */
const raiseTo = (hours: Hours, slot: number, measured: number, start: number): void => {
  const known = hours.highest[slot] as number;
  if (measured <= known) return;
  hours.highest[slot] = measured;
  hours.highestStart[slot] = start;
};

/** The highest of the quarter-hours of an hour that have data. */
const raiseToGrid = (
  hours: Hours,
  slot: number,
  {
    grid,
    midnight,
    isPresent,
  }: { grid: Float64Array; midnight: number; isPresent: (place: number) => boolean },
): void => {
  const first = ((hours.start[slot] as number) - midnight) / QUARTER_MS;
  for (let place = first; place < first + QUARTERS_OF_HOUR; place++) {
    if (isPresent(place)) raiseTo(hours, slot, grid[place] ?? 0, midnight + place * QUARTER_MS);
  }
};

const fillPacked = (into: Hours, packed: PackedHours, days: Float64Array): number => {
  const { present } = packed;
  const totals = readNumbers8(packed.hours);
  const grids = gridsOf(packed);
  const firstGrid = days.length - grids.length;
  let slot = 0;
  for (const [day, midnight] of days.entries()) {
    const grid = grids[day - firstGrid];
    const isPresent = (place: number) => present === null || present[day * QUARTERS_OF_DAY + place] === '1';
    for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
      const at = day * HOURS_OF_DAY + hour;
      const measured = present === null ? QUARTERS_OF_HOUR : presentIn(present, at);
      if (measured === 0) continue;
      into.start[slot] = midnight + hour * HOUR_MS;
      into.total[slot] = totals[at] as number;
      into.quarters[slot] = measured;
      if (grid !== undefined) raiseToGrid(into, slot, { grid, midnight, isPresent });
      slot++;
    }
  }
  return slot;
};

/** Adds the hours of quarter-hours, ascending, behind those that are there. */
const fillOpen = (
  into: Hours,
  filled: number,
  [quarters, measured]: readonly [Float64Array, Float64Array],
): number => {
  let slot = filled - 1;
  let last = -1;
  for (let index = 0; index < quarters.length; index++) {
    const quarter = quarters[index] as number;
    const hour = Math.floor(quarter / QUARTERS_OF_HOUR);
    if (hour !== last) {
      slot++;
      into.start[slot] = hour * HOUR_MS;
    }
    last = hour;
    into.total[slot] = (into.total[slot] as number) + (measured[index] as number);
    into.quarters[slot] = (into.quarters[slot] as number) + 1;
    raiseTo(into, slot, measured[index] as number, quarter * QUARTER_MS);
  }
  return slot + 1;
};

const isAscending = (start: Float64Array): boolean => {
  for (let slot = 1; slot < start.length; slot++) {
    if ((start[slot] as number) <= (start[slot - 1] as number)) return false;
  }
  return true;
};

/** Open days mostly follow the packed ones; a day that was unpacked stands between them. */
const inOrder = (hours: Hours): Hours => {
  if (isAscending(hours.start)) return hours;
  const order = Uint32Array.from(hours.start.keys()).sort(
    (a, b) => (hours.start[a] as number) - (hours.start[b] as number),
  );
  const sorted = (column: Float64Array) => Float64Array.from(order, (slot) => column[slot] as number);
  return {
    start: sorted(hours.start),
    total: sorted(hours.total),
    quarters: sorted(hours.quarters),
    highest: sorted(hours.highest),
    highestStart: sorted(hours.highestStart),
  };
};

/**
 * What a meter measured by the hour, ascending: of packed days, and of quarter-hours of others. It measures energy or
 * water, never both: what it measured stands in the columns of both.
 *
 * @param days - epoch ms of the packed days
 */
export const seriesOfHours = (
  packed: PackedHours | null,
  days: Float64Array,
  open: readonly QuarterRow[],
): EnergySeries => {
  const quarters = quartersOfRows(open);
  const most = days.length * HOURS_OF_DAY + quarters[0].length;
  const [start, total, counts, highest, highestStart] = [0, 0, 0, Number.NaN, 0].map((value) =>
    value === 0 ? new Float64Array(most) : new Float64Array(most).fill(value),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const into: Hours = { start, total, quarters: counts, highest, highestStart };
  const length = fillOpen(into, packed === null ? 0 : fillPacked(into, packed, days), quarters);
  const hours = inOrder({
    start: start.subarray(0, length),
    total: total.subarray(0, length),
    quarters: counts.subarray(0, length),
    highest: highest.subarray(0, length),
    highestStart: highestStart.subarray(0, length),
  });
  return seriesWith({
    stepMinutes: 60,
    start: hours.start,
    quarters: hours.quarters,
    consumedA: hours.total,
    volume: hours.total,
    peakQuarter: hours.highest,
    peakQuarterStart: hours.highestStart,
  });
};
