import type { Board } from '@nascente/contract/sites/meters';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { lazy, type ReactNode, Suspense } from 'react';
import { useFiguresDrawn } from '../../../shared/api/use-figures-drawn.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { EstablishmentBillNote } from '../../../shared/consumption/bill-note.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { DayChart } from '../../../shared/consumption/day-chart.tsx';
import { ForecastNote } from '../../../shared/consumption/forecast-note.tsx';
import { ShareLink } from '../../../shared/links/share-link.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './cycle-card.module.css';
import { CycleHead } from './cycle-head.tsx';
import { CycleSkeleton } from './cycle-skeleton.tsx';
import { CycleStats } from './cycle-stats.tsx';
import { useCycle } from './use-cycle.ts';

/** It comes after the figures of the card, beside which it stands. */
const BudgetNote = lazy(async () => ({ default: (await import('./budget-note.tsx')).BudgetNote }));

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
  readonly children?: ReactNode;
}

const CHART_HEIGHT = { page: 190, card: 150 } as const;

const MissingTariff = () => (
  <p className={classes.note}>
    Sem tarifa em algum dos medidores: os valores estão em quantidade, não em R$.
  </p>
);

const WORDS = {
  never: 'A conta começa com a primeira mensagem de um medidor.',
  silent: 'Não há medições neste ciclo.',
} as const;

/** The current billing cycle of an establishment: so far, forecast, day by day. */
export const CycleCard = (props: CycleCardProps) => {
  const { establishmentId, title, kind, boards, unit, today, span, size, action, children } = props;
  const { profile } = useUser();
  const cycle = useCycle(establishmentId, kind);
  const { data } = cycle;
  const prices = data?.prices ?? null;
  const lastSeen = boards.find((board) => board.lastSeen !== null)?.lastSeen ?? null;
  const isNothing = data !== null && isUnmeasured(data);
  const isDrawn = useFiguresDrawn(data !== null);
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
      {cycle.failure !== null && <ErrorState failure={cycle.failure} onRetry={cycle.retry} />}
      {cycle.isLoading && cycle.failure === null && <CycleSkeleton chartHeight={CHART_HEIGHT[size]} />}
      {isNothing && (
        <DayChart
          {...chart}
          rows={data.days}
          state={{ kind: 'empty', message: lastSeen === null ? WORDS.never : WORDS.silent }}
        />
      )}
      {data !== null && !isNothing && (
        <div className={classes.cycle} data-abreast={isAbreast}>
          <CycleHead cycle={data} kind={kind} unit={unit} today={today} size={size} />
          <DayChart {...chart} rows={data.days} restOfToday={data.restOfToday} />
          {unit === 'money' && data.cost === null && <MissingTariff />}
          <CycleStats cycle={data} kind={kind} unit={unit} establishmentId={establishmentId} />
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
