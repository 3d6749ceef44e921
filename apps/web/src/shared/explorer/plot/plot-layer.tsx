import { type CurvePainting, type CurveTiles, createCurveTiles } from '@nascente/charts/curve-tiles';
import { around, type TimeAxisScale, xOnAxis } from '@nascente/charts/time-axis';
import { memo, type Ref, type RefObject, useCallback, useLayoutEffect, useMemo } from 'react';
import type { Shade } from '../curves/shades.ts';
import classes from './plot.module.css';
import { type PlotGeometry, plottedPanes } from './plot-geometry.ts';
import { plotShade } from './shade-looks.ts';
import { useThemeColors } from './theme-colors.ts';
import type { Viewport } from './viewport.ts';

export interface PlotMark {
  readonly id: string;
  readonly at: number;
  readonly to: number | null;
  readonly color: `--${string}`;
  /** The sign on the mark and before its text below the plot. */
  readonly sign: string;
  readonly text: string;
}

interface CurvesProps {
  readonly tiles: RefObject<CurveTiles | null>;
  readonly panes: PlotGeometry['panes'];
  readonly axis: TimeAxisScale;
  readonly shadesOf: (span: Viewport) => readonly Shade[];
  /** The view under the gesture. */
  readonly now: RefObject<Viewport>;
}

const Curves = memo(({ tiles, panes, axis, shadesOf, now }: CurvesProps) => {
  const colorOf = useThemeColors();
  const plotted = useMemo(() => plottedPanes(panes, colorOf), [panes, colorOf]);
  const shadesIn = useCallback(
    (span: Viewport) => shadesOf(span).map((shade) => plotShade(shade, colorOf)),
    [shadesOf, colorOf],
  );
  const painting = useMemo<CurvePainting>(
    () => ({ axis, panes: plotted, shadesIn }),
    [axis, plotted, shadesIn],
  );
  const host = useCallback(
    (element: HTMLDivElement) => {
      const made = createCurveTiles(element);
      tiles.current = made;
      return () => {
        made.end();
        tiles.current = null;
      };
    },
    [tiles],
  );
  useLayoutEffect(() => tiles.current?.show(painting, now.current), [tiles, painting, now]);
  return <div ref={host} className={classes.tiles} />;
});

interface MarksProps {
  readonly marks: readonly PlotMark[];
  readonly axis: TimeAxisScale;
  readonly bottom: number;
  /** The drawn view: an earlier event has its sign at the left edge. */
  readonly view: Viewport;
}

/** Views beyond each end of the drawn one for which marks are drawn. */
const MARKS_BEYOND = 2;

const Marks = memo(({ marks, axis, bottom, view }: MarksProps) => {
  const drawn = around(view, MARKS_BEYOND);
  return marks.map(({ id, at, to, color, sign }) => {
    const end = to ?? at;
    if (end < drawn.from || at > drawn.to) return null;
    const left = xOnAxis(axis, end > view.from ? Math.max(at, view.from) : at);
    const right = xOnAxis(axis, Math.min(end, drawn.to));
    return (
      <div
        key={id}
        className={classes.mark}
        style={{ left, width: Math.max(right - left, 0), height: bottom, borderColor: `var(${color})` }}
        aria-hidden="true"
      >
        <span style={{ background: `var(${color})` }}>{sign}</span>
      </div>
    );
  });
});

interface PlotLayerProps {
  readonly geometry: PlotGeometry;
  readonly view: Viewport;
  /** The same object during a gesture, so that curves are prepared once. */
  readonly panes: PlotGeometry['panes'];
  readonly now: RefObject<Viewport>;
  /** Positions of instants on the layer, independent of the view. */
  readonly axis: TimeAxisScale;
  readonly tiles: RefObject<CurveTiles | null>;
  readonly ref: Ref<HTMLDivElement>;
  readonly cursor: number | null;
  readonly shadesOf: (span: Viewport) => readonly Shade[];
  readonly marks: readonly PlotMark[];
}

/** Curves and marks on a layer of their own: panning only translates it, at constant cost. */
export const PlotLayer = (props: PlotLayerProps) => {
  const { ref, geometry, panes, view, now, axis, tiles, shadesOf, marks, cursor } = props;
  const { left, width, bottom } = geometry;
  return (
    <div className={classes.window} style={{ left, width }}>
      <div ref={ref} className={classes.layer}>
        <Curves {...{ tiles, panes, axis, shadesOf, now }} />
        <Marks marks={marks} axis={axis} bottom={bottom} view={view} />
        {cursor !== null && (
          <i
            className={classes.cursor}
            style={{ transform: `translateX(${xOnAxis(axis, cursor)}px)`, height: bottom }}
          />
        )}
      </div>
    </div>
  );
};
