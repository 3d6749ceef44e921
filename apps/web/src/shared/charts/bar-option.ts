import type { BarSeriesOption } from 'echarts/charts';
import type { GridComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { type Bar, type BarSeries, outermost } from './bars.ts';
import type { ChartColors } from './chart-colors.ts';
import type { Geometry } from './geometry.ts';
import type { Scale } from './scale.ts';

export type BarChartOption = ComposeOption<BarSeriesOption | GridComponentOption>;

export interface BarDrawing {
  readonly bars: readonly Bar[];
  readonly series: readonly BarSeries[];
  readonly geometry: Geometry;
  readonly scale: Scale;
  readonly colors: ChartColors;
  readonly isStill: boolean;
  readonly formatScale: (value: number) => string;
}

export const CHART_FONT_SIZE = 11;
const ROLL_MS = 200;
const BAR_SHARE = 0.68;
const ROUND_END_PX = 3;

const corners = (isEnd: boolean, isBelowAxis: boolean, step: number): [number, number, number, number] => {
  const radius = isEnd ? Math.min(ROUND_END_PX, (step * BAR_SHARE) / 3) : 0;
  return isBelowAxis ? [0, 0, radius, radius] : [radius, radius, 0, 0];
};

const seriesOption = (drawing: BarDrawing, one: BarSeries, at: number): BarSeriesOption => {
  const { bars, series, colors, geometry } = drawing;
  const isBelowAxis = one.isBelowAxis ?? false;
  return {
    type: 'bar',
    id: one.key,
    name: one.label,
    stack: 'all',
    barWidth: Math.max(geometry.step * BAR_SHARE, 1),
    silent: true,
    data: bars.map((bar) => {
      const value = bar.values?.[at];
      if (value === undefined || value === 0) return { value: '-' };
      return {
        value: isBelowAxis ? -value : value,
        itemStyle: {
          color: bar.isForecast ? colors.forecast : colors.of(one.color),
          borderRadius: corners(outermost(bar, series, isBelowAxis) === at, isBelowAxis, geometry.step),
        },
      };
    }),
  };
};

/** The drawing as ECharts wants it; everything that moves with size, theme or data is decided before, by pure functions. */
export const barOption = (drawing: BarDrawing): BarChartOption => {
  const { bars, series, geometry, scale, colors, isStill, formatScale } = drawing;
  const lettering = { fontSize: CHART_FONT_SIZE, fontFamily: colors.fontFamily, color: colors.lettering };
  return {
    animation: !isStill,
    animationDuration: ROLL_MS,
    animationDurationUpdate: ROLL_MS,
    animationEasing: 'cubicOut',
    animationEasingUpdate: 'cubicOut',
    grid: {
      left: geometry.left,
      right: geometry.right,
      top: geometry.top,
      bottom: geometry.bottom,
      outerBoundsMode: 'none',
    },
    xAxis: {
      type: 'category',
      data: bars.map((bar) => bar.key),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...lettering,
        margin: 8,
        interval: (index: number) => geometry.shownLabels.has(index),
        hideOverlap: false,
        formatter: (_key: string, index: number) => {
          const bar = bars[index];
          if (bar === undefined) return '';
          return bar.isToday ? `{today|${bar.axisLabel}}` : bar.axisLabel;
        },
        rich: { today: { ...lettering, color: colors.ink, fontWeight: 600 } },
      },
    },
    yAxis: {
      type: 'value',
      min: scale.min,
      max: scale.max,
      interval: scale.interval,
      axisLabel: { ...lettering, margin: 10, formatter: formatScale },
      splitLine: { lineStyle: { color: colors.line, width: 1 } },
    },
    series: series.map((one, at) => seriesOption(drawing, one, at)),
  };
};
