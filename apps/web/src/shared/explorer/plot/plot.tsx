import { type CurvePlot, createCurvePlot } from '@nascente/charts/curve-plot';
import { around, firstFrom, xOnAxis } from '@nascente/charts/time-axis';
import { useSize } from '@nascente/charts/use-size';
import type { Zone } from '@nascente/domain/base/time/zone';
import {
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Curve, visible } from '../curves/curve.ts';
import { shadesIn } from '../curves/shades.ts';
import { datedReadingAt, instantText } from '../reading.ts';
import classes from './plot.module.css';
import { axesOf, type DrawnCurve, plotGeometry, plotLook, plottedAxes, TOP } from './plot-geometry.ts';
import { SeriesStrip } from './series-strip.tsx';
import { plotShade, useThemeColors } from './theme-colors.ts';
import { timeTicks } from './time-ticks.ts';
import { useGestures } from './use-gestures.ts';
import { isFar, panned, type Viewport, zoomed } from './viewport.ts';

/** A gesture that pauses this long has ended. */
const RESTS_MS = 180;

/**
 * The view during a gesture. `draw` follows each move without a render; the screen receives the view when it has moved
 * far and when the gesture pauses.
 */
const useLiveView = (
  settled: Viewport,
  { onRest, onReach }: Readonly<Record<'onRest' | 'onReach', (view: Viewport) => void>>,
  draw: (view: Viewport) => void,
) => {
  const now = useRef(settled);
  const last = useRef(settled);
  /** Views on their way to the screen: the gesture goes on while they arrive. */
  const sent = useRef<readonly Viewport[]>([]);
  const timer = useRef(0);
  useLayoutEffect(() => {
    const index = sent.current.indexOf(settled);
    sent.current = sent.current.slice(index + 1);
    if (index >= 0) return;
    [sent.current, now.current, last.current] = [[], settled, settled];
    draw(settled);
  }, [settled, draw]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const move = useCallback(
    (next: (view: Viewport) => Viewport): void => {
      const view = next(now.current);
      now.current = view;
      draw(view);
      const notify = (receive: (view: Viewport) => void) => {
        last.current = view;
        sent.current = [...sent.current, view];
        startTransition(() => receive(view));
      };
      window.clearTimeout(timer.current);
      if (isFar(view, last.current)) notify(onReach);
      timer.current = window.setTimeout(notify, RESTS_MS, onRest);
    },
    [onRest, onReach, draw],
  );
  return { now, move };
};

const ZOOM_STEP = 0.7;
const PAN_STEP = 0.2;

/** The effect of a key on a plot; null without one. */
type KeyEffect =
  | { readonly kind: 'view'; readonly next: (view: Viewport) => Viewport }
  | { readonly kind: 'cursor'; readonly instant: number | null };

interface At {
  readonly view: Viewport;
  readonly cursor: number | null;
  readonly curve: Curve | null;
  readonly now: number;
}

const toView = (next: (view: Viewport) => Viewport): KeyEffect => ({ kind: 'view', next });

const step = ({ view, cursor, curve }: At, direction: 1 | -1): KeyEffect | null => {
  if (curve === null) return null;
  const [first, end] = visible(curve, view);
  if (end <= first) return null;
  const nearest = (): number => {
    if (cursor === null) return direction === 1 ? first : end - 1;
    const after = firstFrom(curve.at, cursor);
    return direction === -1 ? after - 1 : curve.at[after] === cursor ? after + 1 : after;
  };
  const index = Math.min(Math.max(nearest(), first), end - 1);
  return { kind: 'cursor', instant: curve.at[index] as number };
};

/** Arrows move the cursor by points, with Shift the view; + and − zoom about the cursor; Esc clears it. */
export const keyEffect = (key: string, isShifted: boolean, at: At): KeyEffect | null => {
  const { view, cursor, curve, now } = at;
  const middle = cursor ?? (view.from + view.to) / 2;
  const pan = (share: number) => toView((one) => panned(one, share * (one.to - one.from), now));
  switch (key) {
    case 'ArrowLeft':
      return isShifted ? pan(-PAN_STEP) : step(at, -1);
    case 'ArrowRight':
      return isShifted ? pan(PAN_STEP) : step(at, 1);
    case 'PageUp':
      return pan(-1);
    case 'PageDown':
      return pan(1);
    case '+':
    case '=':
    case 'ArrowUp':
      return toView((one) => zoomed(one, ZOOM_STEP, middle, now));
    case '-':
    case '_':
    case 'ArrowDown':
      return toView((one) => zoomed(one, 1 / ZOOM_STEP, middle, now));
    case 'Home':
    case 'End': {
      if (curve === null) return null;
      const [first, end] = visible(curve, view);
      const instant = curve.at[key === 'Home' ? first : end - 1];
      return instant === undefined || end <= first ? null : { kind: 'cursor', instant };
    }
    case 'Escape':
      return { kind: 'cursor', instant: null };
    default:
      return null;
  }
};

/** An event on the chart, with its text below it. */
export interface EventMark {
  readonly id: string;
  readonly at: number;
  readonly to: number | null;
  readonly color: `--${string}`;
  readonly sign: string;
  readonly text: string;
}

export interface PlotProps {
  readonly label: string;
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly isApart: boolean;
  readonly isShaded: boolean;
  readonly marks: readonly EventMark[];
  /** True on the page of the chart: the wheel zooms without Ctrl. */
  readonly isWheelOwn: boolean;
  readonly onView: (view: Viewport) => void;
  /** The position of a continuing gesture, so that curves follow before the screen re-renders. */
  readonly onReach: (view: Viewport) => void;
  readonly onRemove?: ((id: string) => void) | undefined;
}

/** Shades are computed this many views beyond each end, so that a gesture finds them ready. */
const SHADED_BEYOND = 1;
const OUTSIDE_PX = -10;

/** Without a canvas, as on a device short of memory, the table behind the curves remains. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

const placeCursor = (plot: CurvePlot, { from, to }: Viewport, cursor: number | null): void => {
  const left = cursor === null ? OUTSIDE_PX : xOnAxis({ from, to, width: plot.over.clientWidth }, cursor);
  plot.setCursor({ left, top: 0 });
};

type DrawnProps = Pick<PlotProps, 'curves' | 'view' | 'zone' | 'isApart' | 'isShaded' | 'marks'>;

/** Scales and shades follow the settled view: they stay constant during a gesture. */
const usePlots = (
  { curves, view: settled, zone, isApart, isShaded, marks }: DrawnProps,
  { width, height }: { readonly width: number; readonly height: number },
  cursor: number | null,
) => {
  const colorOf = useThemeColors();
  const host = useRef<HTMLDivElement>(null);
  const plots = useRef<readonly CurvePlot[]>([]);
  const shown = useRef({ view: settled, cursor });
  const axes = useMemo(() => axesOf(curves, settled), [curves, settled]);
  const geometry = useMemo(
    () => plotGeometry(axes, { width, height, isApart }),
    [axes, width, height, isApart],
  );
  const shades = useMemo(() => {
    const reach = around(settled, SHADED_BEYOND);
    const shades = isShaded ? shadesIn(curves, settled, zone, Date.now(), reach) : [];
    return shades.map((shade) => plotShade(shade, colorOf));
  }, [isShaded, curves, settled, zone, colorOf]);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || width === 0 || !canDraw()) return;
    const last = geometry.panes.length - 1;
    const made = geometry.panes.map((pane, index) =>
      createCurvePlot(element, {
        width,
        height: pane.height,
        margin: TOP,
        right: geometry.right,
        axes: plottedAxes(pane, colorOf),
        span: shown.current.view,
        look: plotLook(colorOf),
        shades,
        marks: marks.map(({ at, to, color, sign }) => ({
          from: at,
          to: to ?? at,
          color: colorOf(color),
          sign: index === 0 ? sign : '',
        })),
        ticksIn: index === last ? (span) => timeTicks(span, geometry.width, zone) : null,
      }),
    );
    plots.current = made;
    for (const plot of made) placeCursor(plot, shown.current.view, shown.current.cursor);
    return () => {
      for (const plot of made) plot.destroy();
    };
  }, [geometry, width, shades, marks, zone, colorOf]);
  useLayoutEffect(() => {
    shown.current = { ...shown.current, cursor };
    for (const plot of plots.current) placeCursor(plot, shown.current.view, cursor);
  }, [cursor]);
  const draw = useCallback((view: Viewport) => {
    shown.current = { ...shown.current, view };
    for (const plot of plots.current)
      plot.batch(() => {
        plot.setScale('x', { min: view.from, max: view.to });
        placeCursor(plot, view, shown.current.cursor);
      });
  }, []);
  return { host, geometry, draw };
};

