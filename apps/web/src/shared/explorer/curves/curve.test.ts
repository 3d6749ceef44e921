import { DAY_MS, HOUR_MS, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aTouRule } from '../../../testing/a-tou-rule.ts';
import { plotSvg } from '../export-buttons.tsx';
import { keyEffect } from '../plot/plot.tsx';
import { axesOf, plotGeometry } from '../plot/plot-geometry.ts';
import { shadeLook } from '../plot/theme-colors.ts';
import { quantitiesOf, quantityOf } from '../quantities.ts';
import { datedReadingAt, measuredText, pointText } from '../reading.ts';
import { type Curve, curveOf, extentIn, gapsIn, pointAt, statisticsIn } from './curve.ts';
import { csvOf, tableOf } from './curve-table.ts';
import { drawnCurves } from './drawn-curves.ts';
import { shadesIn } from './shades.ts';
import type { LoadedSeries } from './use-curves.ts';

const NOON = Date.parse('2026-11-20T15:00:00Z');
const ZONE = 'America/Sao_Paulo' as Zone;

/** Quarter-hours from noon on; an hour is missing after the fourth. */
const aCurve = (more: Partial<Parameters<typeof curveOf>[0]> = {}, laterMs = 0): Curve =>
  curveOf(
    {
      source: 'quarters',
      length: 15 * MINUTE_MS,
      step: 15 * MINUTE_MS,
      origin: new Date(NOON).toISOString(),
      at: [0, 1, 2, 3, 8, 9].map((quarter) => quarter * 15 * MINUTE_MS),
      mean: [1, 2, 3, 2, 5, 4],
      low: [0, 1, 2, 1, 4, 3],
      high: [2, 3, 9, 3, 6, 5],
      since: '2020-01-01T00:00:00.000Z',
      excluded: [],
      estimated: [],
      touPeriods: [],
      ...more,
    },
    laterMs,
  );
const VIEW = { from: NOON, to: NOON + 3 * HOUR_MS };

const board = aBoard({ macAddress: 'A4:CF:12:00:0B:01', name: 'Geral' });
const aLoaded = (key: string, curve: Curve | null, laterMs = 0): LoadedSeries => {
  const quantity = quantityOf(key);
  if (quantity === undefined) throw new Error(key);
  const series = { id: `${board.macAddress}~${key}`, board, quantity };
  return { series, laterMs, curve, failure: null, isTooFar: false, isLoading: false, refetch: () => null };
};

describe('a curve', () => {
  it('a curve has a gap where measurements are missing', () => {
    expect(gapsIn(aCurve(), VIEW)).toEqual([{ from: NOON + HOUR_MS, to: NOON + 2 * HOUR_MS }]);
  });

  it('returns the point of an instant, and null in a gap', () => {
    expect(pointAt(aCurve(), NOON + 20 * MINUTE_MS)).toBe(1);
    expect(pointAt(aCurve(), NOON + 90 * MINUTE_MS)).toBeNull();
    const sums = aCurve({ source: 'sums' });
    expect([
      pointAt(sums, NOON),
      pointAt(sums, NOON + 14 * MINUTE_MS),
      pointAt(sums, NOON + 70 * MINUTE_MS),
    ]).toEqual([0, 0, null]);
    expect(pointAt(aCurve({ at: [], mean: [], low: null, high: null }), NOON)).toBeNull();
  });

  it('computes the statistics of the view, including the extremes of its intervals', () => {
    expect(statisticsIn(aCurve(), VIEW)).toMatchObject({
      lowest: 0,
      highest: 9,
      highestPoint: 2,
      sum: null,
      last: 4,
      points: 6,
    });
    expect(statisticsIn(aCurve({ source: 'sums' }), { from: NOON, to: NOON + HOUR_MS })?.sum).toBe(8);
    expect(statisticsIn(aCurve(), { from: NOON + DAY_MS, to: NOON + 2 * DAY_MS })).toBeNull();
    expect(extentIn(aCurve(), VIEW)).toEqual([0, 9]);
  });
});

