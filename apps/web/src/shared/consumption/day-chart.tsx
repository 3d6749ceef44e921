import { BarGraph } from '@nascente/charts/bar-graph';
import { BarList } from '@nascente/charts/bar-list';
import type { LegendItem } from '@nascente/charts/chart-legend';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useMemo } from 'react';
import { ChartFrame, type ChartState } from '../charts/chart-frame.tsx';
import type { Unit } from '../use-unit.ts';
import { type ShownKind, unitOfKind } from './amount.ts';
import { type Measured, measuredText } from './completeness.ts';
import { type DayRow, dayChart, type RestOfToday } from './day-bars.ts';
import type { TouPrices } from './tou-periods.ts';

interface DayChartProps {
  readonly rows: readonly DayRow[];
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly today: CivilDate;
  readonly prices: TouPrices | null;
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
const READY: ChartState = { kind: 'ready' };
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
  state = READY,
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
  return (
    <ChartFrame
      label={label}
      state={state}
      height={height}
      legend={legend}
      note={`${unitName} por dia · ${measuredText(measured)}`}
      table={chart.table}
    >
      {isList ? (
        <BarList
          label={label}
          bars={chart.bars}
          series={chart.series}
          height={LIST_HEIGHT}
          describe={chart.asText}
        />
      ) : (
        <BarGraph
          label={label}
          bars={chart.bars}
          series={chart.series}
          height={height}
          describe={chart.describe}
          {...(onOpenDay === undefined
            ? {}
            : {
                onOpen: (index: number) => {
                  const date = rows[index]?.date;
                  if (date !== undefined) onOpenDay(date);
                },
              })}
        />
      )}
    </ChartFrame>
  );
};
