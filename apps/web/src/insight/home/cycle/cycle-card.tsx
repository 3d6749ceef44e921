import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { readEstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useFiguresDrawn } from '../../../shared/api/use-figures-drawn.ts';
import {
  amountOf,
  amountText,
  bandText,
  forecastAmount,
  type MeterKind,
} from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { EstablishmentBillNote } from '../../../shared/consumption/bill-note.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { DayChart } from '../../../shared/consumption/day-chart.tsx';
import { ForecastNote } from '../../../shared/consumption/forecast-note.tsx';
import { ShareLink } from '../../../shared/links/share-link.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { changesPath, forecastComparison, sameDaysComparison, yearComparisonOf } from './comparison.ts';
import classes from './cycle-card.module.css';
import cycleHead from './cycle-head.module.css';
import { CycleSkeleton } from './cycle-skeleton.tsx';
import { useCycle } from './use-cycle.ts';

/** Shares of the bar's length. */
interface ProgressShape {
  readonly soFar: number;
  /** Null after the cycle's end. */
  readonly forecast: { readonly low: number; readonly high: number; readonly at: number } | null;
}

interface Progress {
  readonly soFar: number;
  readonly forecast: { readonly total: number; readonly low: number; readonly high: number } | null;
}

/** The bar ends a little after its largest value. */
const HEADROOM = 1.04;

export const progressShape = ({ soFar, forecast }: Progress): ProgressShape => {
  const end = Math.max(soFar, forecast?.high ?? 0, forecast?.total ?? 0) * HEADROOM;
  const share = (value: number): number => (end <= 0 ? 0 : Math.min(Math.max(value / end, 0), 1));
  return {
    soFar: share(soFar),
    forecast:
      forecast === null
        ? null
        : { low: share(forecast.low), high: share(forecast.high), at: share(forecast.total) },
  };
};

interface CycleProgressProps {
  /** The accessible description. */
  readonly label: string;
  readonly soFar: number;
  readonly forecast: { readonly total: number; readonly low: number; readonly high: number } | null;
  readonly isWater?: boolean;
}

const percent = (share: number): string => `${share * 100}%`;

const Marks = ({ shape }: { readonly shape: ProgressShape }) =>
  shape.forecast && (
    <>
      <i
        className={cycleHead.band}
        style={{
          left: percent(shape.forecast.low),
          width: percent(shape.forecast.high - shape.forecast.low),
        }}
      />
      <i className={cycleHead.mark} style={{ left: percent(shape.forecast.at) }} />
    </>
  );

/** Consumption so far towards the forecast, with the forecast's band. */
const CycleProgress = ({ label, soFar, forecast, isWater = false }: CycleProgressProps) => {
  const shape = progressShape({ soFar, forecast });
  return (
    <div className={cycleHead.progress} data-water={isWater} role="img" aria-label={label}>
      <i className={cycleHead.track} />
      <Marks shape={shape} />
      <i className={cycleHead.fill} style={{ width: percent(shape.soFar) }} />
    </div>
  );
};

interface CycleHeadProps extends Pick<CycleCardProps, 'kind' | 'unit' | 'today' | 'size'> {
  readonly cycle: MonthSoFar;
}

/** R$ where every price is known, otherwise the meter's unit, for figure, band and bar. */
const measuredIn = (cycle: MonthSoFar, unit: Unit) => {
  const { forecast } = cycle;
  if (unit === 'money' && cycle.cost !== null && forecast.cost !== null) {
    return {
      inMoney: true,
      soFar: cycle.cost,
      total: forecast.cost,
      low: forecast.lowCost ?? forecast.cost,
      high: forecast.highCost ?? forecast.cost,
    };
  }
  return {
    inMoney: false,
    soFar: cycle.total,
    total: forecast.total,
    low: forecast.low,
    high: forecast.high,
  };
};

/** So far and the forecast, which is shown only before the cycle's end. */
const CycleHead = ({ cycle, kind, unit, today, size }: CycleHeadProps) => {
  const measured = measuredIn(cycle, unit);
  const isAhead = cycle.end > today;
  const soFar = amountOf(unit, kind, cycle);
  const forecast = forecastAmount(unit, kind, cycle.forecast);
  const band = bandText(measured.low, measured.high, measured.inMoney ? 'money' : kind);
  const end = formatShortDay(civilDate(cycle.end));
  const progressLabel = isAhead
    ? `${amountText(soFar)} até agora; previsão de ${amountText(forecast)} em ${end}, entre ${band}`
    : `${amountText(soFar)} no ciclo`;
  return (
    <div className={cycleHead.head}>
      <div className={cycleHead.figures}>
        <div>
          <p className={cycleHead.label}>
            Até agora, dia {cycle.daysElapsed} de {cycle.daysInPeriod}
          </p>
          <AmountNumber amount={soFar} size={size} />
        </div>
        {isAhead && (
          <div>
            <p className={cycleHead.label}>Previsão para {end}</p>
            <span className={cycleHead.forecast}>
              <AmountNumber amount={forecast} />
              <Tag>
                <span className="visually-hidden">entre </span>
                {band}
              </Tag>
            </span>
          </div>
        )}
      </div>
      {isAhead && (
        <CycleProgress
          label={progressLabel}
          soFar={measured.soFar}
          forecast={measured}
          isWater={kind === 'water'}
        />
      )}
    </div>
  );
};

