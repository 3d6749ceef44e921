import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysFrom,
  isCivilDate,
  weekdayOf,
} from '@nascente/domain/base/time/civil-day';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatMonthLong, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { StepButtons } from '../../ui/step-buttons.tsx';
import classes from './calendar.module.css';

interface CalendarProps {
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onPick: (day: CivilDate) => void;
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;
const DAYS_OF_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};
const MONTHS_OF_KEYS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

const movedBy = (key: string, day: CivilDate): CivilDate | null => {
  const [days, months] = [DAYS_OF_KEYS[key], MONTHS_OF_KEYS[key]];
  if (days !== undefined) return addDays(day, days);
  if (months === undefined) return null;
  const month = addMonths(monthOf(day), months);
  const same = `${month}-${day.slice(-2)}`;
  return isCivilDate(same) ? same : lastDayOf(month);
};

export const Calendar = ({ value, min, max, onPick }: CalendarProps) => {
  const today = civilDateAt(instant(Date.now()), DEFAULT_ZONE);
  const isFree = (day: string): boolean =>
    (min === undefined || day >= min) && (max === undefined || day <= max);
  const [focused, setFocused] = useState<CivilDate>(() => {
    if (isCivilDate(value)) return value;
    return max !== undefined && isCivilDate(max) && max < today ? max : today;
  });
  const grid = useRef<HTMLFieldSetElement>(null);
  const month = monthOf(focused);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const turn = (count: number) => () => setFocused(firstDayOf(addMonths(month, count)));
  const follow = (event: KeyboardEvent) => {
    const next = movedBy(event.key, focused);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
  };
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <b aria-live="polite">{formatMonthLong(month)}</b>
        <StepButtons previous="Mês anterior" next="Próximo mês" onPrevious={turn(-1)} onNext={turn(1)} />
      </div>
      <fieldset ref={grid} className={classes.days} aria-label={formatMonthLong(month)} onKeyDown={follow}>
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} aria-hidden="true">
            {weekday}
          </span>
        ))}
        {daysFrom(firstDayOf(month), lastDayOf(month)).map((day, index) => (
          <button
            key={day}
            type="button"
            data-day={day}
            data-today={day === today}
            data-autofocus={day === focused || undefined}
            aria-label={formatWeekdayDay(day)}
            aria-pressed={day === value}
            tabIndex={day === focused ? 0 : -1}
            disabled={!isFree(day)}
            style={index === 0 ? { gridColumnStart: weekdayOf(day) + 1 } : undefined}
            onClick={() => onPick(day)}
          >
            {index + 1}
          </button>
        ))}
      </fieldset>
    </div>
  );
};
