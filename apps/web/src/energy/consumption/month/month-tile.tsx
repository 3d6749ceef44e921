import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatWeekdayDay } from '@nascente/domain/base/units/format';
import type { CSSProperties } from 'react';
import { moneyText, quantityText, type ShownKind } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import { HoursOfDay } from './hours-of-day.tsx';
import classes from './month-card.module.css';
import type { MonthCell } from './month-grid.ts';
import { tileText } from './tile-text.ts';

interface MonthTileProps {
  readonly cell: MonthCell;
  /** Column of the week where the month begins; the other days follow. */
  readonly column: number | null;
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly hours: readonly (number | null)[];
  readonly highestHour: number;
  readonly isSelected: boolean;
  readonly isReachable: boolean;
  /** The one day of the month at which the Tab key stops. */
  readonly isTabStop: boolean;
  readonly onDay: (date: CivilDate) => void;
}

const DEEPEST_SHADE = 46;

/** A day's value in full, as the tile has no room for it. */
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

/** One day; a button while it can be looked at. */
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
      <span className={classes.heard}>
        {`${formatWeekdayDay(cell.date)}${cell.isToday ? ', hoje' : ''}: ${valueText(cell, kind, unit)}`}
      </span>
      <span aria-hidden="true">{cell.day}</span>
      <HoursOfDay hours={hours} highest={highestHour} />
      <b aria-hidden="true">{cell.value === null ? '–' : tileText(cell.value, kind, unit)}</b>
    </button>
  );
};
