import { addDays, type CivilDate, daysBetween, weekdayOf } from '../../base/time/civil-day.ts';
import { measuredDays, type PastDay } from './past-day.ts';

/** Days in a row, column-wise, so that many days of the past can be forecast from quickly. */
export interface DayRow {
  readonly length: number;
  /** Thousandths of Wh, or of a litre. */
  readonly total: Float64Array;
  /** 1 where enough of the day was measured to say what the day consumed. */
  readonly isMeasured: Uint8Array;
  /** The weekday, 0 for Sunday to 6, or {@link HOLIDAY}. */
  readonly kind: Uint8Array;
}

export const SUNDAY = 0;
/** A holiday that is not a Sunday anyway. */
export const HOLIDAY = 7;
export const KINDS = 8;

/** The days from `first` up to and without `end`, in a row; what is not given or lies ahead is not measured. */
export function dayRow(
  days: readonly PastDay[],
  first: CivilDate,
  end: CivilDate,
  isHoliday: (date: CivilDate) => boolean,
): DayRow {
  const length = Math.max(0, daysBetween(first, end));
  const total = new Float64Array(length);
  const isMeasured = new Uint8Array(length);
  for (const day of measuredDays(days)) {
    const index = daysBetween(first, day.date);
    if (index < 0 || index >= length) continue;
    total[index] = day.total;
    isMeasured[index] = 1;
  }
  const kind = Uint8Array.from({ length }, (_, index) => {
    const date = addDays(first, index);
    const weekday = weekdayOf(date);
    return weekday !== SUNDAY && isHoliday(date) ? HOLIDAY : weekday;
  });
  return { length, total, isMeasured, kind };
}

/** An element that is known to be there. */
export function at(column: Float64Array | Uint8Array, index: number): number {
  return column[index] as number;
}
