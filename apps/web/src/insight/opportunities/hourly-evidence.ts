import type { Bar, BarSeries } from '@nascente/charts/bars';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import { formatNumber } from '@nascente/domain/base/units/format';

export interface EvidenceChart {
  readonly label: string;
  readonly note: string;
  readonly series: readonly BarSeries[];
  readonly bars: readonly Bar[];
  readonly table: ChartTableContent;
  readonly describe: (index: number) => TooltipContent;
}

const HOURS = 24;
const MAX_LABELLED = 6;

export const byHour = (
  label: string,
  unit: string,
  parts: readonly { readonly series: BarSeries; readonly valueAt: (hour: number) => number }[],
): EvidenceChart => {
  const text = (value: number): string => `${formatNumber(value, value < 10 ? 1 : 0)}\u00a0${unit}`;
  const hours = Array.from({ length: HOURS }, (_, hour) => hour);
  return {
    label,
    note: `${unit} por hora do dia`,
    series: parts.map(({ series }) => series),
    bars: hours.map((hour) => ({
      key: String(hour),
      axisLabel: `${hour}h`,
      labelRank: hour % MAX_LABELLED === 0 ? 1 : 3,
      values: parts.map(({ valueAt }) => valueAt(hour)),
      isForecast: false,
      isToday: false,
    })),
    table: {
      columns: ['Hora', ...parts.map(({ series }) => `${series.label} (${unit})`)],
      rows: hours.map((hour) => [`${hour}h`, ...parts.map(({ valueAt }) => text(valueAt(hour)))]),
    },
    describe: (hour) => ({
      title: `${hour}h às ${hour + 1}h`,
      rows: parts.map(({ series, valueAt }) => ({ label: series.label, value: text(valueAt(hour)) })),
    }),
  };
};