const STALE_MS = 10 * 60_000;

const YearStat = ({ establishmentId: id, kind }: Pick<CycleCardProps, 'establishmentId' | 'kind'>) => {
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

interface CycleStatsProps extends Pick<CycleCardProps, 'kind' | 'unit' | 'establishmentId'> {
  readonly cycle: MonthSoFar;
}

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

interface ComparisonNoteProps extends CycleStatsProps {
  readonly today: CivilDate;
  /** Whether the bill explains the difference. */
  readonly isExplained: boolean;
}

/** One sentence with one basis: the forecast, else the bill up to yesterday, else the same days. */
const ComparisonNote = (props: ComparisonNoteProps) => {
  const { cycle, kind, unit, establishmentId, today, isExplained } = props;
  const forecast = cycle.end > today ? forecastComparison(cycle, unit, kind) : null;
  const text = forecast ?? sameDaysComparison(cycle, unit, kind);
  const note = text !== null && <p className={classes.note}>{text}.</p>;
  if (!isExplained) return note;
  if (forecast === null)
    return (
      <Suspense fallback={note}>
        <ChangeNote establishmentId={establishmentId} kind={kind}>
          {note}
        </ChangeNote>
      </Suspense>
    );
  return (
    <p className={classes.note}>
      {forecast}. <TextLink to={changesPath(establishmentId, kind)}>O que mudou</TextLink>
    </p>
  );
};

/** Loads after the figures beside it. */
const BudgetNote = lazy(async () => ({ default: (await import('./budget-note.tsx')).BudgetNote }));

const ChangeNote = lazy(async () => ({ default: (await import('./change-note.tsx')).ChangeNote }));

interface CycleCardProps {
  readonly establishmentId: string;
  readonly title: string;
  readonly kind: MeterKind;
  readonly boards: readonly Board[];
  readonly unit: Unit;
  readonly today: CivilDate;
  readonly span: Span;
  /** `page`: holds the largest number of the page. */
  readonly size: 'page' | 'card';
  readonly action?: ReactNode;
  readonly seesBill: boolean;
  readonly children?: ReactNode;
}

const CHART_HEIGHT = { page: 190, card: 150 } as const;

const MissingTariff = () => (
  <p className={classes.note}>
    Sem tarifa em algum dos medidores: os valores estão em quantidade, não em R$.
  </p>
);

const TEXTS = {
  never: 'A fatura começa com a primeira mensagem de um medidor.',
  silent: 'Não há medições neste ciclo.',
} as const;

export const CycleCard = (props: CycleCardProps) => {
  const { establishmentId, title, kind, boards, unit, today, span, size, action, seesBill, children } = props;
  const { profile } = useUser();
  const cycle = useCycle(establishmentId, kind);
  const { data } = cycle;
  const prices = data?.prices ?? null;
  const lastSeen = boards.find((board) => board.lastSeen !== null)?.lastSeen ?? null;
  const isEmpty = data != null && isUnmeasured(data);
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
      {isEmpty && (
        <DayChart
          {...chart}
          rows={data.days}
          measured={data}
          state={{ kind: 'empty', message: lastSeen === null ? TEXTS.never : TEXTS.silent }}
        />
      )}
      {data != null && !isEmpty && (
        <div className={classes.cycle} data-abreast={isAbreast}>
          <CycleHead cycle={data} kind={kind} unit={unit} today={today} size={size} />
          <DayChart {...chart} rows={data.days} restOfToday={data.restOfToday} measured={data} />
          {unit === 'money' && data.cost === null && <MissingTariff />}
          <CycleStats cycle={data} kind={kind} unit={unit} establishmentId={establishmentId} />
          <ComparisonNote
            cycle={data}
            kind={kind}
            unit={unit}
            today={today}
            establishmentId={establishmentId}
            isExplained={isDrawn && seesBill && unit === 'money' && data.cost !== null}
          />
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
