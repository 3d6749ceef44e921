import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DayInTotal } from '@nascente/contract/energy/consumption';
import { type CivilDate, daysBetween, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDatedRange } from '@nascente/domain/base/units/format';
import { type FormEvent, useState } from 'react';
import { chartState } from '../../../shared/charts/chart-frame.tsx';
import { moneyOf, quantityOf, type ShownKind } from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { DayChart } from '../../../shared/consumption/day-chart.tsx';
import { DateInput } from '../../../shared/forms/fields/date-input.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import type { MeterView } from '../meter-view.ts';
import { useDaysInTotal } from '../month/use-month.ts';
import classes from './period-card.module.css';
import { EARLIEST_END, EARLIEST_START, faultsOf, MAX_DAYS_ABREAST, type Period } from './period-range.ts';

interface PeriodFormProps {
  readonly period: Period;
  readonly today: CivilDate;
  readonly isSearching: boolean;
  readonly onSearch: (period: Period) => void;
}

/** Start and end of the search; errors show after the first search. */
const PeriodForm = ({ period, today, isSearching, onSearch }: PeriodFormProps) => {
  const [start, setStart] = useState<string>(period.start);
  const [end, setEnd] = useState<string>(period.end);
  const [wasTried, setTried] = useState(false);
  const faults = faultsOf(start, end, today);
  const search = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.start !== null || faults.end !== null) return;
    if (isCivilDate(start) && isCivilDate(end)) onSearch({ start, end });
  };
  return (
    <form className={classes.form} onSubmit={search} noValidate>
      <DateInput
        label="Data inicial"
        value={start}
        min={EARLIEST_START}
        max={today}
        error={wasTried ? faults.start : null}
        onChange={setStart}
      />
      <DateInput
        label="Data final"
        value={end}
        min={EARLIEST_END}
        max={today}
        error={wasTried ? faults.end : null}
        onChange={setEnd}
      />
      <Button type="submit" loading={isSearching} className={classes.search ?? ''}>
        Pesquisar
      </Button>
    </form>
  );
};

interface PeriodCardProps extends MeterView {
  readonly onPeriod: (period: Period) => void;
}

const SMALL_SCREEN = '(max-width: 700px)';
const NO_DAYS: readonly DayInTotal[] = [];
const REFRESH_MS = 5 * 60_000;
const TITLES: Readonly<Record<ShownKind, string>> = {
  eletric: 'Consumo no período',
  water: 'Consumo no período',
  generation: 'Geração no período',
};

const totalOf = (days: readonly DayInTotal[]) => ({
  total: days.reduce((sum, day) => sum + day.total, 0),
  cost: days.some(({ cost, total }) => cost === null && total > 0)
    ? null
    : days.reduce((sum, day) => sum + (day.cost ?? 0), 0),
});

const Totals = ({ days, kind, unit }: { days: readonly DayInTotal[]; kind: ShownKind; unit: Unit }) => {
  const { total, cost: totalCost } = totalOf(days);
  const cost = kind === 'generation' ? null : totalCost;
  const quantity = (
    <AmountNumber amount={quantityOf(total, kind)} muted={unit === 'money' && cost !== null} />
  );
  const money = cost !== null && <AmountNumber amount={moneyOf(cost)} muted={unit === 'energy'} />;
  return (
    <div className={classes.totals}>
      {unit === 'money' ? money : quantity}
      {unit === 'money' ? quantity : money}
    </div>
  );
};

/** Consumption or generation of a chosen period. */
export const PeriodCard = (props: PeriodCardProps) => {
  const { board, kind, period, today, unit, prices, onPeriod, onDay } = props;
  const {
    days: loaded,
    shares,
    error,
    refetch,
    isFetching,
  } = useDaysInTotal(board, period, { today, staleTime: REFRESH_MS });
  const isSmall = useMediaQuery(SMALL_SCREEN) === true;
  const days = loaded ?? NO_DAYS;
  const isEmpty = days.every(isUnmeasured);
  const state = chartState({ data: loaded, error, refetch }, isEmpty);
  return (
    <Card tour="meter-period" title={TITLES[kind]} qualifier={formatDatedRange(period.start, period.end)}>
      <PeriodForm
        key={`${period.start} ${period.end}`}
        period={period}
        today={today}
        isSearching={isFetching}
        onSearch={(next) => {
          if (next.start === period.start && next.end === period.end) refetch();
          else onPeriod(next);
        }}
      />
      {loaded === undefined && error === null && (
        <Loading>
          <div className={classes.totals}>
            <SkeletonLine width={10} size="stat" />
          </div>
        </Loading>
      )}
      {!isEmpty && <Totals days={days} kind={kind} unit={unit} />}
      <DayChart
        rows={days}
        kind={kind}
        unit={unit}
        today={today}
        prices={prices}
        measured={{ total: totalOf(days).total, ...(shares ?? { completeness: 0 }) }}
        height={200}
        state={state}
        isList={isSmall && daysBetween(period.start, period.end) + 1 > MAX_DAYS_ABREAST}
        onOpenDay={(date) => isCivilDate(date) && onDay(date)}
      />
    </Card>
  );
};
