import { BarList } from '@nascente/charts/bar-list';
import type { LegendItem } from '@nascente/charts/chart-legend';
import { useMemo } from 'react';
import { BarChart } from '../charts/bar-chart.tsx';
import { ChartFrame, type ChartState } from '../charts/chart-frame.tsx';
import { type ShownKind, unitOfKind } from './amount.ts';
import { type Measured, measuredText } from './completeness.ts';
import { dayChart, type RestOfToday } from './day-bars.ts';

interface DayChartProps extends Omit<Parameters<typeof dayChart>[0], 'restOfToday'> {
  readonly restOfToday?: RestOfToday;
  /** The total, and the completeness of its quarter-hours. */
  readonly measured: Measured;
  readonly height: number;
  readonly state?: ChartState;
  /** Lists the days below each other, where a narrow screen has no room. */
  readonly isList?: boolean;
  readonly onOpenDay?: (date: string) => void;
}

const LIST_HEIGHT = 420;
const NAMES: Readonly<Record<ShownKind, string>> = {
  eletric: 'Energia',
  water: 'Água',
  generation: 'Energia gerada',
};

/** Civil days as bars by time-of-use period, in R$ or the meter's unit. */
export const DayChart = ({
  rows,
  kind,
  unit,
  today,
  prices,
  restOfToday,
  measured,
  height,
  state,
  isList = false,
  onOpenDay,
}: DayChartProps) => {
  const chart = useMemo(
    () => dayChart({ rows, kind, unit, today, prices, restOfToday: restOfToday ?? null }),
    [rows, kind, unit, today, prices, restOfToday],
  );
  const unitName = chart.unit === 'money' ? 'R$' : unitOfKind(kind);
  const label = `${NAMES[kind]} por dia, em ${unitName}`;
  const legend: readonly LegendItem[] = [
    ...(chart.parts.length > 1 ? chart.parts : []),
    ...(rows.some((row) => row.isForecast) || chart.series.length > chart.parts.length
      ? [{ label: 'Previsto', color: '--line-strong' } as const satisfies LegendItem]
      : []),
  ];
  const frame = { label, state, legend, note: `${unitName} por dia · ${measuredText(measured)}` };
  const { bars, series, describe, asText, table } = chart;
  if (isList)
    return (
      <ChartFrame {...frame} height={height} table={table}>
        <BarList label={label} bars={bars} series={series} height={LIST_HEIGHT} describe={asText} />
      </ChartFrame>
    );
  return (
    <BarChart
      {...frame}
      {...{ bars, series, describe, table, height }}
      onOpen={
        onOpenDay &&
        ((index) => {
          const date = rows[index]?.date;
          if (date !== undefined) onOpenDay(date);
        })
      }
    />
  );
};
