import { BarGraph } from '@nascente/charts/bar-graph';
import type { ComponentProps } from 'react';
import { ChartFrame } from './chart-frame.tsx';

type BarChartProps = Omit<ComponentProps<typeof ChartFrame>, 'children'> &
  Omit<ComponentProps<typeof BarGraph>, 'label' | 'height'>;

/** Content of a bar chart. */
export type BarContent = Pick<BarChartProps, 'bars' | 'series' | 'describe' | 'table'>;

/** Bars with their states, legend and data table. */
export const BarChart = ({ bars, series, describe, onOpen, ...frame }: BarChartProps) => (
  <ChartFrame {...frame}>
    <BarGraph {...{ bars, series, describe, onOpen }} label={frame.label} height={frame.height} />
  </ChartFrame>
);
