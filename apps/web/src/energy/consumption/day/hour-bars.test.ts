import { civilDate } from '@nascente/domain/base/time/civil-day';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { SIMPLE_WINDOWS } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { describe, expect, it } from 'vitest';
import { type Day, type DayNow, dayNow, type HourRow } from './day-now.ts';
import { hourChart, hoursOfTouPeriod } from './hour-bars.ts';

const partsOf = (touPeriod: TouPeriod, total: number) => ({
  touPeriod,
  total,
  byTouPeriod: { inPoint: 0, interPoint: 0, outPoint: 0, [touPeriod]: total },
});
const hour = (at: number, fields: Partial<HourRow> = {}): HourRow => ({
  hour: at,
  ...partsOf(at >= 18 && at <= 20 ? 'inPoint' : 'outPoint', fields.total ?? 2),
  injected: 0,
  demand: 3,
  completeness: 1,
  ...fields,
});
const date = civilDate('2026-11-19');
const SIMPLE = { ...SIMPLE_WINDOWS, intermediate: [] };
const day: DayNow = {
  total: 6,
  injected: 0,
  cost: 6,
  completeness: 1,
  windows: SIMPLE,
  hours: [hour(16), hour(17, { total: 0, completeness: 0 }), hour(18, { total: 4 })],
};
const prices = { inPoint: 2, interPoint: 1, outPoint: 1 };
const chart = hourChart({ day, date, currentHour: 18, kind: 'eletric', unit: 'money', prices });

describe('the hours of a day', () => {
  it('the hours of a day have 24 places: measured, missing, and future hours', () => {
    expect(chart.bars).toHaveLength(24);
    expect(chart.bars[16]?.values).not.toBeNull();
    expect(chart.bars[17]?.values).toBeNull();
    expect(chart.describe(17).note).toBe('sem dados');
    expect(chart.describe(22).note).toBe('ainda por vir');
    expect(
      chart
        .describe(16)
        .rows.map(({ label }) => label)
        .slice(0, 2),
    ).toEqual(['Custo', 'Consumo']);
    expect(chart.bars[18]?.isToday).toBe(true);
  });

  it('divides the cost of a day among its hours by quantity and price', () => {
    const costs = chart.bars.map(({ values }) => (values ?? []).reduce((a, b) => a + b, 0));
    expect(costs.reduce((a, b) => a + b)).toBeCloseTo(6);
    expect(costs[18]).toBeCloseTo(4.8);
  });

  it('the hours of a day show the off-peak hours as in the specification', () => {
    const windows = SIMPLE_WINDOWS;
    expect(hoursOfTouPeriod('outPoint', { date, windows })).toBe('21h às 17h');
    expect(hoursOfTouPeriod('inPoint', { date, windows })).toBe('18h às 20h');
    expect(hoursOfTouPeriod('outPoint', { date: civilDate('2026-11-22'), windows })).toBe('o dia todo');
    const hours = [17, 21].map((hour) => ({ start: hour * 60, end: hour * 60 + 60 }));
    const white = { ...windows, intermediate: hours };
    expect(hoursOfTouPeriod('interPoint', { date, windows: white })).toBe('17h e 21h');
    expect(chart.describe(16).rows).toContainEqual({ label: 'Fora ponta', value: '21h às 17h' });
    expect(chart.legend.map(({ label, hint }) => [label.replaceAll('\u00a0', ' '), hint])).toEqual([
      ['Fora ponta · R$ 1,00', '21h às 17h'],
      ['Ponta · R$ 2,00', '18h às 20h'],
    ]);
  });
});

describe('an hour in which the peak begins', () => {
  const windows = {
    peak: { start: 1050, end: 1230 },
    intermediate: [{ start: 1230, end: 1290 }],
    blackAwarenessFrom: null,
  };
  const split = hour(17, { total: 3, byTouPeriod: { inPoint: 1, interPoint: 0, outPoint: 2 } });
  const ofContract = hourChart({
    day: { ...day, cost: 8, windows, hours: [hour(16), split, hour(18)] },
    date,
    currentHour: null,
    kind: 'eletric',
    unit: 'money',
    prices,
  });

  it('draws and prices the parts of an hour in which the peak begins', () => {
    const heights = ofContract.bars[17]?.values ?? [];
    expect(heights.filter((part) => part > 0)).toHaveLength(2);
    expect(heights.reduce((a, b) => a + b, 0)).toBeCloseTo((8 * 4) / 10);
  });

  it('shows the hours of both time-of-use periods, and names both in the table', () => {
    expect(ofContract.describe(17).rows).toEqual(
      expect.arrayContaining([
        { label: 'Ponta', value: '17:30 às 20:30' },
        { label: 'Fora ponta', value: '21:30 às 17:30' },
      ]),
    );
    expect(ofContract.table.rows[1]?.[1]).toBe('Ponta / Fora ponta');
    expect(hoursOfTouPeriod('interPoint', { date, windows })).toBe('20:30 às 21:30');
  });
});

describe('a day with live messages on top', () => {
  const answered: Day = {
    ok: true,
    date,
    total: 6,
    totalPhaseA: 6,
    totalPhaseB: 0,
    totalPhaseC: 0,
    inPoint: 0,
    interPoint: 0,
    outPoint: 6,
    injected: 0,
    cost: 6,
    completeness: 1,
    hours: [],
    basis: 'tariff',
    prices: null,
    windows: SIMPLE,
  };
  const byHour = new Map([[19, { consumed: 0.5, injected: 0.1 }]]);

  it('adds an hour that the server does not have yet, at its own price', () => {
    const now = dayNow(answered, { consumed: 0.5, injected: 0.1, byHour }, prices);
    expect(now).toMatchObject({ total: 6.5, injected: 0.1, cost: 7 });
    expect(now.hours).toMatchObject([{ hour: 19, touPeriod: 'inPoint', total: 0.5 }]);
    expect(now.hours[0]?.completeness).toBeGreaterThan(0);
  });

  it('shows no cost without a tariff', () => {
    expect(dayNow({ ...answered, cost: null }, { consumed: 0.5, injected: 0, byHour }, null).cost).toBeNull();
  });
});
