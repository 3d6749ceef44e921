import { formatNumber } from '@nascente/domain/base/units/format';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import classes from '../chart.module.css';
import { useChartFont } from '../chart-font.ts';
import { ChartTooltip, type TooltipContent } from '../chart-tooltip.tsx';
import { barAt, type Geometry, geometryFor } from '../geometry.ts';
import { graphSlider } from '../graph-slider.ts';
import { scaleFor } from '../scale.ts';
import { stepThrough } from '../step-through.ts';
import { textWidth } from '../text-width.ts';
import { useSize } from '../use-size.ts';
import { CHART_FONT_SIZE } from './bar-drawing.ts';
import { BarPicture } from './bar-picture.tsx';
import { type Bar, type BarSeries, depthBelow, heightAbove } from './bars.ts';

interface ActiveBarOptions {
  readonly geometry: Geometry;
  readonly count: number;
  readonly onOpen: ((index: number) => void) | undefined;
}

/** One bar is looked at at a time, by hover, by tap or by arrow keys, whichever came last. */
const useActiveBar = ({ geometry, count, onOpen }: ActiveBarOptions) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen !== null && chosen < count ? chosen : null;

  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setChosen(barAt(event.clientX - left, geometry, count));
  };

  return {
    active,
    handlers: {
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse') setChosen(null);
      },
      onBlur: (_event: FocusEvent<HTMLElement>) => setChosen(null),
      onDoubleClick: () => {
        if (active !== null) onOpen?.(active);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Enter' && active !== null) onOpen?.(active);
        const next = stepThrough(event.key, active, count);
        if (next === undefined) return;
        event.preventDefault();
        setChosen(next);
      },
    },
  };
};

interface BarGraphProps {
  /** Accessible name: what is measured, by what step, in which unit. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly series: readonly BarSeries[];
  /** The least height, px; more where the frame has more to give. */
  readonly height: number;
  readonly describe: (index: number) => TooltipContent;
  /** What Enter or a click on a bar does, where there is something to open. */
  readonly onOpen?: (index: number) => void;
}

const scaleText = (value: number, decimals: number): string =>
  value === 0 ? '0' : formatNumber(value, decimals);

const useBarDrawing = (bars: readonly Bar[], series: readonly BarSeries[], width: number, height: number) => {
  const font = useChartFont();
  return useMemo(() => {
    const scale = scaleFor(
      Math.max(0, ...bars.map((bar) => heightAbove(bar, series))),
      Math.max(0, ...bars.map((bar) => depthBelow(bar, series))),
    );
    const formatScale = (value: number): string => scaleText(value, scale.decimals);
    const measure = (text: string): number => textWidth(text, CHART_FONT_SIZE, font.family);
    const scaleWidth = Math.max(
      ...[scale.min, scale.max, scale.interval].map((value) => measure(formatScale(value))),
    );
    const labels = bars.map((bar) => ({ width: measure(bar.axisLabel), rank: bar.labelRank }));
    const geometry = geometryFor({ width, height, scaleWidth, labels });
    return { drawing: { bars, series, geometry, scale }, formatScale };
  }, [bars, series, width, height, font]);
};

/** Bars over equal steps. Knows sizes, pointer and keyboard; knows nothing of energy, water or money. */
export const BarGraph = ({ label, bars, series, height: least, describe, onOpen }: BarGraphProps) => {
  const { ref, width, height: fixedHeight } = useSize<HTMLDivElement>();
  const height = Math.max(fixedHeight, least);
  const { drawing, formatScale } = useBarDrawing(bars, series, width, height);
  const { geometry, scale } = drawing;
  const { active, handlers } = useActiveBar({ geometry, count: bars.length, onOpen });
  const activeBar = active === null ? undefined : bars[active];
  const content = active === null || activeBar === undefined ? null : describe(active);
  const share = activeBar === undefined ? 0 : heightAbove(activeBar, series) / (scale.max - scale.min);

  return (
    <div
      ref={ref}
      className={classes.graph}
      style={{ minHeight: least }}
      {...graphSlider({ label, count: bars.length, active, content })}
      {...handlers}
    >
      {active !== null && (
        <div
          className={classes.band}
          style={{
            left: geometry.left + active * geometry.step,
            width: geometry.step,
            top: geometry.top,
            height: geometry.plotHeight,
          }}
        />
      )}
      {width > 0 && <BarPicture drawing={drawing} width={width} height={height} formatScale={formatScale} />}
      {content !== null && active !== null && (
        <ChartTooltip
          content={content}
          x={geometry.left + (active + 0.5) * geometry.step}
          y={geometry.top + geometry.plotHeight * (scale.max / (scale.max - scale.min) - share)}
          width={width}
          reach={geometry.step / 2}
        />
      )}
    </div>
  );
};
