import { Button } from '@mantine/core';
import type { DayInTotal } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { CivilMonth } from '@nascente/domain/base/time/civil-month';
import { formatMonthLong, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { type ShownKind, unitOfKind } from '../../../shared/consumption/amount.ts';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './month-card.module.css';
import { MonthDays } from './month-days.tsx';
import { type DayValue, type MonthCell, monthGrid, neighbourMonths } from './month-grid.ts';
import { valueText } from './month-tile.tsx';
import { useMonth, useMonthHours } from './use-month.ts';

interface MonthCardProps {
  readonly board: Board;
  readonly kind: ShownKind;
  readonly month: CivilMonth;
  readonly day: CivilDate;
  readonly today: CivilDate;
  readonly first: CivilDate | null;
  readonly unit: Unit;
  readonly onDay: (date: CivilDate) => void;
  /** Brings the hours of the chosen day before the eye. */
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

/** The day chosen among the tiles, with the way to its hours. */
const ChosenDay = ({
  cell,
  kind,
  unit,
  onShow,
}: {
  readonly cell: MonthCell | undefined;
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly onShow: () => void;
}) => (
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

/** The days of a month as tiles, the deeper the shade the more was used, or generated; the chosen one leads to its day. */
export const MonthCard = (props: MonthCardProps) => {
  const { board, kind, month, day, today, first, unit, onDay, onShowDay, onMonth } = props;
  const { days: loaded, error, refetch, isFetching } = useMonth(board, month, today);
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
      {error !== null && loaded === undefined ? (
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
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
