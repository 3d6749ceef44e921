import { civilDate, daysFrom } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { type DayRow, dayChart } from './day-chart.tsx';

const day = (date: string, overrides: Partial<DayRow> = {}): DayRow => ({
  date,
  total: 136.2,
  cost: 108.17,
  outPoint: 112,
  interPoint: 0,
  inPoint: 24.2,
  completeness: 1,
  ...overrides,
});

const cycle = daysFrom(civilDate('2026-11-05'), civilDate('2026-12-04')).map((date) =>
  day(date, { isForecast: date > '2026-11-20', completeness: date > '2026-11-20' ? 0 : 1 }),
);
const today = civilDate('2026-11-20');
const chartOf = (rows: readonly DayRow[], unit: 'money' | 'energy' = 'energy') =>
  dayChart({ rows, kind: 'eletric', unit, today, prices: null });

describe('the days of a cycle', () => {
  const chart = chartOf(cycle);

  it('the days of a cycle have labels at the first, today, the last and every fifth', () => {
    const labelled = chart.bars.filter(({ labelRank }) => labelRank > 0).map(({ axisLabel }) => axisLabel);
    expect(labelled).toEqual(['5 nov', '10', '15', 'hoje', '25', '30', '1 dez', '4 dez']);
  });

  it('the days of a cycle are measured until today and forecast after it', () => {
    expect(chart.bars.filter(({ isForecast }) => isForecast)).toHaveLength(14);
  });

  it('the days of a cycle describe day, time-of-use periods, total, cost and completeness', () => {
    const said = chart.describe(6);
    expect(said.title).toBe('qua, 11 nov');
    expect(said.rows.map(({ label }) => label)).toEqual(['Fora ponta', 'Ponta', 'Total', 'Custo']);
    expect(said.note).toBe('dados completos');
    expect(chart.describe(29).title).toBe('sex, 4 dez · previsto');
  });

  it('the days of a cycle show each part in R$ on an R$ chart, and the quantity last', () => {
    const { rows } = chartOf(cycle, 'money').describe(6);
    const texts = rows.map(({ label, value }) => `${label} ${value.replaceAll('\u00a0', ' ')}`);
    expect(texts).toEqual(['Fora ponta R$ 88,95', 'Ponta R$ 19,22', 'Custo R$ 108,17', 'Total 136,2 kWh']);
  });
});

describe('the bar of today', () => {
  const rest = { total: 40, cost: 31.77 };
  const withRest = (unit: 'money' | 'energy', restOfToday: typeof rest | null) =>
    dayChart({ rows: cycle, kind: 'eletric', unit, today, prices: null, restOfToday });
  const valuesOn = (chart: ReturnType<typeof dayChart>, date: string) =>
    chart.bars.find(({ key }) => key === date)?.values;

  it('stacks the expected rest of today on the measured part, in the unit on screen', () => {
    const chart = withRest('energy', rest);
    expect(chart.series.map(({ key }) => key)).toEqual(['outPoint', 'inPoint', 'rest']);
    expect(valuesOn(chart, '2026-11-20')).toEqual([112, 24.2, 40]);
    expect(valuesOn(chart, '2026-11-19')).toEqual([112, 24.2, 0]);
    expect(valuesOn(chart, '2026-11-21')).toEqual([112, 24.2, 0]);
    expect(valuesOn(withRest('money', rest), '2026-11-20')?.at(-1)).toBe(31.77);
  });

  it('describes the expected rest beside the measured part', () => {
    const { rows } = withRest('energy', rest).describe(15);
    expect(rows.at(-1)).toMatchObject({ label: 'Previsto até o fim do dia' });
    expect(rows.at(-1)?.value.replaceAll('\u00a0', ' ')).toBe('40,0 kWh · R$ 31,77');
    expect(withRest('energy', rest).describe(14).rows.at(-1)?.label).toBe('Custo');
  });

  it('draws a bar before any measurement of today, and none without an expected rest', () => {
    const empty = { total: 0, outPoint: 0, inPoint: 0, cost: 0, completeness: 0 };
    const rows = [day('2026-11-19'), day('2026-11-20', { ...empty, emptyReason: 'tooEarly' })];
    const chart = dayChart({ rows, kind: 'eletric', unit: 'energy', today, prices: null, restOfToday: rest });
    expect(chart.bars[1]?.values).toEqual([0, 0, 40]);
    expect(withRest('energy', { total: 0, cost: 0 }).series).toHaveLength(2);
    expect(withRest('energy', null).series).toHaveLength(2);
  });
});

describe('a day without a message', () => {
  const rows = [
    day('2026-11-19'),
    day('2026-11-20', { total: 0, outPoint: 0, inPoint: 0, cost: 0, completeness: 0 }),
  ];

  it('a day without a message is a gap in the chart with the text that data are missing', () => {
    const chart = chartOf(rows);
    expect(chart.bars[1]?.values).toBeNull();
    expect(chart.describe(1).note).toBe('sem dados');
    expect(chart.asText(1)).toEqual({ name: 'sex, 20 nov', value: 'sem dados' });
    expect(chart.table.rows[1]).toEqual(['sex, 20 nov', '–', '–', '–', '–', 'sem dados']);
  });

  it('a day before the installation is a gap', () => {
    const none = { total: 0, outPoint: 0, inPoint: 0, cost: 0, completeness: 0 };
    const chart = chartOf([day('2026-11-18', { ...none, emptyReason: 'notInstalled' }), day('2026-11-19')]);
    expect(chart.bars[0]?.values).toBeNull();
  });

  it('the first minutes of today do not count as missing data', () => {
    const chart = chartOf([day('2026-11-20', { total: 0.4, completeness: 0, emptyReason: 'tooEarly' })]);
    expect(chart.describe(0).note).toBe('primeiro quarto de hora em andamento');
  });

  it('an almost complete day is not rounded up to complete', () => {
    const chart = chartOf([day('2026-11-19', { completeness: 0.9999 })]);
    expect(chart.describe(0).note).toBe('dados completos em 99,9%');
  });
});

it('toggles between R$ and kWh, and stays in kWh without a tariff', () => {
  const rows = [day('2026-11-19')];
  expect(chartOf(rows, 'money').bars[0]?.values?.reduce((a, b) => a + b)).toBeCloseTo(108.17);
  expect(chartOf(rows, 'energy').bars[0]?.values).toEqual([112, 24.2]);
  const untariffed = chartOf([day('2026-11-19', { cost: null })], 'money');
  expect([untariffed.unit, untariffed.bars[0]?.values]).toEqual(['energy', [112, 24.2]]);
});
