import { type CivilDate, daysFrom, weekdayOf } from '@nascente/domain/base/time/civil-day';
import {
  addMonths,
  type CivilMonth,
  firstDayOf,
  isCivilMonth,
  lastDayOf,
  monthOf,
} from '@nascente/domain/base/time/civil-month';
import { formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import type { CSSProperties } from 'react';
import { moneyText, quantityText, type ShownKind } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './month-card.module.css';

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

interface HoursOfDayProps {
  /** Consumption by hour from midnight; null is a gap. */
  readonly hours: readonly (number | null)[];
  /** The highest hour of the month, so that days share one scale. */
  readonly highest: number;
}

const HEIGHT = 12;
/** Any consumption at all is visible. */
const MINIMUM = 0.6;

const barsOf = (hours: readonly (number | null)[], highest: number): string =>
  hours
    .map((value, hour) => {
      if (value === null || value <= 0 || highest <= 0) return '';
      const top = HEIGHT - Math.max((value / highest) * HEIGHT, MINIMUM);
      return `M${hour + 0.1} ${HEIGHT}V${top.toFixed(2)}h.8V${HEIGHT}z`;
    })
    .join('');

const HoursOfDay = ({ hours, highest }: HoursOfDayProps) => (
  <svg
    className={classes.hours}
    viewBox={`0 0 24 ${HEIGHT}`}
    preserveAspectRatio="none"
    data-hours={hours.filter((value) => value !== null).length}
    aria-hidden="true"
  >
    <path d={barsOf(hours, highest)} />
  </svg>
);

const THOUSAND = 1000;
const MANY = 10 * THOUSAND;

/** A day's value in three or four characters. */
export const tileText = (value: number, kind: ShownKind, unit: Unit): string => {
  if (value >= MANY) return `${formatNumber(value / THOUSAND, 0)}k`;
  if (unit === 'money') return formatNumber(value, 0);
  if (kind === 'water') return formatNumber(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
  return formatNumber(value, value >= 10 ? 0 : 1);
};

interface MonthTileProps {
  readonly cell: MonthCell;
  /** Column of the week where the month begins; other days follow. */
  readonly column: number | null;
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly hours: readonly (number | null)[];
  readonly highestHour: number;
  readonly isSelected: boolean;
  readonly isReachable: boolean;
  /** The only tab stop among the month's days. */
  readonly isTabStop: boolean;
  readonly onDay: (date: CivilDate) => void;
}

const DEEPEST_SHADE = 46;

export const valueText = (cell: MonthCell, kind: ShownKind, unit: Unit): string => {
  if (cell.value === null) return 'sem dados';
  return unit === 'money' ? moneyText(cell.value) : quantityText(cell.value, kind);
};

const shadeOf = ({ value, heat }: MonthCell): CSSProperties =>
  value === null
    ? {}
    : {
        backgroundColor: `color-mix(in srgb, var(--mark) ${Math.round(heat * DEEPEST_SHADE)}%, var(--sunken))`,
      };

export const MonthTile = (props: MonthTileProps) => {
  const { cell, column, kind, unit, hours, highestHour, isSelected, isReachable, isTabStop, onDay } = props;
  const begin = column === null ? {} : { gridColumnStart: column };
  if (!isReachable) {
    return (
      <span className={classes.tile} data-empty="true" style={begin} aria-hidden="true">
        {cell.day}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.tile}
      data-gap={cell.value === null}
      data-today={cell.isToday}
      data-day={cell.date}
      aria-pressed={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      style={{ ...begin, ...shadeOf(cell) }}
      onClick={() => onDay(cell.date)}
    >
      <span className="visually-hidden">
        {`${formatWeekdayDay(cell.date)}${cell.isToday ? ', hoje' : ''}: ${valueText(cell, kind, unit)}`}
      </span>
      <span aria-hidden="true">{cell.day}</span>
      <HoursOfDay hours={hours} highest={highestHour} />
      <b aria-hidden="true">{cell.value === null ? '–' : tileText(cell.value, kind, unit)}</b>
    </button>
  );
};
