import { ChartLegend, type LegendItem } from '@nascente/charts/chart-legend';
import { ChartTable, type ChartTableContent } from '@nascente/charts/chart-table';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';
import { SkeletonLine } from '../ui/page/skeleton.tsx';
import classes from './chart-frame.module.css';

export type ChartState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Error; readonly onRetry: () => unknown }
  | { readonly kind: 'empty'; readonly message: string }
  | { readonly kind: 'ready' };

interface Query {
  readonly data: unknown;
  readonly error: Error | null;
  refetch(): unknown;
}

export const chartState = (
  { data, error, refetch }: Query,
  isEmpty: boolean,
  message = 'Não há medições neste período.',
): ChartState => {
  if (data !== undefined && data !== null) return isEmpty ? { kind: 'empty', message } : { kind: 'ready' };
  return error === null ? { kind: 'loading' } : { kind: 'failed', failure: error, onRetry: refetch };
};

interface ChartFrameProps {
  readonly label: string;
  /** Ready by default. */
  readonly state?: ChartState | undefined;
  readonly height: number;
  readonly title?: ReactNode;
  readonly legend?: readonly LegendItem[] | undefined;
  /** Unit and completeness, at the end of the legend. */
  readonly note?: string | undefined;
  readonly table: ChartTableContent;
  readonly children: ReactNode;
}

const READY: ChartState = { kind: 'ready' };

const SKELETON_SHARES = [48, 62, 55, 78, 70, 84, 66, 58, 74, 88, 80, 52, 60, 72];

const ChartSkeleton = ({ height }: { readonly height: number }) => (
  <div className={classes.skeleton} style={{ minHeight: height }} aria-hidden="true">
    {SKELETON_SHARES.map((share) => (
      <i key={share} style={{ height: `${share}%` }} />
    ))}
  </div>
);

const ChartMessage = ({ state, height }: { readonly state: ChartState; readonly height: number }) => {
  switch (state.kind) {
    case 'ready':
      return null;
    case 'loading':
      return (
        <>
          <ChartSkeleton height={height} />
          <div className={classes.foot} aria-hidden="true">
            <SkeletonLine width={24} size="small" />
          </div>
        </>
      );
    case 'failed':
      return (
        <div className={classes.message} style={{ minHeight: height }}>
          <ErrorState failure={state.failure} onRetry={state.onRetry} />
        </div>
      );
    case 'empty':
      return (
        <div className={classes.message} style={{ minHeight: height }}>
          <EmptyState icon="chart">{state.message}</EmptyState>
        </div>
      );
  }
};

/** States, legend and data table around a chart. */
export const ChartFrame = (props: ChartFrameProps) => {
  const { label, state = READY, height, title, legend = [], note, table, children } = props;
  const [showsTable, setShowsTable] = useState(false);
  const isReady = state.kind === 'ready';
  return (
    <figure className={classes.frame} aria-busy={state.kind === 'loading'}>
      {title !== undefined && <figcaption>{title}</figcaption>}
      <ChartMessage state={state} height={height} />
      {isReady && (showsTable ? <ChartTable caption={label} table={table} height={height} /> : children)}
      {isReady && (
        <div className={classes.foot}>
          <ChartLegend items={legend} />
          <p className={classes.note}>
            {note !== undefined && <span>{note}</span>}
            <button
              type="button"
              className={classes.textButton}
              aria-pressed={showsTable}
              onClick={() => setShowsTable(!showsTable)}
            >
              {showsTable ? 'ver gráfico' : 'ver tabela'}
              <span className="visually-hidden">: {label}</span>
            </button>
          </p>
        </div>
      )}
    </figure>
  );
};
