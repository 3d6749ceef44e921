import type { BarSeries } from '@nascente/charts/bars';
import { describeRows } from '@nascente/charts/chart-tooltip';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { BarContent } from '../../shared/charts/bar-chart.tsx';

export interface EvidenceChart extends BarContent {
  readonly label: string;
  readonly note: string;
}

interface Column {
  readonly label: string;
  readonly color?: `--${string}`;
  /** Only in the table. */
  readonly isDetail?: boolean;
}

interface Row {
  readonly key: string;
  readonly name: string;
  /** The name by default. */
  readonly axisLabel?: string;
  readonly values: readonly number[];
  /** One text a column. */
  readonly cells: readonly string[];
}

interface ChartOfRows extends Pick<EvidenceChart, 'label' | 'note' | 'series'> {
  readonly first: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Bars whose table and tooltips show the same texts. */
export const chartOfRows = ({ first, columns, rows, ...chart }: ChartOfRows): EvidenceChart => ({
  ...chart,
  bars: rows.map(({ key, name, axisLabel = name, values }, index) => ({
    key,
    axisLabel,
    labelRank: index === 0 || index === rows.length - 1 ? 1 : 2,
    values,
  })),
  table: {
    columns: [first, ...columns.map(({ label }) => label)],
    rows: rows.map(({ name, cells }) => [name, ...cells]),
  },
  describe: describeRows(rows, ({ name, cells }) => ({
    title: name,
    rows: columns.flatMap(({ label, color, isDetail = false }, at) =>
      isDetail ? [] : [{ label, value: cells[at] ?? '', ...(color && { color }) }],
    ),
  })),
});

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
