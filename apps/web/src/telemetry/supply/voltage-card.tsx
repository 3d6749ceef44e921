import type { LinePoint } from '@nascente/charts/line-graph';
import { scaleAround } from '@nascente/charts/scale';
import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { WINDOW_MS } from '@nascente/domain/telemetry/supply/supply-windows';
import { useMemo } from 'react';
import type { ChartState } from '../../shared/charts/chart-frame.tsx';
import { LineChart, type LineContent } from '../../shared/charts/line-chart.tsx';
import { dayTicks } from '../../shared/consumption/day-ticks.ts';
import { Card } from '../../shared/ui/marks/card.tsx';

export const PHASES = [
  { phase: 'A', name: 'Fase A', color: '--phase-a' },
  { phase: 'B', name: 'Fase B', color: '--phase-b' },
  { phase: 'C', name: 'Fase C', color: '--phase-c' },
] as const;

/** A longer step is a gap: boards that send seldom skip some ten minutes. */
const MAX_WINDOWS_APART = 3.5;

const isGap = (before: LinePoint, after: LinePoint): boolean =>
  after.x - before.x > WINDOW_MS * MAX_WINDOWS_APART;

const voltsText = (volts: number | null): string => (volts === null ? '–' : formatNumber(volts, 1));

/** The voltage of each ten minutes within the adequate range; null where unmeasured. */
const voltageCurve = (supply: SupplyWeekAnswer, zone: Zone) => {
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
    points: read.points,
    color: read.color,
    beside: curves.filter((curve) => curve !== read),
    scale: scaleAround(Math.min(...measured, limits.adequateLow), Math.max(...measured, limits.adequateHigh)),
    ticks: dayTicks(range, zone).filter(({ x }) => x >= first && x <= last),
    rules: [
      { value: limits.adequateHigh, label: `adequada até ${limits.adequateHigh} V` },
      { value: limits.adequateLow, label: `adequada desde ${limits.adequateLow} V` },
    ],
    legend: curves.length > 1 ? curves.map(({ name, color }) => ({ label: name, color })) : [],
    describe: (index: number) => {
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

const NO_CURVE: LineContent & { readonly color: '--phase-a' } = {
  color: '--phase-a',
  points: [],
  ticks: [],
  table: { columns: [], rows: [] },
  describe: () => ({ title: '', rows: [] }),
};
const READY: ChartState = { kind: 'ready' };
const EMPTY: ChartState = { kind: 'empty', message: 'Não há medições de tensão nesta semana.' };
const LOADING: ChartState = { kind: 'loading' };

/** The week by phase, with the limits of the adequate range. */
export const VoltageCard = ({ supply, zone }: { supply: SupplyWeekAnswer | null; zone: Zone }) => {
  const curve = useMemo(() => supply && voltageCurve(supply, zone), [supply, zone]);
  return (
    <Card tour="supply-voltage" title="Tensão" qualifier="média de cada 10 minutos" terms={['tensao']}>
      <LineChart
        label="Tensão média de cada 10 minutos, em V"
        state={supply === null ? LOADING : curve === null ? EMPTY : READY}
        note="V"
        height={250}
        isGap={isGap}
        {...(curve ?? NO_CURVE)}
      />
    </Card>
  );
};
