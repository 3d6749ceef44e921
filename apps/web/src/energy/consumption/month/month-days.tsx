import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ShownKind } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './month-card.module.css';
import type { MonthGrid } from './month-grid.ts';
import { dayByKey } from './month-keys.ts';
import { MonthTile } from './month-tile.tsx';
import type { MonthHours } from './use-month.ts';

interface MonthDaysProps {
  readonly label: string;
  readonly grid: MonthGrid;
  readonly day: CivilDate;
  readonly first: CivilDate | null;
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly hours: MonthHours;
  readonly isBusy: boolean;
  readonly onDay: (date: CivilDate) => void;
  /** Null where there is no month in that direction. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;

/** The days of a month in their weeks: one stop of the Tab key, within which arrow keys lead from day to day. */
export const MonthDays = (props: MonthDaysProps) => {
  const { label, grid, day, first, kind, unit, hours, isBusy, onDay, onPrevious, onNext } = props;
  const calendar = useRef<HTMLFieldSetElement>(null);
  const [visited, setVisited] = useState<CivilDate | null>(null);
  const turnsByKey = useRef(false);
  const reachable = grid.cells
    .filter(({ date, isFuture }) => !isFuture && (first === null || date >= first))
    .map(({ date }) => date);
  const [from, to] = [reachable[0], reachable.at(-1)];
  const stop = [visited, day].find((date) => date !== null && reachable.includes(date)) ?? to;

  const focusOn = (date: CivilDate) =>
    calendar.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus();
  useEffect(() => {
    // The month was turned by a key: its tiles are others now, and the focus goes on in them.
    if (!turnsByKey.current || stop === undefined) return;
    turnsByKey.current = false;
    calendar.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus();
  }, [stop]);

  const follow = (event: KeyboardEvent) => {
    const turn = event.key === 'PageUp' ? onPrevious : event.key === 'PageDown' ? onNext : undefined;
    if (turn !== undefined) {
      event.preventDefault();
      turnsByKey.current = turn !== null;
      turn?.();
      return;
    }
    if (from === undefined || to === undefined || stop === undefined) return;
    const next = dayByKey(event.key, stop, [from, to]);
    if (next === null) return;
    event.preventDefault();
    setVisited(next);
    focusOn(next);
  };

  return (
    <fieldset
      ref={calendar}
      aria-label={label}
      className={classes.month}
      data-kind={kind}
      aria-busy={isBusy}
      onKeyDown={follow}
    >
      {WEEKDAYS.map((weekday) => (
        <span key={weekday} className={classes.weekday} aria-hidden="true">
          {weekday}
        </span>
      ))}
      {grid.cells.map((cell, index) => (
        <MonthTile
          key={cell.date}
          cell={cell}
          column={index === 0 ? grid.leading + 1 : null}
          kind={kind}
          unit={unit}
          hours={hours.of(cell.date)}
          highestHour={hours.highest}
          isSelected={cell.date === day}
          isReachable={reachable.includes(cell.date)}
          isTabStop={cell.date === stop}
          onDay={(date) => {
            setVisited(date);
            onDay(date);
          }}
        />
      ))}
    </fieldset>
  );
};
