import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { expect, it } from 'vitest';
import { comparisonOf, economyPercentOf, savingText } from './comparison.ts';

const cycle = (total: number, cost: number | null, previous: MonthSoFar['previous']) =>
  // What is so far is more than what was compared: it is never held against the part.
  ({
    total: total * 2,
    cost: 9999,
    previous: previous && { ...previous, current: { until: '2026-11-20T06:00:00.000Z', total, cost } },
  }) as MonthSoFar;
const before = {
  start: '2026-10-05',
  end: '2026-10-20',
  until: '2026-10-20T06:00:00.000Z',
  hours: 363,
  ofHours: 363,
  total: 1000,
  cost: 800,
  current: { until: '2026-11-20T06:00:00.000Z', total: 0, cost: null },
};

it('compares the same days, in the unit on screen', () => {
  const money = comparisonOf(cycle(950, 717, before), 'money', 'eletric');
  expect(money).toMatchObject({ label: 'Mesmo período de outubro', change: '−10,4%', tone: 'good' });
  expect(money?.difference.replaceAll('\u00a0', ' ')).toBe('R$ 83,00 a menos');
  const energy = comparisonOf(cycle(1100, 717, before), 'energy', 'eletric');
  expect(energy).toMatchObject({ change: '+10,0%', tone: 'warn' });
  expect(energy?.difference.replaceAll('\u00a0', ' ')).toBe('100,0 kWh a mais');
});

it('says of how many of the hours a comparison is, and how much of the cycle before was measured', () => {
  const some = { ...before, hours: 200, ofHours: 363 };
  const money = comparisonOf(cycle(950, 717, some), 'money', 'eletric');
  expect(money?.difference.replaceAll('\u00a0', ' ')).toBe('R$ 83,00 a menos · em 55,0% das horas');
  expect(comparisonOf(cycle(1002, null, some), 'money', 'eletric')?.difference).toBe('em 55,0% das horas');
  const promised = {
    start: '2026-11-01',
    saving: { total: 92.4, cost: 74, completeness: 0.8 },
    forecast: { total: 3600, cost: 2776 },
  } as MonthSoFar;
  expect(savingText(promised, 'money', 'eletric')?.replaceAll('\u00a0', ' ')).toBe(
    'R$ 74,00 a menos que outubro (2,6%) · outubro só 80,0% medido',
  );
});

it('says nothing without the days before, and does not judge what is the same', () => {
  expect(comparisonOf(cycle(950, 717, null), 'money', 'eletric')).toBeNull();
  expect(comparisonOf(cycle(1002, null, before), 'money', 'eletric')).toMatchObject({
    change: 'igual',
    tone: undefined,
  });
});

it('does not name a month that the days go beyond', () => {
  const across = { ...before, start: '2026-09-25', end: '2026-10-10' };
  expect(comparisonOf(cycle(500, 1, across), 'energy', 'eletric')?.label).toBe('Mesmo período anterior');
});

it('tells by how much the forecast is below the whole cycle before, in the unit on screen', () => {
  const promised = (saving: MonthSoFar['saving'], start = '2026-11-01') =>
    ({ start, saving, forecast: { total: 3600, cost: 2776 } }) as MonthSoFar;
  const said = (cycle: MonthSoFar, unit: 'money' | 'energy') =>
    savingText(cycle, unit, 'eletric')?.replaceAll('\u00a0', ' ') ?? null;
  const less = promised({ total: 92.4, cost: 74, completeness: 1 });
  expect(said(less, 'money')).toBe('R$ 74,00 a menos que outubro (2,6%)');
  expect(said(less, 'energy')).toBe('92,4 kWh a menos que outubro (2,5%)');
  expect(said(promised({ total: 92.4, cost: 740, completeness: 1 }), 'money')).toBe(
    'R$ 740 a menos que outubro (21,0%)',
  );
  // Prices rose: less energy, and no less money.
  expect(said(promised({ total: 92.4, cost: -3, completeness: 1 }), 'money')).toBe(
    '92,4 kWh a menos que outubro (2,5%)',
  );
  expect(said(promised({ total: 92.4, cost: null, completeness: 1 }, '2026-11-05'), 'money')).toBe(
    '92,4 kWh a menos que o período anterior (2,5%)',
  );
  expect(savingText(promised(null), 'money', 'eletric')).toBeNull();
});

it('tells the economy of the same amounts as its sentence', () => {
  const promised = (cost: number | null) =>
    ({
      economy: 102.567,
      saving: { total: 92.4, cost, completeness: 1 },
      forecast: { total: 3600, cost: 2776 },
    }) as MonthSoFar;
  expect(economyPercentOf(promised(74), 'money')).toBeCloseTo(102.6657, 4);
  for (const cost of [-3, null]) expect(economyPercentOf(promised(cost), 'money')).toBe(102.567);
  expect(economyPercentOf(promised(74), 'energy')).toBe(102.567);
  expect(economyPercentOf({ ...promised(74), economy: null, saving: null }, 'money')).toBeNull();
});
