import { NativeSelect } from '@mantine/core';
import type { Board } from '@nascente/contract/meters';
import { projectFrames } from '@nascente/contract/telemetry';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../shared/api-client.ts';
import { ChartFrame, type ChartState } from '../../shared/charts/chart-frame.tsx';
import { LineGraph } from '../../shared/charts/line-graph.tsx';
import { scaleFor } from '../../shared/charts/scale.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { Card } from '../../shared/ui/card.tsx';
import { columnGroupOf, columnGroupsOf } from './frame-columns.ts';
import { type CurveRow, framesCurve, rowLengthOf, stretchText } from './frames-curve.ts';
import classes from './history.module.css';
import type { HistorySearch } from './history-search.ts';
import type { useHistory } from './use-history.ts';

interface CurveCardProps {
  readonly board: Board;
  readonly search: HistorySearch;
  readonly history: Pick<ReturnType<typeof useHistory>, 'span' | 'reloads'>;
  readonly onChange: (changes: Partial<HistorySearch>) => void;
}

const HEIGHT = 220;
const NOTHING: readonly never[] = [];

/** The columns of the table as curves over the whole period, a quantity at a time. */
export const CurveCard = ({ board, search, history, onChange }: CurveCardProps) => {
  const groups = columnGroupsOf(board);
  const group = columnGroupOf(board, search.quantity);
  const every = rowLengthOf(search);
  const { id, dateIn, dateOut } = history.span;
  const fields = group.columns.map(({ field }) => field);
  const { data, error, refetch } = useQuery({
    queryKey: [projectFrames.name, id, dateIn, dateOut, every, group.key, history.reloads],
    queryFn: async ({ signal }): Promise<readonly CurveRow[]> => {
      const filter = { fields, dateIn, dateOut, ...(every && { every }) };
      return (await request(projectFrames, { body: { id, filter } }, signal)).value;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const zone = zoneOf(board);
  const { start, end } = search.range;
  const { type } = board;
  const curve = useMemo(
    () => framesCurve(data ?? NOTHING, group, { type, range: { start, end }, every, zone }),
    [data, group, type, start, end, every, zone],
  );
  const state = ((): ChartState => {
    if (data === undefined)
      return error === null ? { kind: 'loading' } : { kind: 'failed', failure: error, onRetry: refetch };
    return curve === null
      ? { kind: 'empty', message: 'Nada desta grandeza foi medido neste período.' }
      : { kind: 'ready' };
  })();
  const label = `${group.name}, ${stretchText(group, every)}`;
  return (
    <Card
      title="Gráfico"
      qualifier={stretchText(group, every)}
      action={
        <NativeSelect
          className={classes.quantity}
          aria-label="Grandeza"
          data={groups.map(({ key, name }) => ({ value: key, label: name }))}
          value={group.key}
          onChange={({ target }) => onChange({ quantity: target.value })}
        />
      }
    >
      <ChartFrame
        label={label}
        state={state}
        height={HEIGHT}
        legend={curve?.legend ?? NOTHING}
        note={group.name}
        table={curve?.table ?? { columns: [], rows: [] }}
      >
        <LineGraph
          label={label}
          points={curve?.read.points ?? NOTHING}
          color={curve?.read.color ?? '--off-peak'}
          beside={curve?.beside ?? NOTHING}
          scale={curve?.scale ?? scaleFor(0)}
          ticks={curve?.ticks ?? NOTHING}
          {...(curve && { isGap: curve.isGap })}
          height={HEIGHT}
          describe={curve?.describe ?? (() => ({ title: '', rows: [] }))}
        />
      </ChartFrame>
    </Card>
  );
};