/** Curves over one time axis, moved by wheel, fingers and keys; independent of the data's source. */
export const Plot = (props: PlotProps) => {
  const { label, curves, view: settled, zone, isWheelOwn, onView, onReach, onRemove } = props;
  const { ref, width, height } = useSize<HTMLDivElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const read = cursor !== null && cursor >= settled.from && cursor <= settled.to ? cursor : null;
  const { host, geometry, draw } = usePlots(props, { width, height }, read);
  const { now, move } = useLiveView(settled, { onRest: onView, onReach }, draw);
  useGestures(ref, { geometry, now, move, onCursor: setCursor, isWheelOwn });
  const first = curves[0]?.curve ?? null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const effect = keyEffect(event.key, event.shiftKey, {
      view: now.current,
      cursor,
      curve: first,
      now: Date.now(),
    });
    if (effect === null) return;
    event.preventDefault();
    if (effect.kind === 'view') move(effect.next);
    else setCursor(effect.instant);
  };
  const said =
    read === null
      ? 'Setas percorrem os valores, + e − aproximam e afastam, Shift com setas move.'
      : [
          instantText(read, zone, first?.length ?? 0),
          ...curves.map((one) => `${one.label} ${datedReadingAt(one, read, zone) ?? 'sem medição'}`),
        ].join(', ');
  return (
    <>
      <SeriesStrip curves={curves} view={settled} cursor={read} zone={zone} onRemove={onRemove} />
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={Math.round(settled.from)}
        aria-valuemax={Math.round(settled.to)}
        aria-valuenow={Math.round(read ?? settled.to)}
        aria-valuetext={said}
        data-tour="explorer-plot"
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      >
        <div ref={host} aria-hidden="true" />
      </div>
    </>
  );
};
