import { CellGrid, CellLegend } from '@nascente/charts/cell-grid';
import type { ComponentProps } from 'react';
import { ChartFrame } from './chart-frame.tsx';

type CellChartProps = Omit<ComponentProps<typeof ChartFrame>, 'children' | 'legend'> &
  Omit<ComponentProps<typeof CellGrid>, 'label'>;

/** Content of a cell chart. */
export type CellContent = Pick<CellChartProps, 'columns' | 'describe' | 'table'>;

/** Cells with their states, legend and data table. */
export const CellChart = ({ columns, rows, levels, describe, onOpen, ...frame }: CellChartProps) => (
  <ChartFrame {...frame}>
    <CellGrid {...{ columns, rows, levels, describe, onOpen }} label={frame.label} />
    <CellLegend levels={levels} />
  </ChartFrame>
);
