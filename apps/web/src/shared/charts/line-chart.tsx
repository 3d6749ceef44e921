import { LineGraph } from '@nascente/charts/line-graph';
import type { ComponentProps } from 'react';
import { ChartFrame } from './chart-frame.tsx';

type LineChartProps = Omit<ComponentProps<typeof ChartFrame>, 'children'> & ComponentProps<typeof LineGraph>;

/** Content of a line chart. */
export type LineContent = Pick<LineChartProps, 'points' | 'ticks' | 'describe' | 'table'>;

/** A curve with its states, legend and data table. */
export const LineChart = ({ state, title, legend, note, table, ...graph }: LineChartProps) => (
  <ChartFrame {...{ state, title, legend, note, table }} label={graph.label} height={graph.height}>
    <LineGraph {...graph} />
  </ChartFrame>
);
