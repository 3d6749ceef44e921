import { BarGraph } from '@nascente/charts/bar-graph';
import { BarList } from '@nascente/charts/bar-list';
import type { BarSeries, LabelRank } from '@nascente/charts/bars';
import type { LegendItem } from '@nascente/charts/chart-legend';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';
import type { EmptyReason } from '@nascente/domain/energy/consumption/consolidate';
import { useMemo } from 'react';
import type { BarContent } from '../charts/bar-chart.tsx';
import { ChartFrame, type ChartState } from '../charts/chart-frame.tsx';
import type { Unit } from '../use-unit.ts';
import {
  amountOf,
  amountText,
  barText,
  moneyText,
  quantityText,
  type ShownKind,
  totalRows,
  unitOfKind,
} from './amount.ts';
import { completenessPercent, type Measured, measuredText } from './completeness.ts';
import {
  chartUnit,
  type PartSeries,
  type PostedRow,
  partsOf,
  type TouPrices,
  valuesOf,
} from './tou-periods.ts';

export interface DayRow extends PostedRow {
  readonly date: string;
  readonly completeness: number;
  readonly estimated?: number | undefined;
  readonly emptyReason?: EmptyReason | undefined;
  readonly isForecast?: boolean;
}

/** The expected remainder of today. */
interface RestOfToday {
  readonly total: number;
  readonly cost: number | null;
}

interface DayChartOptions {
  readonly rows: readonly DayRow[];
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly today: CivilDate;
  readonly prices: TouPrices | null;
  /** `null` if today is over or nothing more is expected. */
  readonly restOfToday?: RestOfToday | null;
}

const REST: BarSeries = { key: 'rest', label: 'Previsto', color: '--line-strong' };

const dayOf = (text: string): CivilDate | null => (isCivilDate(text) ? text : null);
const dayNumber = (date: string): number => Number(date.slice(8));

/** A past day without any message is a gap, not zero. */
const isGap = (row: DayRow): boolean => !row.isForecast && row.completeness === 0 && row.total === 0;

const axisLabelOf = (row: DayRow, index: number, rows: readonly DayRow[], today: CivilDate): string => {
  if (row.date === today) return 'hoje';
  const date = dayOf(row.date);
  const isEdge = index === 0 || index === rows.length - 1 || dayNumber(row.date) === 1;
  if (date === null) return row.date;
  return isEdge || rows.length <= 8 ? formatShortDay(date) : String(dayNumber(row.date));
};

const labelRankOf = (row: DayRow, index: number, rows: readonly DayRow[], today: CivilDate): LabelRank => {
  if (index === 0 || index === rows.length - 1 || row.date === today) return 1;
  if (rows.length <= 16 || dayNumber(row.date) % 5 === 0) return rows.length > 70 ? 0 : 2;
  return dayNumber(row.date) === 1 ? 2 : 0;
};

const restRows = (rest: RestOfToday | null, kind: ShownKind): TooltipContent['rows'] =>
  rest === null
    ? []
    : [
        {
          label: 'Previsto até o fim do dia',
          color: REST.color,
          value: [quantityText(rest.total, kind), ...(rest.cost === null ? [] : [moneyText(rest.cost)])].join(
            ' · ',
          ),
        },
      ];

const describeDay = (
  row: DayRow,
  parts: readonly PartSeries[],
  { kind, unit, prices }: Pick<DayChartOptions, 'kind' | 'unit' | 'prices'>,
  rest: RestOfToday | null,
): TooltipContent => {
  const date = dayOf(row.date);
  const day = date === null ? row.date : formatWeekdayDay(date);
  if (isGap(row)) return { title: day, rows: restRows(rest, kind), note: 'sem dados' };
  const touPeriods = parts.filter(({ key }) => key !== 'total');
  const showsPeriods = !row.isForecast && touPeriods.length > 1;
  const values = valuesOf(touPeriods, row, unit, prices);
  return {
    title: row.isForecast ? `${day} · previsto` : day,
    rows: [
      ...(showsPeriods
        ? touPeriods.flatMap(({ label, color }, at) => {
            const value = values[at] ?? 0;
            return value > 0 ? [{ label, color, value: barText(unit, kind, value) }] : [];
          })
        : []),
      ...totalRows(unit, kind, row),
      ...restRows(rest, kind),
    ],
    ...(row.isForecast ? {} : { note: measuredText(row) }),
  };
};

