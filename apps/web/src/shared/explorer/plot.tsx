import type { Zone } from '@nascente/domain/time/zone';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSize } from '../charts/use-size.ts';
import { paint } from './paint.ts';
import classes from './plot.module.css';
import { Scales, TimeAxis } from './plot-axes.tsx';
import { axesOf, type DrawnCurve, type PlotGeometry, plotGeometry } from './plot-geometry.ts';
import { keyEffect } from './plot-keys.ts';
import { instantText, readAt } from './reading.ts';
import { SeriesStrip } from './series-strip.tsx';
import { type Shade, shadesIn } from './shades.ts';
import { useThemeColors } from './theme-colors.ts';
import { useGestures } from './use-gestures.ts';
import { useLiveView } from './use-live-view.ts';
import type { Viewport } from './viewport.ts';

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
  readonly onView: (view: Viewport) => void;
  readonly onRemove?: ((id: string) => void) | undefined;
}

interface CanvasProps {
  readonly geometry: PlotGeometry;
  readonly view: Viewport;
  readonly shades: readonly Shade[];
  readonly width: number;
  readonly height: number;
}

const Curves = ({ geometry, view, shades, width, height }: CanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colorOf = useThemeColors();
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
    paint(context, { geometry, view, shades }, colorOf);
  }, [geometry, view, shades, width, height, colorOf]);
  return <canvas ref={canvas} className={classes.canvas} style={{ width, height }} />;
};

const Marks = ({
  marks,
  geometry,
}: {
  readonly marks: readonly PlotMark[];
  readonly geometry: PlotGeometry;
}) => {
  const end = geometry.left + geometry.width;
  return marks.map(({ id, at, to, color, sign }) => {
    const x = geometry.xOf(at);
    const last = to === null ? x : Math.min(geometry.xOf(to), end);
    if (last < geometry.left || x > end) return null;
    const left = Math.max(x, geometry.left);
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
  });
};

/** Curves over one axis of time, moved by wheel, fingers and keys. Knows nothing of where they come from. */
export const Plot = (props: PlotProps) => {
  const { label, curves, zone, isApart, isShaded, marks, isWheelOwn, onView, onRemove } = props;
  const { ref, width, height } = useSize<HTMLDivElement>();
  const { view: told } = props;
  const [view, move] = useLiveView(told, onView);
  const [cursor, setCursor] = useState<number | null>(null);
  // Scales follow what was told, not the hand: a curve that is moved does not breathe.
  const axes = useMemo(() => axesOf(curves, told), [curves, told]);
  const geometry = useMemo(
    () => plotGeometry(axes, view, { width, height, isApart }),
    [axes, view, width, height, isApart],
  );
  // What does not follow the hand: it is drawn again where the hand rests.
  const resting = useMemo(
    () => plotGeometry(axes, told, { width, height, isApart }),
    [axes, told, width, height, isApart],
  );
  const first = curves[0]?.curve ?? null;
  const shades = useMemo(
    () => (isShaded && first !== null ? shadesIn(first, view, zone, Date.now()) : []),
    [isShaded, first, view, zone],
  );
  useGestures(ref as RefObject<HTMLElement | null>, { geometry, move, onCursor: setCursor, isWheelOwn });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const effect = keyEffect(event.key, event.shiftKey, { view, cursor, curve: first, now: Date.now() });
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
          ...curves.map((one) => `${one.label} ${readAt(one, read) ?? 'sem medição'}`),
        ].join(', ');
  return (
    <>
      <SeriesStrip curves={curves} view={told} cursor={read} zone={zone} onRemove={onRemove} />
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={Math.round(told.from)}
        aria-valuemax={Math.round(told.to)}
        aria-valuenow={Math.round(read ?? told.to)}
        aria-valuetext={said}
        data-tour="explorer-plot"
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      >
        {width > 0 && (
          <>
            <Curves geometry={geometry} view={view} shades={shades} width={width} height={height} />
            <Scales geometry={resting} width={width} height={height} />
            <TimeAxis geometry={geometry} view={view} told={told} zone={zone} />
            <Marks marks={marks} geometry={geometry} />
            {read !== null && (
              <i
                className={classes.cursor}
                style={{ transform: `translateX(${geometry.xOf(read)}px)`, height: geometry.bottom }}
              />
            )}
          </>
        )}
      </div>
    </>
  );
};