describe('the time of a measurement', () => {
  const of = (length: number, begin: string, more: Parameters<typeof aCurve>[0] = {}) =>
    measuredText(aCurve({ origin: begin, at: [0], length, ...more }), 0, ZONE);

  it('describes the interval of an extreme, also past midnight', () => {
    expect(of(12 * HOUR_MS, '2026-10-30T12:00:00Z')).toBe('30 out 2026, 9h–21h');
    expect(of(12 * HOUR_MS, '2026-10-30T15:00:00Z')).toBe('30 out 2026, 12h–24h');
    expect(of(12 * HOUR_MS, '2026-10-31T00:00:00Z')).toBe('30 out 2026, 21h – 31 out 2026, 9h');
    expect(of(15 * MINUTE_MS, '2026-10-30T12:15:00Z')).toBe('30 out 2026, 09:15–09:30');
    expect(of(DAY_MS, '2026-10-30T03:00:00Z')).toBe('30 out 2026');
    expect(of(2 * DAY_MS, '2026-10-30T03:00:00Z')).toBe('30 out – 31 out 2026');
    expect(of(DAY_MS, '2026-10-30T03:00:00Z', { source: 'sums' })).toBe('30 out 2026');
    expect(of(HOUR_MS, '2026-10-30T03:00:00Z', { source: 'sums' })).toBe('30 out 2026, 0h–1h');
  });

  it('describes an instant for single frames and intervals up to a minute', () => {
    expect(of(0, '2026-10-30T12:00:05Z', { source: 'frames' })).toBe('30 out 2026, 09:00:05');
    expect(of(MINUTE_MS, '2026-10-30T12:22:00Z', { source: 'frames' })).toBe('30 out 2026, 09:22');
  });

  it('describes which extremes a thinned curve contains', () => {
    const twelve = { length: 12 * HOUR_MS };
    expect(pointText(aCurve(twelve))).toBe('média de 12\u00a0h, extremos de médias de 15 min');
    expect(pointText(aCurve({ ...twelve, source: 'frames' }))).toContain('extremos de cada leitura');
    expect(pointText(aCurve({ low: null, high: null }))).toBe('média de 15\u00a0min');
  });

  it('shows the original day of a compared period, not the day at which it is drawn', () => {
    const month = 31 * DAY_MS;
    const origin = new Date(NOON - month).toISOString();
    const curve = aCurve({ origin, low: null, high: null }, month);
    expect(measuredText(curve, 0, ZONE)).toBe('20 out 2026, 12:00–12:15');
    const drawn = drawnCurves(
      [aLoaded('power', aCurve()), aLoaded('power', curve, month)],
      'desde 20/10/2026',
    );
    const at = curve.at[1] ?? 0;
    expect(drawn.map((one) => datedReadingAt(one, at, ZONE))).toEqual([
      '2,00\u00a0kW (1,00 a 3,00)',
      '2,00\u00a0kW, em 20 out 2026, 12:22',
    ]);
    const [head, first] = csvOf(drawn.slice(1), VIEW, ZONE).split('\r\n');
    expect(head).toContain('Potência, desde 20/10/2026, quando');
    expect(first).toContain('20/11/2026 12:07:30;20/10/2026 12:07:30;1');
  });
});

describe('values estimated by an import', () => {
  const interval = (from: number, to: number) => ({
    start: new Date(NOON + from * MINUTE_MS).toISOString(),
    end: new Date(NOON + to * MINUTE_MS).toISOString(),
  });
  const [drawn] = drawnCurves(
    [aLoaded('power', aCurve({ low: null, high: null, estimated: [interval(20, 45)] }))],
    '',
  ) as [ReturnType<typeof drawnCurves>[number]];

  it('estimated values are shaded, and marked at each point, in the table and in the file', () => {
    const shades = shadesIn([drawn], VIEW, ZONE, VIEW.to);
    expect(shades.find(({ kind }) => kind === 'estimated')).toEqual({
      kind: 'estimated',
      from: NOON + 20 * MINUTE_MS,
      to: NOON + 45 * MINUTE_MS,
    });
    const values = tableOf([drawn], VIEW, ZONE).rows.map((row) => row[1]);
    expect(values.slice(0, 4)).toEqual([
      '1,00\u00a0kW',
      '2,00\u00a0kW, em parte estimado',
      '3,00\u00a0kW, estimado',
      '2,00\u00a0kW',
    ]);
    const csv = csvOf([drawn], VIEW, ZONE).split('\r\n');
    expect(csv[0]).toBe('\uFEFFQuando;Potência (kW);Potência, estimado (1 = sim)');
    expect(csv.slice(1, 4).map((row) => row.split(';').at(-1))).toEqual(['0', '1', '1']);
  });

  it('estimated values are counted in the statistics of a view', () => {
    expect(statisticsIn(drawn.curve, VIEW)?.estimatedPoints).toBe(2);
    expect(statisticsIn(aCurve(), VIEW)?.estimatedPoints).toBe(0);
  });
});

