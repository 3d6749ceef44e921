import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { readEstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useFiguresDrawn } from '../../../shared/api/use-figures-drawn.ts';
import { amountOf, amountText, type MeterKind } from '../../../shared/consumption/amount.ts';
import { EstablishmentBillNote } from '../../../shared/consumption/bill-note.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { DayChart } from '../../../shared/consumption/day-chart.tsx';
import { ForecastNote } from '../../../shared/consumption/forecast-note.tsx';
import { ShareLink } from '../../../shared/links/share-link.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { comparisonText, yearComparisonOf } from './comparison.ts';
import classes from './cycle-card.module.css';
import { CycleHead } from './cycle-head.tsx';
import { CycleSkeleton } from './cycle-skeleton.tsx';
import { useCycle } from './use-cycle.ts';

interface YearStatProps {
  readonly establishmentId: string;
  readonly kind: MeterKind;
}

const STALE_MS = 10 * 60_000;

/** The same days of the year before; nothing where they were not measured. */
const YearStat = ({ establishmentId: id, kind }: YearStatProps) => {
  const { data } = useQuery({
    ...queryFor(readEstablishmentYearBefore, { params: { id }, query: { type: kind } }),
    staleTime: STALE_MS,
  });
  const comparison = data && yearComparisonOf(data.yearBefore, kind);
  return (
    comparison && (
      <Stat label={comparison.label} tone={comparison.tone} qualifier={comparison.difference}>
        {comparison.change}
      </Stat>
    )
  );
};

interface CycleStatsProps {
  readonly cycle: MonthSoFar;
  readonly kind: MeterKind;
  readonly unit: Unit;
  readonly establishmentId: string;
}

/** Highest day (in R$ the dearest), daily average, and the same days of the year before. */
const CycleStats = ({ cycle, kind, unit, establishmentId }: CycleStatsProps) => {
  const highest = unit === 'money' && cycle.cost !== null ? cycle.dearestDay : cycle.highestDay;
  return (
    <StatList ruled>
      {highest !== null && (
        <Stat label="Maior consumo" qualifier={formatWeekdayDay(civilDate(highest.date))}>
          {amountText(amountOf(unit, kind, highest))}
        </Stat>
      )}
      <Stat label="Média diária">
        {amountText(amountOf(unit, kind, { total: cycle.dailyAverage, cost: cycle.dailyAverageCost }))}
      </Stat>
      <YearStat establishmentId={establishmentId} kind={kind} />
    </StatList>
  );
};

type ComparisonNoteProps = Pick<CycleStatsProps, 'cycle' | 'kind' | 'unit'> & { readonly today: CivilDate };

const ComparisonNote = ({ cycle, kind, unit, today }: ComparisonNoteProps) => {
  const text = comparisonText(cycle, unit, kind, cycle.end > today);
  return text === null ? null : <p className={classes.note}>{text}.</p>;
};

/** It comes after the figures of the card, beside which it stands. */
const BudgetNote = lazy(async () => ({ default: (await import('./budget-note.tsx')).BudgetNote }));

const ChangeNote = lazy(async () => ({ default: (await import('./change-note.tsx')).ChangeNote }));

interface CycleCardProps {
  readonly establishmentId: string;
  readonly title: string;
  readonly kind: MeterKind;
  /** In use now. */
  readonly boards: readonly Board[];
  readonly unit: Unit;
  readonly today: CivilDate;
  readonly span: Span;
  /** `page`: the largest number of the page stands here. */
  readonly size: 'page' | 'card';
  readonly action?: ReactNode;
  /** Whether this person sees the bill of the cycle. */
  readonly seesBill: boolean;
  readonly children?: ReactNode;
}

const CHART_HEIGHT = { page: 190, card: 150 } as const;

const MissingTariff = () => (
  <p className={classes.note}>
    Sem tarifa em algum dos medidores: os valores estão em quantidade, não em R$.
  </p>
);

const WORDS = {
  never: 'A fatura começa com a primeira mensagem de um medidor.',
  silent: 'Não há medições neste ciclo.',
} as const;

/** The current billing cycle of an establishment: so far, forecast, day by day. */
export const CycleCard = (props: CycleCardProps) => {
  const { establishmentId, title, kind, boards, unit, today, span, size, action, seesBill, children } = props;
  const { profile } = useUser();
  const cycle = useCycle(establishmentId, kind);
  const { data } = cycle;
  const prices = data?.prices ?? null;
  const lastSeen = boards.find((board) => board.lastSeen !== null)?.lastSeen ?? null;
  const isNothing = data != null && isUnmeasured(data);
  const isDrawn = useFiguresDrawn(data != null);
  const chart = { kind, unit, today, prices, height: CHART_HEIGHT[size] };
  const isAbreast = span === 12 && size === 'card';
  return (
    <Card
      tour="home-cycle"
      title={title}
      terms={['ciclo', 'media-diaria', 'previsao', 'dados-completos']}
      span={span}
      action={action}
      qualifier={data && formatDayRange(civilDate(data.start), civilDate(data.end))}
    >
      {cycle.isLoadingError && <ErrorState failure={cycle.error} onRetry={cycle.refetch} />}
      {cycle.isPending && <CycleSkeleton chartHeight={CHART_HEIGHT[size]} />}
      {isNothing && (
        <DayChart
          {...chart}
          rows={data.days}
          measured={data}
          state={{ kind: 'empty', message: lastSeen === null ? WORDS.never : WORDS.silent }}
        />
      )}
      {data != null && !isNothing && (
        <div className={classes.cycle} data-abreast={isAbreast}>
          <CycleHead cycle={data} kind={kind} unit={unit} today={today} size={size} />
          <DayChart {...chart} rows={data.days} restOfToday={data.restOfToday} measured={data} />
          {unit === 'money' && data.cost === null && <MissingTariff />}
          <CycleStats cycle={data} kind={kind} unit={unit} establishmentId={establishmentId} />
          <ComparisonNote cycle={data} kind={kind} unit={unit} today={today} />
          {isDrawn && seesBill && unit === 'money' && data.cost !== null && (
            <Suspense fallback={null}>
              <ChangeNote establishmentId={establishmentId} kind={kind} />
            </Suspense>
          )}
          <EstablishmentBillNote cycle={data} unit={unit} />
          {data.end > today && <ForecastNote cycle={data} kind={kind} unit={unit} />}
          {isDrawn && may(profile, 'plan-budgets') && (
            <Suspense fallback={null}>
              <BudgetNote establishmentId={establishmentId} cycle={data} kind={kind} unit={unit} />
            </Suspense>
          )}
          {children}
          {isDrawn && may(profile, 'share-figures') && (
            <p className={classes.share}>
              <ShareLink kind="cycle" establishmentId={establishmentId} type={kind} />
            </p>
          )}
        </div>
      )}
    </Card>
  );
};
