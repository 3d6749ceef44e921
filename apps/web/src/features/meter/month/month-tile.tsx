import type { CivilDate } from '@nascente/domain/time/civil-day';
import { formatWeekdayDay } from '@nascente/domain/units/format';
import type { CSSProperties } from 'react';
import { type MeterKind, moneyText, quantityText } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './month-card.module.css';
import type { MonthCell } from './month-grid.ts';
import { tileText } from './tile-text.ts';

interface MonthTileProps {
  readonly cell: MonthCell;
  /** Column of the week where the month begins; the other days follow. */
  readonly column: number | null;
  readonly kind: MeterKind;
  readonly unit: Unit;
  readonly isSelected: boolean;
  readonly isBeforeFirst: boolean;
  readonly onDay: (date: CivilDate) => void;
}

const DEEPEST_SHADE = 46;

const spoken = (cell: MonthCell, kind: MeterKind, unit: Unit): string => {
  const day = `Ver dia ${formatWeekdayDay(cell.date)}${cell.isToday ? ', hoje' : ''}`;
  if (cell.value === null) return `${day}: sem dados`;
  return `${day}: ${unit === 'money' ? moneyText(cell.value) : quantityText(cell.value, kind)}`;
};

const shadeOf = ({ value, heat }: MonthCell): CSSProperties =>
  value === null
    ? {}
    : {
        backgroundColor: `color-mix(in srgb, var(--mark) ${Math.round(heat * DEEPEST_SHADE)}%, var(--sunken))`,
      };

/** One day; a button while it can be looked at. */
export const MonthTile = (props: MonthTileProps) => {
  const { cell, column, kind, unit, isSelected, isBeforeFirst, onDay } = props;
  const place = column === null ? {} : { gridColumnStart: column };
  if (cell.isFuture || isBeforeFirst) {
    return (
      <span className={classes.tile} data-empty="true" style={place} aria-hidden="true">
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
      aria-label={spoken(cell, kind, unit)}
      aria-pressed={isSelected}
      style={{ ...place, ...shadeOf(cell) }}
      onClick={() => onDay(cell.date)}
    >
      <span>{cell.day}</span>
      <b>{cell.value === null ? '–' : tileText(cell.value, kind, unit)}</b>
    </button>
  );
};