describe('the shades behind curves', () => {
  it('shades mark peak hours of working days, excluded readings, gaps, and time outside the installation', () => {
    const day = { from: Date.parse('2026-11-19T03:00:00Z'), to: Date.parse('2026-11-20T03:00:00Z') };
    const curve = aCurve({
      touPeriods: [aTouRule()],
      since: '2026-11-19T04:00:00.000Z',
      excluded: [{ start: '2026-11-19T10:00:00.000Z', end: '2026-11-19T11:00:00.000Z' }],
    });
    const shades = shadesIn([{ curve, isCompared: false }], day, ZONE, day.to - HOUR_MS);
    expect(shades.map(({ kind }) => kind)).toEqual(['inPoint', 'excluded', 'before', 'future']);
    expect(shades[0]).toMatchObject({
      from: Date.parse('2026-11-19T21:00:00Z'),
      to: Date.parse('2026-11-20T00:00:00Z'),
    });
    const quarter = { from: day.from - 90 * DAY_MS, to: day.to };
    const kinds = shadesIn([{ curve, isCompared: false }], quarter, ZONE, day.to).map(({ kind }) => kind);
    expect(kinds).toEqual(['excluded', 'before']);
  });

  it('shades include the excluded readings of every drawn meter', () => {
    const wrong = (start: string, end: string) => aCurve({ excluded: [{ start, end }], length: HOUR_MS });
    const good = { curve: aCurve({ length: HOUR_MS }), isCompared: false };
    const other = { curve: wrong('2026-11-20T15:15:00Z', '2026-11-20T15:45:00Z'), isCompared: false };
    const earlier = { curve: wrong('2026-11-20T16:00:00Z', '2026-11-20T16:10:00Z'), isCompared: true };
    const shades = shadesIn([good, other, other, earlier], VIEW, ZONE, VIEW.to);
    expect(shades.filter(({ kind }) => kind === 'excluded')).toEqual([
      { kind: 'excluded', from: NOON + 15 * MINUTE_MS, to: NOON + 45 * MINUTE_MS },
    ]);
    expect(shadesIn([], VIEW, ZONE, VIEW.to)).toEqual([]);
  });
});

describe('several curves in one chart', () => {
  it('several curves have an axis for each unit, different colours, and compared curves behind', () => {
    const drawn = drawnCurves(
      [
        aLoaded('power', aCurve()),
        aLoaded('consumed', aCurve()),
        aLoaded('power', aCurve(), 7 * DAY_MS),
        aLoaded('voltageA', null),
      ],
      'semana anterior',
    );
    expect(drawn.map(({ label, color, isCompared }) => [label, color, isCompared])).toEqual([
      ['Potência', '--off-peak', false],
      ['Consumo', '--peak', false],
      ['Potência, semana anterior', '--off-peak', true],
    ]);
    const axes = axesOf(drawn, VIEW);
    expect(axes.map(({ unit, curves }) => [unit, curves.length])).toEqual([
      ['kW', 2],
      ['kWh', 1],
    ]);
    const apart = plotGeometry(axes, { width: 600, height: 400, isApart: true });
    expect(apart.panes).toHaveLength(2);
    expect(plotGeometry(axes, { width: 600, height: 400, isApart: false }).panes).toHaveLength(1);
  });

  it('several curves never have two colours that look equal', () => {
    const colorsOf = (...keys: readonly string[]) =>
      drawnCurves(
        keys.map((key) => aLoaded(key, aCurve())),
        '',
      ).map(({ color, dash }) => [color, dash.length]);
    expect(colorsOf('voltageA', 'flow')).toEqual([
      ['--phase-a', 0],
      ['--off-peak', 0],
    ]);
    expect(colorsOf('currentB', 'temperature')).toEqual([
      ['--phase-b', 0],
      ['--off-peak', 0],
    ]);
    const eight = [
      'power',
      'voltageA',
      'voltageB',
      'voltageC',
      'injected',
      'inductive',
      'flow',
      'temperature',
    ];
    expect(colorsOf(...eight).slice(-2)).toEqual([
      ['--water', 2],
      ['--peak', 2],
    ]);
  });

  it('several curves are exported as a table, a spreadsheet file and a picture', () => {
    const drawn = drawnCurves([aLoaded('power', aCurve())], '');
    expect(tableOf(drawn, VIEW, ZONE).rows[2]).toEqual(['20 nov 2026, 12:37', '3,00\u00a0kW (2,00 a 9,00)']);
    const csv = csvOf(drawn, VIEW, ZONE).split('\r\n');
    expect(csv[0]).toBe('\uFEFFQuando;Potência (kW);Potência (kW), mínimo;Potência (kW), máximo');
    expect(csv[3]).toBe('20/11/2026 12:37:30;3;2;9');
    const svg = plotSvg(
      {
        title: 'Potência <geral>',
        curves: drawn,
        view: VIEW,
        zone: ZONE,
        isApart: false,
        isShaded: false,
      },
      () => '#123456',
    );
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
    expect(svg).toContain('Potência &lt;geral&gt;');
    expect(svg).not.toContain('NaN');
  });
});

