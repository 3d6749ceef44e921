import type { Board } from '@nascente/contract/meters';
import type { RowLength } from '@nascente/contract/telemetry';
import { civilDateAt, daysBetween } from '@nascente/domain/time/civil-day';
import { HOUR_MS, instant, MINUTE_MS, type Zone } from '@nascente/domain/time/zone';
import { formatClock, formatClockSeconds, formatNumber, formatShortDay } from '@nascente/domain/units/format';
import type { ChartTableContent } from '../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../shared/charts/chart-tooltip.tsx';
import type { LinePoint, LineTick } from '../../shared/charts/line-geometry.ts';
import type { LineCurve } from '../../shared/charts/line-graph.tsx';
import { type Scale, scaleAround, scaleFor } from '../../shared/charts/scale.ts';
import { dayTicks } from '../../shared/consumption/day-ticks.ts';
import type { ColumnGroup } from './frame-columns.ts';
import type { HistorySearch } from './history-search.ts';

/** Chosen fields of frames, or of stretches of time, as they are answered: newest first. */
export type CurveRow = Readonly<Record<string, string | number | null>>;

const COLORS = ['--phase-a', '--phase-b', '--phase-c'] as const;
const ALONE: Readonly<Record<Board['type'], `--${string}`>> = { eletric: '--off-peak', water: '--water' };
const TEN_MINUTES_MS = 10 * MINUTE_MS;
/** A board that sends every few seconds and was quiet for longer has not measured. */
const GAP_OF_FRAMES_MS = 2 * MINUTE_MS;
/** With so many days a quarter-hour each is as much as an answer holds. */
const DAYS_BY_QUARTER = 10;

/** How long what one point stands for is; undefined: each frame. */
export const rowLengthOf = ({
  range,
  isLastHour,
}: Pick<HistorySearch, 'range' | 'isLastHour'>): RowLength | undefined => {
  if (isLastHour) return undefined;
  return daysBetween(range.start, range.end) < DAYS_BY_QUARTER ? '15m' : '1h';
};

const LENGTHS: Readonly<Partial<Record<RowLength, { readonly ms: number; readonly text: string }>>> = {
  '15m': { ms: 15 * MINUTE_MS, text: '15 minutos' },
  '1h': { ms: HOUR_MS, text: 'hora' },
};

/** Quantities that are counted since the frame before are added up; those that are measured at an instant are averaged. */
const isCounted = ({ columns }: ColumnGroup): boolean =>
  columns.every(({ field }) => field.startsWith('kwh') || field === 'litres');

export const stretchText = (group: ColumnGroup, every: RowLength | undefined): string => {
  const length = every === undefined ? undefined : LENGTHS[every];
  if (length === undefined) return 'cada leitura';
  return `${isCounted(group) ? 'soma' : 'média'} de cada ${length.text}`;
};

const tensOfMinutes = (from: number, to: number, zone: Zone): LineTick[] => {
  const first = Math.ceil(from / TEN_MINUTES_MS) * TEN_MINUTES_MS;
  const count = Math.max(Math.floor((to - first) / TEN_MINUTES_MS) + 1, 0);
  return Array.from({ length: count }, (_, index) => {
    const x = first + index * TEN_MINUTES_MS;
    return { x, label: formatClock(instant(x), zone), rank: index % 2 === 0 ? 1 : 2 };
  });
};

interface FramesCurve {
  /** The curve that the pointer follows: the phase of which most is known. */
  readonly read: LineCurve;
  readonly beside: readonly LineCurve[];
  readonly scale: Scale;
  readonly ticks: readonly LineTick[];
  readonly legend: readonly { readonly label: string; readonly color: `--${string}` }[];
  readonly isGap: (before: LinePoint, after: LinePoint) => boolean;
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

const pointsOf = (rows: readonly CurveRow[], field: string): LinePoint[] =>
  rows.flatMap((row) => {
    const y = row[field];
    return typeof y === 'number' ? [{ x: Date.parse(String(row.date)), y }] : [];
  });

/** Volts and power factors vary far from zero; the rest is held against it. */
const scaleOf = (group: ColumnGroup, values: readonly number[]): Scale => {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const isLevel = group.columns.every(({ warns }) => warns !== undefined);
  return isLevel || lowest < 0 ? scaleAround(lowest, highest) : scaleFor(highest);
};

interface CurveOf {
  readonly type: Board['type'];
  readonly range: HistorySearch['range'];
  /** How long what a row stands for is; undefined: it is a frame. */
  readonly every: RowLength | undefined;
  readonly zone: Zone;
}

/** The columns of a group as curves over one axis; null where nothing of them was measured. */
export const framesCurve = (
  newestFirst: readonly CurveRow[],
  group: ColumnGroup,
  { type, range, every, zone }: CurveOf,
): FramesCurve | null => {
  const rows = newestFirst.toReversed();
  const length = every === undefined ? undefined : LENGTHS[every];
  const isAlone = group.columns.length === 1;
  const curves = group.columns.map((column, index) => ({
    column,
    color: isAlone ? ALONE[type] : (COLORS[index] ?? ALONE[type]),
    points: pointsOf(rows, column.field),
  }));
  const values = curves.flatMap(({ points }) => points.map(({ y }) => y));
  const read = curves.toSorted((a, b) => b.points.length - a.points.length)[0];
  if (read === undefined || values.length === 0) return null;
  const byInstant = new Map(rows.map((row) => [Date.parse(String(row.date)), row]));
  const [first, last] = [read.points[0]?.x ?? 0, read.points.at(-1)?.x ?? 0];
  const ticks = length === undefined ? tensOfMinutes(first, last, zone) : dayTicks(range, zone);
  const instantText = (x: number): string => {
    const at = instant(x);
    const clock = length === undefined ? formatClockSeconds(at, zone) : formatClock(at, zone);
    return `${formatShortDay(civilDateAt(at, zone))}, ${clock}`;
  };
  const textsOf = (row: CurveRow | undefined): string[] =>
    group.columns.map(({ field, decimals }) => {
      const value = row?.[field];
      return typeof value === 'number' ? formatNumber(value, decimals) : '–';
    });
  return {
    read,
    beside: curves.filter((curve) => curve !== read && curve.points.length > 0),
    scale: scaleOf(group, values),
    ticks: ticks.filter(({ x }) => x >= first && x <= last),
    legend: isAlone ? [] : curves.map(({ column, color }) => ({ label: column.name, color })),
    isGap: (before, after) => after.x - before.x > (length?.ms ?? GAP_OF_FRAMES_MS) * 1.5,
    describe: (index) => {
      const x = read.points[index]?.x;
      if (x === undefined) return { title: '', rows: [] };
      const texts = textsOf(byInstant.get(x));
      return {
        title: instantText(x),
        rows: group.columns.map(({ name }, place) => ({ label: name, value: texts[place] ?? '–' })),
      };
    },
    table: {
      columns: ['Data', ...group.columns.map(({ name }) => name)],
      rows: rows.map((row) => [instantText(Date.parse(String(row.date))), ...textsOf(row)]),
    },
  };
};
