import { type CivilDate, daysFrom, weekdayOf } from '@nascente/domain/base/time/civil-day';
import {
  addMonths,
  type CivilMonth,
  firstDayOf,
  isCivilMonth,
  lastDayOf,
  monthOf,
} from '@nascente/domain/base/time/civil-month';

export interface MonthCell {
  readonly date: CivilDate;
  readonly day: number;
  /** Null: not measured, or in the future. */
  readonly value: number | null;
  /** 0 to 1: the day between the month's lowest and highest. */
  readonly heat: number;
  readonly isToday: boolean;
  readonly isFuture: boolean;
}

export interface MonthGrid {
  /** Empty tiles before the first day; weeks begin on Sunday. */
  readonly leading: number;
  readonly cells: readonly MonthCell[];
}

/** A day's value, null where nothing was measured. */
export type DayValue = readonly [date: string, value: number | null];

/** The lowest shade of a measured day differs from an empty one. */
const FAINTEST = 0.12;

const heatOf = (value: number | null, lowest: number, highest: number): number => {
  if (value === null || highest <= 0) return 0;
  if (highest === lowest) return 0.5;
  return FAINTEST + (1 - FAINTEST) * ((value - lowest) / (highest - lowest));
};

export const monthGrid = (month: CivilMonth, today: CivilDate, values: readonly DayValue[]): MonthGrid => {
  const valueByDate = new Map(values);
  const measured = values
    .filter(([date]) => date.startsWith(month) && date !== today)
    .map(([, value]) => value)
    .filter((value) => value !== null);
  const lowest = Math.min(...measured);
  const highest = Math.max(...measured);
  return {
    leading: weekdayOf(firstDayOf(month)),
    cells: daysFrom(firstDayOf(month), lastDayOf(month)).map((date) => {
      const value = date > today ? null : (valueByDate.get(date) ?? null);
      const heat = measured.length === 0 ? 0.5 : heatOf(value, lowest, highest);
      return {
        date,
        day: Number(date.slice(8)),
        value,
        heat: value === null ? 0 : Math.min(Math.max(heat, 0), 1),
        isToday: date === today,
        isFuture: date > today,
      };
    }),
  };
};

/** The month in the address if it can be shown, otherwise that of the day on screen. */
export const monthFrom = (
  text: string | null,
  day: CivilDate,
  first: CivilDate | null,
  today: CivilDate,
): CivilMonth => {
  if (text === null || !isCivilMonth(text) || text > monthOf(today)) return monthOf(day);
  return first !== null && text < monthOf(first) ? monthOf(first) : text;
};

export const neighbourMonths = (month: CivilMonth, first: CivilDate | null, today: CivilDate) => ({
  previous: first !== null && month <= monthOf(first) ? null : addMonths(month, -1),
  next: month >= monthOf(today) ? null : addMonths(month, 1),
});