describe('the keyboard on a chart', () => {
  const at = { view: VIEW, cursor: null, curve: aCurve(), now: NOON + DAY_MS };
  it('moves point by point, from the first or the last', () => {
    expect(keyEffect('ArrowRight', false, at)).toEqual({ kind: 'cursor', instant: NOON + 7.5 * MINUTE_MS });
    expect(keyEffect('ArrowRight', false, { ...at, cursor: NOON + 7.5 * MINUTE_MS })).toEqual({
      kind: 'cursor',
      instant: NOON + 22.5 * MINUTE_MS,
    });
    expect(keyEffect('ArrowLeft', false, at)).toEqual({ kind: 'cursor', instant: NOON + 142.5 * MINUTE_MS });
    expect(keyEffect('Home', false, at)).toEqual({ kind: 'cursor', instant: NOON + 7.5 * MINUTE_MS });
    expect(keyEffect('Escape', false, at)).toEqual({ kind: 'cursor', instant: null });
    expect(keyEffect('x', false, at)).toBeNull();
    expect(keyEffect('ArrowRight', false, { ...at, curve: null })).toBeNull();
  });

  it('moves and zooms the view', () => {
    const next = (key: string, isShifted = false) => {
      const effect = keyEffect(key, isShifted, at);
      return effect?.kind === 'view' ? effect.next(VIEW) : null;
    };
    expect(next('ArrowLeft', true)?.from).toBe(NOON - 0.6 * HOUR_MS);
    expect(next('PageDown')?.from).toBe(NOON + 3 * HOUR_MS);
    const closer = next('+');
    expect((closer?.to ?? 0) - (closer?.from ?? 0)).toBeCloseTo(2.1 * HOUR_MS, -1);
    expect((next('-')?.to ?? 0) - (next('-')?.from ?? 0)).toBeGreaterThan(4 * HOUR_MS);
  });
});

it('offers each kind of meter the quantities that it measures', () => {
  const keys = (of: Parameters<typeof quantitiesOf>[0]) => quantitiesOf(of).map(({ key }) => key);
  expect(keys({ type: 'water', model: 'mono' })).toEqual(['flow', 'volume', 'signal', 'temperature']);
  expect(keys({ type: 'eletric', model: 'mono' })).not.toContain('voltageB');
  expect(quantitiesOf({ type: 'eletric', model: 'mono' }).find(({ key }) => key === 'voltageA')?.name).toBe(
    'Tensão',
  );
  expect(keys({ type: 'eletric', model: 'tri' })).toHaveLength(30);
  const ofOnePhase = keys({ type: 'eletric', model: 'mono' });
  expect(ofOnePhase.filter((key) => key.startsWith('reactivePower'))).toEqual(['reactivePower']);
});

it('hatches overlapping shades in different directions', () => {
  const hatches = (['excluded', 'estimated', 'gap'] as const).map((kind) => shadeLook(kind).hatch);
  expect(new Set(hatches).size).toBe(3);
  expect(hatches).not.toContain(null);
});