const tableOf = (
  rows: readonly DayRow[],
  parts: readonly PartSeries[],
  kind: ShownKind,
): ChartTableContent => {
  const touPeriods = parts.filter(({ key }) => key !== 'total');
  const unit = unitOfKind(kind);
  const ofCost = kind === 'generation' ? () => [] : (text: string) => [text];
  return {
    columns: ['Dia', ...touPeriods.map(({ label }) => label), `Total (${unit})`, ...ofCost('Custo'), 'Dados'],
    rows: rows.map((row) => {
      const date = dayOf(row.date);
      const name = date === null ? row.date : formatWeekdayDay(date);
      if (isGap(row)) return [name, ...touPeriods.map(() => '–'), '–', ...ofCost('–'), 'sem dados'];
      return [
        name,
        ...valuesOf(touPeriods, row, 'energy', null).map((value) => quantityText(value, kind)),
        quantityText(row.total, kind),
        ...ofCost(row.cost === null ? '–' : moneyText(row.cost)),
        row.isForecast ? 'previsto' : completenessPercent(row.completeness, row.estimated),
      ];
    }),
  };
};

interface DayChartContent extends BarContent {
  readonly unit: Unit;
  readonly parts: readonly PartSeries[];
  readonly asText: (index: number) => { readonly name: string; readonly value: string };
}

export const dayChart = (options: DayChartOptions): DayChartContent => {
  const { rows, kind, unit, today, prices, restOfToday = null } = options;
  const shown = chartUnit(unit, rows);
  const parts = partsOf(kind, rows, shown);
  const hasRest = restOfToday !== null && restOfToday.total > 0 && rows.some(({ date }) => date === today);
  const restOf = ({ date }: DayRow): RestOfToday | null => (hasRest && date === today ? restOfToday : null);
  const valuesOn = (row: DayRow): readonly number[] | null => {
    const rest = restOf(row);
    if (isGap(row) && rest === null) return null;
    const values = valuesOf(parts, row, shown, prices);
    if (!hasRest) return values;
    const expected = shown === 'money' ? (rest?.cost ?? 0) : (rest?.total ?? 0);
    return [...values, expected];
  };
  return {
    unit: shown,
    parts,
    series: hasRest ? [...parts, REST] : parts,
    bars: rows.map((row, index) => ({
      key: row.date,
      axisLabel: axisLabelOf(row, index, rows, today),
      labelRank: labelRankOf(row, index, rows, today),
      values: valuesOn(row),
      isForecast: row.isForecast ?? false,
      isToday: row.date === today,
    })),
    describe: (index) => {
      const row = rows[index];
      return row === undefined
        ? { title: '', rows: [] }
        : describeDay(row, parts, { kind, unit: shown, prices }, restOf(row));
    },
    asText: (index) => {
      const row = rows[index];
      if (row === undefined) return { name: '', value: '' };
      const date = dayOf(row.date);
      return {
        name: date === null ? row.date : formatWeekdayDay(date),
        value: isGap(row) ? 'sem dados' : amountText(amountOf(shown, kind, row)),
      };
    },
    table: tableOf(rows, parts, kind),
  };
};

interface DayChartProps extends Omit<Parameters<typeof dayChart>[0], 'restOfToday'> {
  readonly restOfToday?: RestOfToday;
  /** The total, and the completeness of its quarter-hours. */
  readonly measured: Measured;
  readonly height: number;
  readonly state?: ChartState;
  /** Lists the days below each other, for narrow screens. */
  readonly isList?: boolean;
  readonly onOpenDay?: (date: string) => void;
}

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
  const openBar = (index: number) => {
    const date = rows[index]?.date;
    if (date !== undefined) onOpenDay?.(date);
  };
  // One frame for both, so that an open table stays when the form changes.
  return (
    <ChartFrame {...frame} height={height} table={table}>
      {isList ? (
        <BarList label={label} bars={bars} series={series} height={420} describe={asText} />
      ) : (
        <BarGraph
          {...{ label, bars, series, describe, height }}
          onOpen={onOpenDay === undefined ? undefined : openBar}
        />
      )}
    </ChartFrame>
  );
};
