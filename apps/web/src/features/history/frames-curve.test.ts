import type { CivilDate } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { columnGroupOf } from './frame-columns.ts';
import { framesCurve, rowLengthOf, stretchText } from './frames-curve.ts';

const TRI = { type: 'eletric', model: 'tri' } as const;
const day = '2026-11-20' as CivilDate;
const of = { type: 'eletric', range: { start: day, end: day }, every: '15m', zone: DEFAULT_ZONE } as const;
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('what a point of the chart stands for', () => {
  const range = (start: string, end: string) => ({ start: start as CivilDate, end: end as CivilDate });
  it.each([
    [
      'each frame of the last hour',
      { range: range('2026-11-20', '2026-11-20'), isLastHour: true },
      undefined,
    ],
    ['a quarter-hour of ten days', { range: range('2026-11-11', '2026-11-20'), isLastHour: false }, '15m'],
    ['an hour of eleven', { range: range('2026-11-10', '2026-11-20'), isLastHour: false }, '1h'],
  ])('is %s', (_, search, length) => {
    expect(rowLengthOf(search)).toBe(length);
  });

  it('is said in words, sums apart from means', () => {
    expect(stretchText(columnGroupOf(TRI, 'energia'), '15m')).toBe('soma de cada 15 minutos');
    expect(stretchText(columnGroupOf(TRI, 'tensao'), '1h')).toBe('média de cada hora');
    expect(stretchText(columnGroupOf(TRI, 'tensao'), undefined)).toBe('cada leitura');
  });
});

describe('the curves of a quantity', () => {
  const rows = [
    { date: at('15:30'), wa: 900, wb: null, wc: 30 },
    { date: at('15:15'), wa: 800.4, wb: 10, wc: 20 },
    { date: at('14:15'), wa: 700, wb: null, wc: null },
  ];
  const curve = framesCurve(rows, columnGroupOf(TRI, 'potencia'), of);

  it('run from the oldest row to the newest, each phase by itself, without what was not measured', () => {
    expect(curve?.read.points.map(({ y }) => y)).toEqual([700, 800.4, 900]);
    expect(curve?.beside.map(({ points, color }) => [color, points.length])).toEqual([
      ['--phase-b', 1],
      ['--phase-c', 2],
    ]);
    expect(curve?.legend.map(({ label }) => label)).toEqual(['WA', 'WB', 'WC']);
  });

  it('are lifted over what was not measured', () => {
    const [first, second, third] = curve?.read.points ?? [];
    if (!first || !second || !third) throw new Error('three points');
    expect(curve?.isGap(first, second)).toBe(true);
    expect(curve?.isGap(second, third)).toBe(false);
  });

  it('say of a point what every phase measured, on the wall of the meter', () => {
    expect(curve?.describe(1)).toEqual({
      title: '20 nov, 12:15',
      rows: [
        { label: 'WA', value: '800' },
        { label: 'WB', value: '10' },
        { label: 'WC', value: '20' },
      ],
    });
    expect(curve?.describe(9)).toEqual({ title: '', rows: [] });
    expect(curve?.table.rows.at(-1)?.map(plain)).toEqual(['20 nov, 12:30', '900', '–', '30']);
  });

  it('stand on zero, but for volts and power factors, which vary far from it', () => {
    expect(curve?.scale.min).toBe(0);
    const volts = framesCurve(
      [{ date: at('15:15'), va: 219, vb: 221, vc: 224 }],
      columnGroupOf(TRI, 'tensao'),
      of,
    );
    expect(volts?.scale.min).toBeGreaterThan(200);
    const givenBack = framesCurve(
      [{ date: at('15:15'), wa: -50, wb: 0, wc: 3 }],
      columnGroupOf(TRI, 'potencia'),
      of,
    );
    expect(givenBack?.scale.min).toBeLessThanOrEqual(-50);
  });

  it('are none where nothing was measured', () => {
    expect(framesCurve([], columnGroupOf(TRI, 'potencia'), of)).toBeNull();
    expect(framesCurve([{ date: at('15:15'), wa: null }], columnGroupOf(TRI, 'potencia'), of)).toBeNull();
  });

  it('are one of a single phase or of water, in the colour of the utility', () => {
    const water = columnGroupOf({ type: 'water', model: 'mono' }, null);
    const flow = framesCurve([{ date: at('15:15'), flow: 1.5 }], water, { ...of, type: 'water' });
    expect([flow?.read.color, flow?.legend]).toEqual(['--water', []]);
  });
});
