import type { LabelRank } from '@nascente/charts/bars';
import type { LegendItem } from '@nascente/charts/chart-legend';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import type { TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { TOU_PERIODS, type TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { touPeriodsOfWindows } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import type { BarContent } from '../../../shared/charts/bar-chart.tsx';
import {
  moneyText,
  quantityText,
  type ShownKind,
  totalRows,
  unitOfKind,
} from '../../../shared/consumption/amount.ts';
import { completenessPercent, measuredText } from '../../../shared/consumption/completeness.ts';
import { clockText, TOU_PERIOD_NAMES } from '../../../shared/consumption/tou-period-texts.ts';
import {
  chartUnit,
  type PartSeries,
  type PostedRow,
  partsOf,
  type TouPrices,
  valuesOf,
} from '../../../shared/consumption/tou-periods.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import type { DayNow, HourRow } from './day-now.ts';

/** A day and the windows of its time-of-use periods; null for water. */
interface TouDay {
  readonly date: CivilDate;
  readonly windows: TouWindows | null;
}

const QUARTERS = 96;
const MINUTES_A_QUARTER = 15;
const MINUTES_AN_HOUR = 60;

/**
 * '18h às 20h', the last hour included (specification, section 9); '17:30 às 20:30' where a time-of-use period begins within an
 * hour.
 */
const intervalText = (first: number, end: number): string => {
  const minutes = [first, end].map((quarter) => quarter * MINUTES_A_QUARTER) as [number, number];
  if (minutes.some((minute) => minute % MINUTES_AN_HOUR !== 0)) return minutes.map(clockText).join(' às ');
  const [begins, ends] = minutes.map((minute) => minute / MINUTES_AN_HOUR) as [number, number];
  const last = (ends + 23) % 24;
  return begins === last ? `${begins}h` : `${begins}h às ${last}h`;
};

export const hoursOfTouPeriod = (touPeriod: TouPeriod, { date, windows }: TouDay): string => {
  const touPeriods = windows === null ? [] : [...touPeriodsOfWindows(windows)(date)];
  const isOf = (quarter: number): boolean =>
    touPeriods[quarter % QUARTERS] === TOU_PERIODS.indexOf(touPeriod);
  const begins = touPeriods.flatMap((_, quarter) =>
    isOf(quarter) && !isOf(quarter + QUARTERS - 1) ? [quarter] : [],
  );
  const intervals = begins.map((first) => {
    let end = first;
    while (isOf(end)) end++;
    return intervalText(first, end % QUARTERS);
  });
  return intervals.length === 0 ? 'o dia todo' : intervals.join(' e ');
};

const HOURS = 24;

export const HOURS_NAMES: Readonly<Record<ShownKind, string>> = {
  eletric: 'Consumo',
  water: 'Consumo',
  generation: 'Geração',
};

interface HourChartOptions {
  readonly day: DayNow;
  readonly date: CivilDate;
  readonly currentHour: number | null;
  readonly kind: ShownKind;
  readonly unit: Unit;
  readonly prices: TouPrices | null;
}

type Row = PostedRow & { readonly row: HourRow };

/** Distributes the day's cost over its hours by quantity and price, without remainder. */
const costsOf = (day: DayNow, prices: TouPrices | null): ((row: HourRow) => number | null) => {
  const weight = ({ byTouPeriod }: HourRow): number =>
    TOU_PERIODS.reduce((sum, touPeriod) => sum + byTouPeriod[touPeriod] * (prices?.[touPeriod] ?? 1), 0);
  const all = day.hours.reduce((sum, row) => sum + weight(row), 0);
  const { cost } = day;
  if (cost === null) return () => null;
  return (row) => (all <= 0 ? 0 : (cost * weight(row)) / all);
};

const postedRows = (day: DayNow, prices: TouPrices | null): readonly Row[] => {
  const costOf = costsOf(day, prices);
  return day.hours.map((row) => ({
    row,
    total: row.total,
    cost: costOf(row),
    injected: row.injected,
    ...row.byTouPeriod,
  }));
};

/** The time-of-use periods of an hour: several where one begins within it. */
const namesOf = ({ touPeriod, byTouPeriod }: HourRow): readonly TouPeriod[] => {
  const several = TOU_PERIODS.filter((one) => byTouPeriod[one] > 0);
  return several.length > 1 ? several : [touPeriod];
};

const legendOf = (
  parts: readonly PartSeries[],
  day: TouDay,
  prices: TouPrices | null,
): readonly LegendItem[] =>
  parts.flatMap(({ key, label, color }) => {
    if (key === 'total') return [];
    if (key === 'injected') return [{ label, color }];
    const price = prices === null ? '' : ` · ${formatReais(prices[key])}`;
    return [{ label: `${label}${price}`, color, hint: hoursOfTouPeriod(key, day) }];
  });

const isGap = ({ total, injected, completeness }: HourRow): boolean =>
  completeness === 0 && total === 0 && injected === 0;

const hourName = (hour: number): string => `${hour}h às ${hour + 1}h`;
const rankOf = (hour: number): LabelRank => (hour % 6 === 0 ? 1 : hour % 3 === 0 ? 2 : 0);

const describeHour = (posted: Row, day: TouDay, kind: ShownKind, unit: Unit): TooltipContent => {
  const { row } = posted;
  if (isGap(row)) return { title: hourName(row.hour), rows: [], note: 'sem dados' };
  return {
    title: hourName(row.hour),
    rows: [
      ...totalRows(unit, kind, posted, HOURS_NAMES[kind]),
      ...(row.injected > 0
        ? [{ label: 'Injetada', value: quantityText(row.injected, kind), color: '--injected' as const }]
        : []),
      ...(kind !== 'eletric'
        ? []
        : [
            { label: 'Maior demanda', value: `${formatNumber(row.demand, 2)}\u00a0kW` },
            ...namesOf(row).map((touPeriod) => ({
              label: TOU_PERIOD_NAMES[touPeriod],
              value: hoursOfTouPeriod(touPeriod, day),
            })),
          ]),
    ],
    note: measuredText(row),
  };
};

const tableOf = (rows: readonly Row[], kind: ShownKind): ChartTableContent => {
  const hasTouPeriods = kind === 'eletric';
  const ofCost = kind === 'generation' ? () => [] : (text: string) => [text];
  const amounts = `${HOURS_NAMES[kind]} (${unitOfKind(kind)})`;
  return {
    columns: ['Hora', ...(hasTouPeriods ? ['Posto'] : []), amounts, ...ofCost('Custo'), 'Dados'],
    rows: rows.map((posted) => [
      hourName(posted.row.hour),
      ...(hasTouPeriods
        ? [
            namesOf(posted.row)
              .map((touPeriod) => TOU_PERIOD_NAMES[touPeriod])
              .join(' / '),
          ]
        : []),
      isGap(posted.row) ? '–' : quantityText(posted.total, kind),
      ...ofCost(posted.cost === null || isGap(posted.row) ? '–' : moneyText(posted.cost)),
      completenessPercent(posted.row.completeness, posted.row.estimated),
    ]),
  };
};

interface HourChart extends BarContent {
  readonly unit: Unit;
  readonly legend: readonly LegendItem[];
}

export const hourChart = ({ day, date, currentHour, kind, unit, prices }: HourChartOptions): HourChart => {
  const rows = postedRows(day, prices);
  const shown = chartUnit(unit, rows);
  const parts = partsOf(kind, rows, shown);
  const byHour = new Map(rows.map((posted) => [posted.row.hour, posted]));
  return {
    unit: shown,
    series: parts,
    legend: legendOf(parts, { date, windows: day.windows }, prices),
    bars: Array.from({ length: HOURS }, (_, hour) => {
      const posted = byHour.get(hour);
      return {
        key: String(hour),
        axisLabel: `${hour}h`,
        labelRank: rankOf(hour),
        values: posted === undefined || isGap(posted.row) ? null : valuesOf(parts, posted, shown, prices),
        isToday: hour === currentHour,
      };
    }),
    describe: (hour) => {
      const posted = byHour.get(hour);
      return posted === undefined
        ? { title: hourName(hour), rows: [], note: 'ainda por vir' }
        : describeHour(posted, { date, windows: day.windows }, kind, shown);
    },
    table: tableOf(rows, kind),
  };
};
