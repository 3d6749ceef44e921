import { civilDate } from '@nascente/domain/time/civil-day';
import { describe, expect, it } from 'vitest';
import { type DayNow, dayNow, type HourRow } from './day-now.ts';
import { hourChart, hoursOfPost } from './hour-bars.ts';
import type { Day } from './use-day.ts';

const hour = (at: number, given: Partial<HourRow> = {}): HourRow => ({
  hour: at,
  post: at >= 18 && at <= 20 ? 'inPoint' : 'outPoint',
  total: 2,
  injected: 0,
  demand: 3,
  completeness: 1,
  ...given,
});
const date = civilDate('2026-11-19');
const day: DayNow = {
  total: 6,
  injected: 0,
  cost: 6,
  completeness: 1,
  hours: [hour(16), hour(17, { total: 0, completeness: 0 }), hour(18, { total: 4 })],
};
const prices = { inPoint: 2, interPoint: 1, outPoint: 1 };
const chart = hourChart({ day, date, currentHour: 18, kind: 'eletric', unit: 'money', prices });

describe('the hours of a day', () => {
  it('have 24 places: measured, gaps, and those to come', () => {
    expect(chart.bars).toHaveLength(24);
    expect(chart.bars[16]?.values).not.toBeNull();
    expect(chart.bars[17]?.values).toBeNull();
    expect(chart.describe(17).note).toBe('sem dados');
    expect(chart.describe(22).note).toBe('ainda por vir');
    expect(chart.bars[18]?.isToday).toBe(true);
  });

  it('share the cost of the day by quantity and price', () => {
    const costs = chart.bars.map(({ values }) => (values ?? []).reduce((a, b) => a + b, 0));
    expect(costs.reduce((a, b) => a + b)).toBeCloseTo(6);
    expect(costs[18]).toBeCloseTo(4.8);
  });

  it('say when off-peak is, as the specification does', () => {
    expect(hoursOfPost('outPoint', date)).toBe('21h às 17h');
    expect(hoursOfPost('inPoint', date)).toBe('18h às 20h');
    expect(hoursOfPost('outPoint', civilDate('2026-11-22'))).toBe('o dia todo');
    expect(chart.describe(16).rows).toContainEqual({ label: 'Fora ponta', value: '21h às 17h' });
    expect(chart.legend.map(({ label, hint }) => [label.replaceAll('\u00a0', ' '), hint])).toEqual([
      ['Fora ponta · R$ 1,00', '21h às 17h'],
      ['Ponta · R$ 2,00', '18h às 20h'],
    ]);
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
  };
  const byHour = new Map([[19, { consumed: 0.5, injected: 0.1 }]]);

  it('opens the hour that the server has not seen yet, at its own price', () => {
    const now = dayNow(answered, { consumed: 0.5, injected: 0.1, byHour }, 'eletric', prices);
    expect(now).toMatchObject({ total: 6.5, injected: 0.1, cost: 7 });
    expect(now.hours).toMatchObject([{ hour: 19, post: 'inPoint', total: 0.5 }]);
    expect(now.hours[0]?.completeness).toBeGreaterThan(0);
  });

  it('knows no cost without a tariff', () => {
    expect(
      dayNow({ ...answered, cost: null }, { consumed: 0.5, injected: 0, byHour }, 'eletric', null).cost,
    ).toBeNull();
  });
});
