import { readDemand } from '@nascente/contract/energy/analysis';
import type { Board } from '@nascente/contract/sites/meters';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { ChartFrame, type ChartState } from '../../../../shared/charts/chart-frame.tsx';
import { LineGraph } from '../../../../shared/charts/line-graph.tsx';
import { completenessText } from '../../../../shared/consumption/completeness.ts';
import { PostRules } from '../../../../shared/consumption/post-rules.tsx';
import { zoneOf } from '../../../../shared/consumption/zone-of.ts';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonRows } from '../../../../shared/ui/page/skeleton.tsx';
import type { Period } from '../../period/period-range.ts';
import { analysedDays, pointsFor } from '../analysis-period.ts';
import { demandCurve } from './demand-curve.ts';
import { HighestByPost } from './highest-by-post.tsx';
import { PeakList } from './peak-list.tsx';
import { useContractedDemand } from './use-contracted-demand.ts';

const HEIGHT = 220;
const LABEL = 'Demanda por quarto de hora, em kW';
const TOP = '6';
const NOTHING = { curve: [], peaks: [], posts: [] };

/** The demand of the period: its curve, and the quarter-hours that made it high. */
export const DemandCard = ({ board, period }: { readonly board: Board; readonly period: Period }) => {
  const [points] = useState(() => pointsFor(window.innerWidth));
  const { start, end } = analysedDays(period);
  const { data, error, refetch } = useQuery(
    queryFor(readDemand, {
      params: { mac: board.macAddress },
      query: { start, end, top: TOP, points: String(points) },
    }),
  );
  const rules = useContractedDemand(board);
  const zone = zoneOf(board);
  const demand = data?.demand;
  const curve = useMemo(
    () => demandCurve(demand ?? NOTHING, { start, end }, zone, points),
    [demand, start, end, zone, points],
  );
  const state = ((): ChartState => {
    if (demand === undefined)
      return error === null ? { kind: 'loading' } : { kind: 'failed', failure: error, onRetry: refetch };
    return demand.curve.length === 0
      ? { kind: 'empty', message: 'Não há medições neste período.' }
      : { kind: 'ready' };
  })();
  return (
    <Card title="Demanda" terms={['demanda', 'ponta', 'fora-ponta']} qualifier={formatDayRange(start, end)}>
      <ChartFrame
        label={LABEL}
        state={state}
        height={HEIGHT}
        legend={[]}
        note={`kW por quarto de hora · ${completenessText(demand?.completeness ?? 0)}`}
        table={curve.table}
      >
        <LineGraph
          label={LABEL}
          points={curve.points}
          color="--off-peak"
          ticks={curve.ticks}
          rules={rules}
          marks={curve.marks}
          isGap={curve.isGap}
          height={HEIGHT}
          describe={curve.describe}
        />
      </ChartFrame>
      {state.kind === 'loading' && (
        <Loading label="Carregando as maiores demandas">
          <SkeletonRows rows={Number(TOP)} />
        </Loading>
      )}
      {demand !== undefined && demand.peaks.length > 0 && (
        <>
          <HighestByPost highest={demand.highest} zone={zone} />
          <PostRules rules={demand.posts} />
          <PeakList peaks={demand.peaks} zone={zone} isTri={board.model === 'tri'} />
        </>
      )}
    </Card>
  );
};
