import type { CurveTiles } from '@nascente/charts/curve-tiles';
import { type TimeAxisScale, xOnAxis } from '@nascente/charts/time-axis';
import { useSize } from '@nascente/charts/use-size';
import type { Zone } from '@nascente/domain/base/time/zone';
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Curve, firstFrom, visible } from '../curves/curve.ts';
import { shadesIn } from '../curves/shades.ts';
import { datedReadingAt, instantText } from '../reading.ts';
import classes from './plot.module.css';
import { Scales, TimeAxis } from './plot-axes.tsx';
import { axesOf, type DrawnCurve, plotGeometry } from './plot-geometry.ts';
import { PlotLayer, type PlotMark } from './plot-layer.tsx';
import { SeriesStrip } from './series-strip.tsx';
import { useGestures } from './use-gestures.ts';
import { isAsLong, panned, type Viewport, zoomed } from './viewport.ts';

/** A gesture that pauses this long has ended. */
const RESTS_MS = 180;
/** The plot is redrawn during a gesture when this share of the view is new, or its length changed by this factor. */
const [FAR, OTHER_LENGTH] = [0.4, 1.5];

const lengthOf = ({ from, to }: Viewport): number => to - from;
const isSame = (one: Viewport, other: Viewport): boolean => one.from === other.from && one.to === other.to;

const isFar = (one: Viewport, other: Viewport): boolean => {
  const ratio = lengthOf(one) / lengthOf(other);
  const isOtherLength = ratio > OTHER_LENGTH || ratio < 1 / OTHER_LENGTH;
  return isOtherLength || Math.abs(one.from - other.from) > FAR * lengthOf(other);
};

/**
 * The view during a gesture: the screen learns it when the gesture pauses, the plot when it has moved far; redraws
 * wait for the gesture's frames.
 * @param settled - the view on screen; the live view follows its changes
 * @param shift - translates the drawn layer; false where it must be redrawn
 */
const useLiveView = (
  settled: Viewport,
  { onRest, onReach }: Readonly<Record<'onRest' | 'onReach', (view: Viewport) => void>>,
  shift: RefObject<(view: Viewport) => boolean>,
) => {
  const [drawn, setDrawn] = useState(settled);
  const [sent, setSent] = useState(settled);
  const [start, setStart] = useState({ view: settled });
  if (!isSame(sent, settled)) {
    // Set from outside, such as by a button: the next gesture starts there.
    setSent(settled);
    setStart({ view: settled });
    setDrawn(settled);
  }
  const now = useRef(settled);
  const last = useRef(settled);
  const timer = useRef(0);
  useLayoutEffect(() => {
    now.current = start.view;
  }, [start]);
  useEffect(() => {
    last.current = settled;
  }, [settled]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const move = useCallback(
    (next: (view: Viewport) => Viewport): void => {
      const view = next(now.current);
      now.current = view;
      if (!shift.current(view)) setDrawn(view);
      const notify = (hear: (view: Viewport) => void) => {
        last.current = view;
        startTransition(() => {
          setDrawn(view);
          setSent(view);
          hear(view);
        });
      };
      window.clearTimeout(timer.current);
      if (isFar(view, last.current)) notify(onReach);
      timer.current = window.setTimeout(notify, RESTS_MS, onRest);
    },
    [onRest, onReach, shift],
  );
  return { drawn, now, move };
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

interface PlotProps {
  readonly label: string;
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly isApart: boolean;
  readonly isShaded: boolean;
  readonly marks: readonly PlotMark[];
  readonly isWheelOwn: boolean;
  readonly onView: (view: Viewport) => void;
  readonly onReach: (view: Viewport) => void;
  readonly onRemove?: ((id: string) => void) | undefined;
}

/** Whole pixels: a layer between two pixels would be repainted for smoothing. */
const movedBy = (px: number): string => {
  const ratio = window.devicePixelRatio || 1;
  return `translateX(${Math.round(px * ratio) / ratio}px)`;
};

/** Positions on the layer lose precision this many views away. */
const FARTHEST_VIEWS = 200;

/** Positions of instants on the layer, constant while panning. */
const useTimeAxis = (view: Viewport, width: number): TimeAxisScale => {
  const [axis, setAxis] = useState<TimeAxisScale>({ ...view, width });
  const isFar = Math.abs(view.from - axis.from) > FARTHEST_VIEWS * (view.to - view.from);
  if (axis.width === width && isAsLong(axis, view) && !isFar) return axis;
  const next = { ...view, width };
  setAxis(next);
  return next;
};

/** Curves over one time axis, moved by wheel, fingers and keys; independent of the data's source. */
export const Plot = (props: PlotProps) => {
  const { label, curves, zone, isApart, isShaded, marks, isWheelOwn, onView, onReach, onRemove } = props;
  const { ref, width, height } = useSize<HTMLDivElement>();
  const { view: settled } = props;
  const [layer, times] = [useRef<HTMLDivElement>(null), useRef<SVGSVGElement>(null)];
  const tiles = useRef<CurveTiles>(null);
  const shift = useRef<(view: Viewport) => boolean>(() => false);
  const { drawn: view, now, move } = useLiveView(settled, { onRest: onView, onReach }, shift);
  const [cursor, setCursor] = useState<number | null>(null);
  // Scales follow the settled view: they stay constant during a gesture.
  const axes = useMemo(() => axesOf(curves, settled), [curves, settled]);
  const geometry = useMemo(
    () => plotGeometry(axes, view, { width, height, isApart }),
    [axes, view, width, height, isApart],
  );
  // Parts that do not follow the gesture are redrawn when it settles.
  const resting = useMemo(
    () => plotGeometry(axes, settled, { width, height, isApart }),
    [axes, settled, width, height, isApart],
  );
  const first = curves[0]?.curve ?? null;
  // Panning translates the painted layer without a render; zooming repaints it.
  const axis = useTimeAxis(view, geometry.width);
  const shadesOf = useMemo(() => {
    const now = Date.now();
    return (span: Viewport) => (isShaded ? shadesIn(curves, axis, zone, now, span) : []);
  }, [isShaded, curves, axis, zone]);
  useLayoutEffect(() => {
    const moveTo = (next: Viewport): void => {
      const toTimes = geometry.xOf(view.from) - geometry.xOf(next.from);
      layer.current?.style.setProperty('transform', movedBy(-xOnAxis(axis, next.from)));
      times.current?.style.setProperty('transform', movedBy(toTimes));
      times.current?.toggleAttribute('data-moved', toTimes !== 0);
    };
    shift.current = (next) => {
      if (!isAsLong(next, view)) return false;
      moveTo(next);
      tiles.current?.reach(next);
      return true;
    };
    // The new paint shows the gesture's position when it began.
    if (!shift.current(now.current)) moveTo(view);
  });
  useGestures(ref as RefObject<HTMLElement | null>, { geometry, now, move, onCursor: setCursor, isWheelOwn });

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
  const read = cursor !== null && cursor >= view.from && cursor <= view.to ? cursor : null;
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
        {width > 0 && (
          <>
            <Scales geometry={resting} width={width} height={height} />
            <PlotLayer
              ref={layer}
              {...{ geometry, view, now, axis, tiles, shadesOf }}
              panes={resting.panes}
              marks={marks}
              cursor={read}
            />
            <TimeAxis ref={times} geometry={geometry} view={view} zone={zone} />
          </>
        )}
      </div>
    </>
  );
};
