import { Button } from '@mantine/core';
import type { DayInTotal } from '@nascente/contract/energy/consumption';
import { addDays, type CivilDate, weekdayOf } from '@nascente/domain/base/time/civil-day';
import type { CivilMonth } from '@nascente/domain/base/time/civil-month';
import { formatMonthLong, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type ShownKind, unitOfKind } from '../../../shared/consumption/amount.ts';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import type { MeterView } from '../meter-view.ts';
import classes from './month-card.module.css';
import {
  type DayValue,
  type MonthCell,
  type MonthGrid,
  MonthTile,
  monthGrid,
  neighbourMonths,
  valueText,
} from './month-tile.tsx';
import { type MonthHours, useMonth, useMonthHours } from './use-month.ts';

const WEEK = 7;

const stepOf = (key: string, from: CivilDate): number | null => {
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'ArrowUp':
      return -WEEK;
    case 'ArrowDown':
      return WEEK;
    case 'Home':
      return -weekdayOf(from);
    case 'End':
      return WEEK - 1 - weekdayOf(from);
    default:
      return null;
  }
};

/** The day a key leads to within the bounds, both included; null for any other key. */
export const dayByKey = (
  key: string,
  from: CivilDate,
  [first, last]: readonly [CivilDate, CivilDate],
): CivilDate | null => {
  const step = stepOf(key, from);
  if (step === null) return null;
  const to = addDays(from, step);
  if (to >= first && to <= last) return to;
  if (key === 'Home') return first;
  return key === 'End' ? last : from;
};

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

/** The days of a month in weeks: one tab stop, arrow keys move within it. */
const MonthDays = (props: MonthDaysProps) => {
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
    // A key turned the month: the focus continues in the new tiles.
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

interface MonthCardProps extends Omit<MeterView, 'period' | 'prices'> {
  readonly month: CivilMonth;
  readonly day: CivilDate;
  readonly first: CivilDate | null;
  readonly onShowDay: () => void;
  readonly onMonth: (month: CivilMonth) => void;
}

const inMoney = (days: readonly DayInTotal[], unit: Unit): boolean =>
  unit === 'money' && days.every(({ cost, total }) => cost !== null || total === 0);

const valuesOf = (days: readonly DayInTotal[], isMoney: boolean): DayValue[] =>
  days.map((day) => {
    if (isUnmeasured(day)) return [day.date, null];
    return [day.date, isMoney ? day.cost : day.total];
  });

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);

interface ChosenDayProps {
  readonly cell: MonthCell | undefined;
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly onShow: () => void;
}

const ChosenDay = ({ cell, kind, unit, onShow }: ChosenDayProps) => (
  <div className={classes.chosen}>
    {cell === undefined ? (
      <span className={classes.note}>Escolha um dia para ver suas horas.</span>
    ) : (
      <>
        <span>
          {formatWeekdayDay(cell.date)}: <b>{valueText(cell, kind, unit)}</b>
        </span>
        <Button variant="default" onClick={onShow}>
          Ver dia
        </Button>
      </>
    )}
  </div>
);

export const MonthCard = (props: MonthCardProps) => {
  const { board, kind, month, day, today, first, unit, onDay, onShowDay, onMonth } = props;
  const { days: loaded, ...query } = useMonth(board, month, today);
  const hours = useMonthHours(board, month, today, loaded !== undefined);
  const days = loaded ?? [];
  const isMoney = inMoney(days, unit);
  const grid = monthGrid(month, today, valuesOf(days, isMoney));
  const { previous, next } = neighbourMonths(month, first, today);
  const shown: Unit = isMoney ? 'money' : 'energy';
  const title = capitalized(formatMonthLong(month));
  const onPrevious = previous === null ? null : () => onMonth(previous);
  const onNext = next === null ? null : () => onMonth(next);
  return (
    <Card
      tour="meter-month"
      title={title}
      span={5}
      action={
        <StepButtons previous="Mês anterior" next="Próximo mês" onPrevious={onPrevious} onNext={onNext} />
      }
    >
      {query.error !== null && loaded === undefined ? (
        <Answer query={{ ...query, data: loaded }} />
      ) : (
        <>
          <MonthDays
            label={title}
            grid={grid}
            day={day}
            first={first}
            kind={kind}
            unit={shown}
            hours={hours}
            isBusy={loaded === undefined}
            onDay={onDay}
            onPrevious={onPrevious}
            onNext={onNext}
          />
          <ChosenDay
            cell={grid.cells.find(({ date }) => date === day)}
            kind={kind}
            unit={shown}
            onShow={onShowDay}
          />
          <p className={classes.note}>
            {isMoney ? 'R$' : unitOfKind(kind)} por dia · barras: {unitOfKind(kind)} de cada hora
          </p>
        </>
      )}
    </Card>
  );
};
