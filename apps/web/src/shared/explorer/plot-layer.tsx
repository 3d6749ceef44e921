import { memo, type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import { paint } from './paint.ts';
import classes from './plot.module.css';
import { BEYOND, type PlotGeometry, widened } from './plot-geometry.ts';
import type { Shade } from './shades.ts';
import { useThemeColors } from './theme-colors.ts';
import { around, type Viewport } from './viewport.ts';

/** What somebody wrote, or what happened, at a time. */
export interface PlotMark {
  readonly id: string;
  readonly at: number;
  readonly to: number | null;
  readonly color: `--${string}`;
  /** Stands on the mark, and before its words below the plot. */
  readonly sign: string;
  readonly text: string;
}

interface CurvesProps {
  readonly geometry: PlotGeometry;
  /** What of the curves is painted. */
  readonly view: Viewport;
  readonly shades: readonly Shade[];
  readonly height: number;
}

const Curves = memo(({ geometry, view, shades, height }: CurvesProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colorOf = useThemeColors();
  const { width } = geometry;
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== wide || element.height !== high) {
      element.width = wide;
      element.height = high;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    paint(context, { geometry, view, shades }, { ratio, colorOf });
  }, [geometry, view, shades, width, height, colorOf]);
  return <canvas ref={canvas} className={classes.canvas} style={{ width, height }} />;
});

interface MarksProps {
  readonly marks: readonly PlotMark[];
  readonly geometry: PlotGeometry;
  /** Where the view begins, px: what began before has its sign there. */
  readonly begin: number;
}

const Marks = memo(({ marks, geometry, begin }: MarksProps) =>
  marks.map(({ id, at, to, color, sign }) => {
    const x = geometry.xOf(at);
    const last = to === null ? x : Math.min(geometry.xOf(to), geometry.width);
    if (last < 0 || x > geometry.width) return null;
    const left = last > begin ? Math.max(x, begin) : x;
    return (
      <div
        key={id}
        className={classes.mark}
        style={{
          left,
          width: Math.max(last - left, 0),
          height: geometry.bottom,
          borderColor: `var(${color})`,
        }}
        aria-hidden="true"
      >
        <span style={{ background: `var(${color})` }}>{sign}</span>
      </div>
    );
  }),
);

interface PlotLayerProps {
  /** Of the view that is painted. */
  readonly geometry: PlotGeometry;
  readonly painted: Viewport;
  /** Otherwise the hand zooms: what lies beside the view is left out. */
  readonly isMoved: boolean;
  /** The layer itself, which a hand moves. */
  readonly ref: Ref<HTMLDivElement>;
  /** What is read, an instant. */
  readonly cursor: number | null;
  readonly shades: readonly Shade[];
  readonly marks: readonly PlotMark[];
  readonly height: number;
}

/**
 * Curves and marks, wider than is seen, in a layer of their own: below a hand that pans it is only moved, which costs the
 * same whatever is painted on it.
 */
export const PlotLayer = (props: PlotLayerProps) => {
  const { ref, geometry, painted, isMoved, shades, marks, cursor, height } = props;
  const wide = useMemo(() => widened(geometry), [geometry]);
  const view = useMemo(() => (isMoved ? around(painted, BEYOND) : painted), [isMoved, painted]);
  const begin = wide.xOf(painted.from);
  return (
    <div className={classes.window} style={{ left: geometry.left, width: geometry.width }}>
      <div ref={ref} className={classes.layer} style={{ left: -begin, width: wide.width }}>
        <Curves geometry={wide} view={view} shades={shades} height={height} />
        <Marks marks={marks} geometry={wide} begin={begin} />
        {cursor !== null && (
          <i
            className={classes.cursor}
            style={{ transform: `translateX(${wide.xOf(cursor)}px)`, height: geometry.bottom }}
          />
        )}
      </div>
    </div>
  );
};
