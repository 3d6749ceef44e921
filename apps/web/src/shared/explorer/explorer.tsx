import { useSize } from '@nascente/charts/use-size';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';
import { Loading, SkeletonBlock, SkeletonRows } from '../ui/page/skeleton.tsx';
import { drawnCurves } from './curves/drawn-curves.ts';
import { type LoadedSeries, type Series, useCurves } from './curves/use-curves.ts';
import { CurvesShown } from './curves-shown.tsx';
import classes from './explorer.module.css';
import type { EventMark, PlotProps } from './plot/plot.tsx';
import type { Viewport } from './plot/viewport.ts';

interface ExplorerProps
  extends Pick<PlotProps, 'view' | 'zone' | 'onView' | 'onRemove'>,
    Partial<Pick<PlotProps, 'isApart' | 'isShaded' | 'marks' | 'isWheelOwn'>> {
  readonly title: string;
  readonly series: readonly Series[];
  /** The compared period: its shift and name; null without one. */
  readonly compared: { readonly laterMs: number; readonly word: string } | null;
  readonly isBrief?: boolean;
  readonly onDrawn?: () => void;
}

const NO_MARKS: readonly EventMark[] = [];

/** The assumed width, px, before layout. */
const USUAL_WIDTH = 800;

/** A few pixels of width make no new query. */
const inSteps = (width: number): number => Math.ceil(width / 50) * 50;

/** Messages about series that failed or have a view longer than their limit, beside the drawn curves. */
const Faults = ({ loaded }: { readonly loaded: readonly LoadedSeries[] }) => {
  const far = loaded.filter(({ isTooFar, laterMs }) => isTooFar && laterMs === 0);
  const failed = loaded.filter(({ failure, curve }) => failure !== null && curve !== null);
  if (far.length + failed.length === 0) return null;
  return (
    <p className={classes.fault} role="status">
      {far.length > 0 &&
        `Aproxime até 31 dias para ver ${far.map(({ series }) => series.quantity.name).join(', ')}: só existe em cada leitura. `}
      {failed.length > 0 && 'Não foi possível atualizar: estes são os últimos dados recebidos.'}
    </p>
  );
};

/** A placeholder or failure if nothing can be drawn. */
const Instead = ({ loaded }: { readonly loaded: readonly LoadedSeries[] }) => {
  const failed = loaded.find(({ failure }) => failure !== null);
  if (failed?.failure) {
    return <ErrorState failure={failed.failure} onRetry={() => loaded.map((one) => one.refetch())} />;
  }
  if (loaded.every(({ isTooFar }) => isTooFar))
    return <EmptyState icon="search">Aproxime para ver.</EmptyState>;
  return (
    <Loading label="Carregando o gráfico">
      <div className={classes.resting}>
        <SkeletonBlock height={320} />
        <SkeletonRows rows={3} />
      </div>
    </Loading>
  );
};

/** Keeps the identity of an unchanged list for memoized consumers. */
const useSameList = <T,>(list: readonly T[]): readonly T[] => {
  const [stored, setKept] = useState(list);
  if (stored.length === list.length && list.every((one, index) => one === stored[index])) return stored;
  setKept(list);
  return list;
};

/** The plot's width, px; 0 before layout, to avoid a second query. */
const useQueriedWidth = (width: number): number => {
  const [isLaidOut, setIsLaidOut] = useState(false);
  useLayoutEffect(() => setIsLaidOut(true), []);
  return isLaidOut ? inSteps(width || USUAL_WIDTH) : 0;
};

/** Curves of any series over one time axis, with statistics, table and files. */
export const Explorer = (props: ExplorerProps) => {
  const { series, view, compared, onDrawn } = props;
  const { isApart = false, isShaded = true, marks = NO_MARKS, isWheelOwn = false, isBrief = false } = props;
  const { ref, width } = useSize<HTMLElement>();
  // A continuing gesture re-renders the plot, not the screen around it.
  const [far, setFar] = useState({ from: view, to: view });
  const reached = far.from === view ? far.to : view;
  const onReach = useCallback((to: Viewport) => setFar({ from: view, to }), [view]);
  const loaded = useCurves(series, reached, useQueriedWidth(width), compared?.laterMs ?? null);
  const word = compared?.word ?? '';
  const loadedCurves = useSameList(loaded.map(({ curve }) => curve));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the curves are what changes, the list is made anew each time
  const curves = useMemo(() => drawnCurves(loaded, word), [loadedCurves, word, series]);
  const isDrawn = curves.length > 0;
  useEffect(() => {
    if (isDrawn) onDrawn?.();
  }, [isDrawn, onDrawn]);
  return (
    <figure ref={ref} className={classes.explorer} aria-busy={loaded.some(({ isLoading }) => isLoading)}>
      {!isDrawn && <Instead loaded={loaded} />}
      {isDrawn && (
        <CurvesShown
          {...{ ...props, view: reached, onReach, curves, isApart, isShaded, marks, isWheelOwn, isBrief }}
        >
          <Faults loaded={loaded} />
        </CurvesShown>
      )}
      {!isDrawn && <Faults loaded={loaded} />}
    </figure>
  );
};
