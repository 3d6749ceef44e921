import type { Zone } from '@nascente/domain/base/time/zone';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSize } from '../../charts/use-size.ts';
import { type CurveTiles, type TimeAxisScale, xOnAxis } from '../curves/curve-tiles.ts';
import { shadesIn } from '../curves/shades.ts';
import { datedReadingAt, instantText } from '../reading.ts';
import classes from './plot.module.css';
import { Scales, TimeAxis } from './plot-axes.tsx';
import { axesOf, type DrawnCurve, plotGeometry } from './plot-geometry.ts';
import { keyEffect } from './plot-keys.ts';
import { PlotLayer, type PlotMark } from './plot-layer.tsx';
import { SeriesStrip } from './series-strip.tsx';
import { useGestures } from './use-gestures.ts';
import { useLiveView } from './use-live-view.ts';
import { isAsLong, type Viewport } from './viewport.ts';

interface PlotProps {
  /** Accessible name: what is drawn. */
  readonly label: string;
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly isApart: boolean;
  readonly isShaded: boolean;
  readonly marks: readonly PlotMark[];
  readonly isWheelOwn: boolean;
  /** Where a hand rests. */
  readonly onView: (view: Viewport) => void;
  /** Where a hand that goes on has come: the plot is to be drawn for it. */
  readonly onReach: (view: Viewport) => void;
  readonly onRemove?: ((id: string) => void) | undefined;
}

/** A layer between two pixels would be drawn anew to be smoothed. */
const movedBy = (px: number): string => {
  const ratio = window.devicePixelRatio || 1;
  return `translateX(${Math.round(px * ratio) / ratio}px)`;
};

/** So many views away places on the layer are no longer exact. */
const FARTHEST_VIEWS = 200;

/** By which instants have their place on the layer: the same while a hand pans. */
const useTimeAxis = (view: Viewport, width: number): TimeAxisScale => {
  const [axis, setAxis] = useState<TimeAxisScale>({ ...view, width });
  const isFar = Math.abs(view.from - axis.from) > FARTHEST_VIEWS * (view.to - view.from);
  if (axis.width === width && isAsLong(axis, view) && !isFar) return axis;
  const next = { ...view, width };
  setAxis(next);
  return next;
};

/** Curves over one axis of time, moved by wheel, fingers and keys. Knows nothing of where they come from. */
export const Plot = (props: PlotProps) => {
  const { label, curves, zone, isApart, isShaded, marks, isWheelOwn, onView, onReach, onRemove } = props;
  const { ref, width, height } = useSize<HTMLDivElement>();
  const { view: settled } = props;
  const [layer, times] = [useRef<HTMLDivElement>(null), useRef<SVGSVGElement>(null)];
  const tiles = useRef<CurveTiles>(null);
  const shift = useRef<(view: Viewport) => boolean>(() => false);
  const { drawn: view, now, move } = useLiveView(settled, { onRest: onView, onReach }, shift);
  const [cursor, setCursor] = useState<number | null>(null);
  // Scales follow what was told, not the hand: a curve that is moved does not breathe.
  const axes = useMemo(() => axesOf(curves, settled), [curves, settled]);
  const geometry = useMemo(
    () => plotGeometry(axes, view, { width, height, isApart }),
    [axes, view, width, height, isApart],
  );
  // What does not follow the hand: it is drawn again where the hand rests.
  const resting = useMemo(
    () => plotGeometry(axes, settled, { width, height, isApart }),
    [axes, settled, width, height, isApart],
  );
  const first = curves[0]?.curve ?? null;
  // A hand that pans moves what is painted, and nothing is rendered; one that zooms has it painted anew.
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
    // What is painted now is where the hand was when it was begun.
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
              marks={marks}
              cursor={read}
              height={height}
            />
            <TimeAxis ref={times} geometry={geometry} view={view} zone={zone} />
          </>
        )}
      </div>
    </>
  );
};
