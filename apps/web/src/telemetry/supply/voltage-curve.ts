import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import type { LineCurve, LinePoint, LineRule, LineTick } from '@nascente/charts/line-graph';
import { type Scale, scaleAround } from '@nascente/charts/scale';
import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { WINDOW_MS } from '@nascente/domain/telemetry/supply/supply-windows';
import { dayTicks } from '../../shared/consumption/day-ticks.ts';

export const PHASES = [
  { phase: 'A', name: 'Fase A', color: '--phase-a' },
  { phase: 'B', name: 'Fase B', color: '--phase-b' },
  { phase: 'C', name: 'Fase C', color: '--phase-c' },
] as const;

/** A longer step is a gap: boards that send seldom skip some ten minutes. */
const MAX_WINDOWS_APART = 3.5;

export const isGap = (before: LinePoint, after: LinePoint): boolean =>
  after.x - before.x > WINDOW_MS * MAX_WINDOWS_APART;

const voltsText = (volts: number | null): string => (volts === null ? '–' : formatNumber(volts, 1));

interface VoltageCurve {
  readonly read: LineCurve;
  readonly beside: readonly LineCurve[];
  readonly scale: Scale;
  readonly ticks: readonly LineTick[];
  readonly rules: readonly LineRule[];
  readonly legend: readonly { readonly label: string; readonly color: `--${string}` }[];
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

/** The voltage of each ten minutes within the adequate range; null where unmeasured. */
export const voltageCurve = (supply: SupplyWeekAnswer, zone: Zone): VoltageCurve | null => {
  const { limits, volts, isValid } = supply;
  const from = Date.parse(supply.from);
  const atOf = (window: number) => from + window * WINDOW_MS;
  const curves = PHASES.map(({ phase, name, color }) => ({
    name,
    color,
    points: volts[phase].flatMap((y, window) => (y === null ? [] : [{ x: atOf(window), y }])),
  })).filter(({ points }) => points.length > 0);
  const read = curves.toSorted((one, other) => other.points.length - one.points.length)[0];
  if (read === undefined) return null;
  const measured = curves.flatMap(({ points }) => points.map(({ y }) => y));
  const windowText = (window: number): string => {
    const at = instant(atOf(window));
    return `${formatShortDay(civilDateAt(at, zone))}, ${formatClock(at, zone)}`;
  };
  const [first, last] = [read.points[0]?.x ?? 0, read.points.at(-1)?.x ?? 0];
  const range = { start: civilDate(supply.start), end: civilDate(supply.end) };
  return {
    read,
    beside: curves.filter((curve) => curve !== read),
    scale: scaleAround(Math.min(...measured, limits.adequateLow), Math.max(...measured, limits.adequateHigh)),
    ticks: dayTicks(range, zone).filter(({ x }) => x >= first && x <= last),
    rules: [
      { value: limits.adequateHigh, label: `adequada até ${limits.adequateHigh} V` },
      { value: limits.adequateLow, label: `adequada desde ${limits.adequateLow} V` },
    ],
    legend: curves.length > 1 ? curves.map(({ name, color }) => ({ label: name, color })) : [],
    describe: (index) => {
      const x = read.points[index]?.x;
      if (x === undefined) return { title: '', rows: [] };
      const window = Math.round((x - from) / WINDOW_MS);
      return {
        title: windowText(window),
        rows: PHASES.flatMap(({ phase, name }) => {
          const value = volts[phase][window] ?? null;
          return value === null ? [] : [{ label: name, value: `${voltsText(value)}\u00a0V` }];
        }),
        ...(isValid[window] ? {} : { note: 'não conta como leitura válida' }),
      };
    },
    table: {
      columns: ['Início', ...PHASES.map(({ name }) => `${name} (V)`)],
      rows: isValid.map((_, window) => [
        windowText(window),
        ...PHASES.map(({ phase }) => voltsText(volts[phase][window] ?? null)),
      ]),
    },
  };
};
