import { readHeatMap } from '@nascente/contract/energy/analysis';
import type { Board } from '@nascente/contract/sites/meters';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { CellGrid } from '../../../../shared/charts/cell-grid.tsx';
import { CellLegend } from '../../../../shared/charts/cell-legend.tsx';
import { ChartFrame, type ChartState } from '../../../../shared/charts/chart-frame.tsx';
import { quantityText, unitOfKind } from '../../../../shared/consumption/amount.ts';
import { completenessText } from '../../../../shared/consumption/completeness.ts';
import { PostRules } from '../../../../shared/consumption/post-rules.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { SkeletonLine } from '../../../../shared/ui/page/skeleton.tsx';
import type { Period } from '../../period/period-range.ts';
import { analysedDays } from '../analysis-period.ts';
import { HOUR_ROWS, hourText } from '../hour-rows.ts';
import classes from './heat-card.module.css';
import { heatCells } from './heat-cells.ts';

interface HeatCardProps {
  readonly board: Board;
  readonly period: Period;
  readonly onDay: (date: CivilDate) => void;
}

const HEIGHT = 264;
const NOTHING = { days: [], highest: null, posts: [] };

/** Consumption of every hour of the period's days: when an establishment draws what. */
export const HeatCard = ({ board, period, onDay }: HeatCardProps) => {
  const { start, end } = analysedDays(period);
  const { data, error, refetch } = useQuery(
    queryFor(readHeatMap, { params: { mac: board.macAddress }, query: { start, end } }),
  );
  const heatmap = data?.heatmap;
  const cells = useMemo(() => heatCells(heatmap ?? NOTHING, board.type), [heatmap, board.type]);
  const highest = heatmap?.highest ?? null;
  const state = ((): ChartState => {
    if (heatmap === undefined)
      return error === null ? { kind: 'loading' } : { kind: 'failed', failure: error, onRetry: refetch };
    return highest === null
      ? { kind: 'empty', message: 'Não há medições neste período.' }
      : { kind: 'ready' };
  })();
  const unit = unitOfKind(board.type);
  const label = `Consumo por hora e dia, em ${unit}`;
  return (
    <Card title="Mapa de calor" terms={['mapa-de-calor']} qualifier={formatDayRange(start, end)}>
      {highest !== null && (
        <p className={classes.highest}>
          Maior hora: <b>{quantityText(highest.total, board.type)}</b>,{' '}
          {hourText(civilDate(highest.date), highest.hour)}.
        </p>
      )}
      {state.kind === 'loading' && (
        <p className={classes.highest}>
          <SkeletonLine width={36} />
        </p>
      )}
      <ChartFrame
        label={label}
        state={state}
        height={HEIGHT}
        legend={[]}
        note={`${unit} por hora · ${completenessText(heatmap?.completeness ?? 0)}`}
        table={cells.table}
      >
        <CellGrid
          label={label}
          columns={cells.columns}
          rows={HOUR_ROWS}
          levels={cells.levels}
          describe={cells.describe}
          onOpen={({ column }) => {
            const date = heatmap?.days[column]?.date;
            if (date !== undefined) onDay(civilDate(date));
          }}
        />
        <CellLegend levels={cells.levels} />
      </ChartFrame>
      {highest !== null && <PostRules rules={heatmap?.posts ?? []} />}
    </Card>
  );
};
