import { type DayInTotal, readDays } from '@nascente/contract/consumption';
import type { Board } from '@nascente/contract/meters';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { type CivilMonth, firstDayOf, lastDayOf } from '@nascente/domain/time/civil-month';
import { formatMonthLong } from '@nascente/domain/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api-client.ts';
import { unitOfKind } from '../../../shared/consumption/amount.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { StepButtons } from '../step-buttons.tsx';
import classes from './month-card.module.css';
import { type DayValue, monthGrid, neighbourMonths } from './month-grid.ts';
import { MonthTile } from './month-tile.tsx';

interface MonthCardProps {
  readonly board: Board;
  readonly month: CivilMonth;
  readonly day: CivilDate;
  readonly today: CivilDate;
  readonly first: CivilDate | null;
  readonly unit: Unit;
  readonly onDay: (date: CivilDate) => void;
  readonly onMonth: (month: CivilMonth) => void;
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;
const REFRESH_MS = 60_000;

const inMoney = (days: readonly DayInTotal[], unit: Unit): boolean =>
  unit === 'money' && days.every(({ cost, total }) => cost !== null || total === 0);

const valuesOf = (days: readonly DayInTotal[], isMoney: boolean): DayValue[] =>
  days.map(({ date, total, cost, completeness }) => {
    if (completeness === 0 && total === 0) return [date, null];
    return [date, isMoney ? cost : total];
  });

const useMonth = (mac: string, month: CivilMonth, today: CivilDate) => {
  const last = lastDayOf(month);
  const holdsToday = today <= last;
  const query = { start: firstDayOf(month), end: holdsToday ? today : last };
  return useQuery({
    ...queryFor(readDays, { params: { mac }, query }),
    refetchInterval: holdsToday ? REFRESH_MS : false,
    placeholderData: keepPreviousData,
  });
};

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);

/** The days of a month as tiles, the deeper the shade the more was used; each opens its day. */
export const MonthCard = ({ board, month, day, today, first, unit, onDay, onMonth }: MonthCardProps) => {
  const { data, error, refetch, isFetching } = useMonth(board.macAddress, month, today);
  const days = data?.days ?? [];
  const isMoney = inMoney(days, unit);
  const grid = monthGrid(month, today, valuesOf(days, isMoney));
  const { previous, next } = neighbourMonths(month, first, today);
  const shown: Unit = isMoney ? 'money' : 'energy';
  return (
    <Card
      tour="meter-month"
      title={capitalized(formatMonthLong(month))}
      span={5}
      action={
        <StepButtons
          previous="Mês anterior"
          next="Próximo mês"
          onPrevious={previous === null ? null : () => onMonth(previous)}
          onNext={next === null ? null : () => onMonth(next)}
        />
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <div className={classes.month} data-water={board.type === 'water'} aria-busy={data === undefined}>
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
                kind={board.type}
                unit={shown}
                isSelected={cell.date === day}
                isBeforeFirst={first !== null && cell.date < first}
                onDay={onDay}
              />
            ))}
          </div>
          <p className={classes.note}>
            {isMoney ? 'R$' : unitOfKind(board.type)} por dia · toque para ver o dia
          </p>
        </>
      )}
    </Card>
  );
};
