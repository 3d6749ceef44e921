import type { Bar, LabelRank } from '@nascente/charts/bars';
import type { LegendItem } from '@nascente/charts/chart-legend';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import type { PostWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { POSTS, type Post } from '@nascente/domain/sites/tou-windows/posts';
import { postsOfWindows } from '@nascente/domain/sites/tou-windows/posts-by-window';
import {
  moneyText,
  quantityText,
  type ShownKind,
  totalRows,
  unitOfKind,
} from '../../../shared/consumption/amount.ts';
import { completenessPercent, measuredText } from '../../../shared/consumption/completeness.ts';
import { clockText, POST_NAMES } from '../../../shared/consumption/post-words.ts';
import {
  chartUnit,
  type PartSeries,
  type PostedRow,
  type PostPrices,
  partsOf,
  valuesOf,
} from '../../../shared/consumption/posts.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import type { DayNow, HourRow } from './day-now.ts';

/** A day and the windows of its tariff periods; null for water. */
interface TouDay {
  readonly date: CivilDate;
  readonly windows: PostWindows | null;
}

const QUARTERS = 96;
const MINUTES_A_QUARTER = 15;
const MINUTES_AN_HOUR = 60;

/** '18h às 20h', the last hour included (specification, section 9); '17:30 às 20:30' where a tariff period begins within an hour. */
const stretchText = (first: number, end: number): string => {
  const minutes = [first, end].map((quarter) => quarter * MINUTES_A_QUARTER) as [number, number];
  if (minutes.some((minute) => minute % MINUTES_AN_HOUR !== 0)) return minutes.map(clockText).join(' às ');
  const [begins, ends] = minutes.map((minute) => minute / MINUTES_AN_HOUR) as [number, number];
  return `${begins}h às ${(ends + 23) % 24}h`;
};

export const hoursOfPost = (post: Post, { date, windows }: TouDay): string => {
  const posts = windows === null ? [] : [...postsOfWindows(windows)(date)];
  const isOf = (quarter: number): boolean => posts[quarter % QUARTERS] === POSTS.indexOf(post);
  const begins = posts.flatMap((_, quarter) =>
    isOf(quarter) && !isOf(quarter + QUARTERS - 1) ? [quarter] : [],
  );
  const stretches = begins.map((first) => {
    let end = first;
    while (isOf(end)) end++;
    return stretchText(first, end % QUARTERS);
  });
  return stretches.length === 0 ? 'o dia todo' : stretches.join(' e ');
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
  readonly prices: PostPrices | null;
}

type Row = PostedRow & { readonly row: HourRow };

/** Distributes the day's cost over its hours by quantity and price, without remainder. */
const costsOf = (day: DayNow, prices: PostPrices | null): ((row: HourRow) => number | null) => {
  const weight = ({ byPost }: HourRow): number =>
    POSTS.reduce((sum, post) => sum + byPost[post] * (prices?.[post] ?? 1), 0);
  const all = day.hours.reduce((sum, row) => sum + weight(row), 0);
  const { cost } = day;
  if (cost === null) return () => null;
  return (row) => (all <= 0 ? 0 : (cost * weight(row)) / all);
};

const postedRows = (day: DayNow, prices: PostPrices | null): readonly Row[] => {
  const costOf = costsOf(day, prices);
  return day.hours.map((row) => ({
    row,
    total: row.total,
    cost: costOf(row),
    injected: row.injected,
    ...row.byPost,
  }));
};

/** The tariff periods of an hour: several where one begins within it. */
const namesOf = ({ post, byPost }: HourRow): readonly Post[] => {
  const several = POSTS.filter((one) => byPost[one] > 0);
  return several.length > 1 ? several : [post];
};

const legendOf = (
  parts: readonly PartSeries[],
  day: TouDay,
  prices: PostPrices | null,
): readonly LegendItem[] =>
  parts.flatMap(({ key, label, color }) => {
    if (key === 'total') return [];
    if (key === 'injected') return [{ label, color }];
    const price = prices === null ? '' : ` · ${formatReais(prices[key])}`;
    return [{ label: `${label}${price}`, color, hint: hoursOfPost(key, day) }];
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
            ...namesOf(row).map((post) => ({ label: POST_NAMES[post], value: hoursOfPost(post, day) })),
          ]),
    ],
    note: measuredText(row),
  };
};

const tableOf = (rows: readonly Row[], kind: ShownKind): ChartTableContent => {
  const hasPosts = kind === 'eletric';
  const ofCost = kind === 'generation' ? () => [] : (text: string) => [text];
  const amounts = `${HOURS_NAMES[kind]} (${unitOfKind(kind)})`;
  return {
    columns: ['Hora', ...(hasPosts ? ['Posto'] : []), amounts, ...ofCost('Custo'), 'Dados'],
    rows: rows.map((posted) => [
      hourName(posted.row.hour),
      ...(hasPosts
        ? [
            namesOf(posted.row)
              .map((post) => POST_NAMES[post])
              .join(' / '),
          ]
        : []),
      isGap(posted.row) ? '–' : quantityText(posted.total, kind),
      ...ofCost(posted.cost === null || isGap(posted.row) ? '–' : moneyText(posted.cost)),
      completenessPercent(posted.row.completeness, posted.row.estimated),
    ]),
  };
};

interface HourChart {
  readonly unit: Unit;
  readonly bars: readonly Bar[];
  readonly parts: readonly PartSeries[];
  readonly legend: readonly LegendItem[];
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

export const hourChart = ({ day, date, currentHour, kind, unit, prices }: HourChartOptions): HourChart => {
  const rows = postedRows(day, prices);
  const shown = chartUnit(unit, rows);
  const parts = partsOf(kind, rows, shown);
  const byHour = new Map(rows.map((posted) => [posted.row.hour, posted]));
  return {
    unit: shown,
    parts,
    legend: legendOf(parts, { date, windows: day.windows }, prices),
    bars: Array.from({ length: HOURS }, (_, hour) => {
      const posted = byHour.get(hour);
      return {
        key: String(hour),
        axisLabel: `${hour}h`,
        labelRank: rankOf(hour),
        values: posted === undefined || isGap(posted.row) ? null : valuesOf(parts, posted, shown, prices),
        isForecast: false,
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
