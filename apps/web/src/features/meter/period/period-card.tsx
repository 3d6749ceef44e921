import { useMediaQuery } from '@mantine/hooks';
import { type DayInTotal, readDays } from '@nascente/contract/consumption';
import type { Board } from '@nascente/contract/meters';
import { type CivilDate, daysBetween, isCivilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange } from '@nascente/domain/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api-client.ts';
import type { ChartState } from '../../../shared/charts/chart-frame.tsx';
import { moneyOf, quantityOf } from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { DayChart } from '../../../shared/consumption/day-chart.tsx';
import type { PostPrices } from '../../../shared/consumption/posts.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/skeleton.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './period-card.module.css';
import { PeriodForm } from './period-form.tsx';
import { MOST_DAYS_ABREAST, type Period } from './period-range.ts';

interface PeriodCardProps {
  readonly board: Board;
  readonly period: Period;
  readonly today: CivilDate;
  readonly unit: Unit;
  readonly prices: PostPrices | null;
  readonly onPeriod: (period: Period) => void;
  readonly onDay: (date: CivilDate) => void;
}

const HEIGHT = 200;
const SMALL_SCREEN = '(max-width: 700px)';
const NO_DAYS: readonly DayInTotal[] = [];
const REFRESH_MS = 5 * 60_000;

const totalOf = (days: readonly DayInTotal[]) => ({
  total: days.reduce((sum, day) => sum + day.total, 0),
  cost: days.some(({ cost, total }) => cost === null && total > 0)
    ? null
    : days.reduce((sum, day) => sum + (day.cost ?? 0), 0),
});

const Totals = ({
  days,
  board,
  unit,
}: {
  readonly days: readonly DayInTotal[];
  readonly board: Board;
  readonly unit: Unit;
}) => {
  const { total, cost } = totalOf(days);
  const quantity = (
    <AmountNumber amount={quantityOf(total, board.type)} muted={unit === 'money' && cost !== null} />
  );
  const money = cost !== null && <AmountNumber amount={moneyOf(cost)} muted={unit === 'energy'} />;
  return (
    <div className={classes.totals}>
      {unit === 'money' ? money : quantity}
      {unit === 'money' ? quantity : money}
    </div>
  );
};

/** Consumption between two days of one's choice. */
export const PeriodCard = ({ board, period, today, unit, prices, onPeriod, onDay }: PeriodCardProps) => {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(readDays, {
      params: { mac: board.macAddress },
      query: { start: period.start, end: period.end },
    }),
    staleTime: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const isSmall = useMediaQuery(SMALL_SCREEN) === true;
  const days = data?.days ?? NO_DAYS;
  const isEmpty = days.every(isUnmeasured);
  const state = ((): ChartState => {
    if (error !== null && data === undefined) {
      return { kind: 'failed', failure: error, onRetry: refetch };
    }
    if (data === undefined) return { kind: 'loading' };
    return isEmpty ? { kind: 'empty', message: 'Não há medições neste período.' } : { kind: 'ready' };
  })();
  return (
    <Card tour="meter-period" title="Consumo no período" qualifier={formatDayRange(period.start, period.end)}>
      <PeriodForm
        key={`${period.start} ${period.end}`}
        period={period}
        today={today}
        isSearching={isFetching}
        onSearch={(next) => {
          if (next.start === period.start && next.end === period.end) void refetch();
          else onPeriod(next);
        }}
      />
      {data === undefined && error === null && (
        <Loading>
          <div className={classes.totals}>
            <SkeletonLine width={10} size="stat" />
          </div>
        </Loading>
      )}
      {!isEmpty && <Totals days={days} board={board} unit={unit} />}
      <DayChart
        rows={days}
        kind={board.type}
        unit={unit}
        today={today}
        prices={prices}
        height={HEIGHT}
        state={state}
        isList={isSmall && daysBetween(period.start, period.end) + 1 > MOST_DAYS_ABREAST}
        onOpenDay={(date) => isCivilDate(date) && onDay(date)}
      />
    </Card>
  );
};
