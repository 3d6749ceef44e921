import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import { useMemo } from 'react';
import { BarGraph } from '../../../shared/charts/bars/bar-graph.tsx';
import { ChartFrame, type ChartState } from '../../../shared/charts/chart-frame.tsx';
import { unitOfKind } from '../../../shared/consumption/amount.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from '../beside/side-column.module.css';
import type { Loaded } from '../loaded.ts';
import { hasHistory, type MonthRow, monthChart, partialNote } from './month-bars.ts';
import { useCycle } from './use-cycle.ts';
import { useSixMonths } from './use-six-months.ts';

interface MonthsCardProps {
  readonly establishmentId: string;
  readonly unit: Unit;
  readonly today: CivilDate;
}

const HEIGHT = 190;
const NO_ROWS: readonly MonthRow[] = [];

const stateOf = (months: Loaded<readonly MonthRow[]>): ChartState => {
  if (months.failure !== null) {
    return { kind: 'failed', failure: months.failure, onRetry: months.retry };
  }
  if (months.data === null) return { kind: 'loading' };
  return hasHistory(months.data)
    ? { kind: 'ready' }
    : { kind: 'empty', message: 'Não existe consumo histórico' };
};

/** The last six civil months of an establishment's electricity. */
export const MonthsCard = ({ establishmentId, unit, today }: MonthsCardProps) => {
  const current = monthOf(today);
  const months = useSixMonths(establishmentId, current);
  // The prices of this cycle divide the amount of a month, which the server tells, by tariff period.
  const prices = useCycle(establishmentId, 'eletric').data?.prices ?? null;
  const rows = months.data ?? NO_ROWS;
  const chart = useMemo(
    () => monthChart({ rows, kind: 'eletric', unit, current, prices }),
    [rows, unit, current, prices],
  );
  const note = partialNote(rows);
  const unitName = chart.unit === 'money' ? 'R$' : unitOfKind('eletric');
  const label = `Energia por mês, em ${unitName}`;
  return (
    <Card
      tour="home-months"
      title="Últimos seis meses"
      qualifier={`${unitName} por mês do calendário`}
      className={classes.growing}
    >
      <ChartFrame
        label={label}
        state={stateOf(months)}
        height={HEIGHT}
        legend={chart.parts.length > 1 ? chart.parts : []}
        {...(note !== null && { note })}
        table={chart.table}
      >
        <BarGraph
          label={label}
          bars={chart.bars}
          series={chart.parts}
          height={HEIGHT}
          describe={chart.describe}
        />
      </ChartFrame>
    </Card>
  );
};
