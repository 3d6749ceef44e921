import type { Demand } from '@nascente/contract/energy/analysis';
import { civilDateAt, daysBetween } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, type Instant, instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { postAtInstant } from '@nascente/domain/energy/tou-periods/quarters-by-post';
import type { ChartTableContent } from '../../../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../../../shared/charts/chart-tooltip.tsx';
import type { LinePoint, LineTick } from '../../../../shared/charts/line-geometry.ts';
import { dayTicks } from '../../../../shared/consumption/day-ticks.ts';
import { POST_NAMES, postsOfRules } from '../../../../shared/consumption/post-words.ts';
import type { Period } from '../../period/period-range.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_A_DAY = 96;
/** Points that the server keeps of each stretch of a thinned curve. */
const KEPT_OF_EACH = 4;

export const kilowattsText = (power: number): string =>
  `${formatNumber(power, Math.abs(power) < 10 ? 2 : 1)}\u00a0kW`;

/** 'qua, 11 nov, 14:15 às 14:30' */
export const quarterText = (start: Instant, zone: Zone): string =>
  `${formatWeekdayDay(civilDateAt(start, zone))}, ${formatClock(start, zone)} às ${formatClock(instant(start + QUARTER_MS), zone)}`;

/** The longest step between two neighbours of the curve where everything was measured. */
const longestStep = (days: number, points: number): number =>
  days * QUARTERS_A_DAY <= points
    ? QUARTER_MS
    : Math.max((days * DAY_MS) / Math.floor(points / KEPT_OF_EACH), QUARTER_MS);

interface DemandCurve {
  readonly points: readonly LinePoint[];
  readonly ticks: readonly LineTick[];
  /** Which points are the listed peaks. */
  readonly marks: readonly number[];
  readonly isGap: (before: LinePoint, after: LinePoint) => boolean;
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

/** Quarter-hours as a curve. @param most how many points the server was asked for */
export const demandCurve = (
  { curve, peaks, posts }: Pick<Demand, 'curve' | 'peaks' | 'posts'>,
  period: Period,
  zone: Zone,
  most: number,
): DemandCurve => {
  const points = curve.map(({ date, power }) => ({ x: Date.parse(date), y: power }));
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const step = longestStep(daysBetween(period.start, period.end) + 1, most);
  const clock = { zone, postsOn: postsOfRules(posts) };
  const starts = new Set(peaks.map(({ start }) => Date.parse(start)));
  return {
    points,
    ticks: dayTicks(period, zone).filter(({ x }) => x >= first && x <= last),
    marks: points.flatMap(({ x }, index) => (starts.has(x) ? [index] : [])),
    isGap: (before, after) => after.x - before.x > step,
    describe: (index) => {
      const point = points[index];
      if (point === undefined) return { title: '', rows: [] };
      const at = instant(point.x);
      return {
        title: quarterText(at, zone),
        rows: [
          { label: 'Demanda', value: kilowattsText(point.y) },
          { label: 'Posto', value: POST_NAMES[postAtInstant(at, clock)] },
        ],
      };
    },
    table: {
      columns: ['Quarto de hora', 'Demanda'],
      rows: points.map(({ x, y }) => [quarterText(instant(x), zone), kilowattsText(y)]),
    },
  };
};
