import { expect, it } from 'vitest';
import { aLightRule } from '../../../../testing/a-tou-rule.ts';
import { heatCells } from './heat-card.tsx';

const hours = (totalByHour: Record<number, number>): (number | null)[] =>
  Array.from({ length: 24 }, (_, hour) => totalByHour[hour] ?? null);
const map = {
  days: [
    { date: '2026-11-10', hours: hours({ 0: 0, 6: 6, 7: 5.99 }), total: 11.99, completeness: 0.125 },
    { date: '2026-11-11', hours: hours({ 18: 12 }), total: 12, completeness: 1 / 24 },
  ],
  highest: { date: '2026-11-11', hour: 18, total: 12 },
  touPeriods: [aLightRule()],
};

it('colours each hour by its sixth of the maximum, and leaves hours without data uncoloured', () => {
  const { columns, levels } = heatCells(map, 'eletric');
  expect(levels).toHaveLength(6);
  expect(
    columns.map(({ levels: found }) =>
      found.flatMap((level, hour) => (level === null ? [] : [[hour, level]])),
    ),
  ).toEqual([
    [
      [0, 0],
      [6, 3],
      [7, 2],
    ],
    [[18, 5]],
  ]);
});

it('shows the value of an hour beside that of its day', () => {
  const { describe: notify, table } = heatCells(map, 'eletric');
  expect(notify({ column: 1, row: 18 })).toMatchObject({
    title: 'qua, 11 nov, 18h às 19h',
    rows: [{ value: '12,0\u00a0kWh' }, { value: '12,0\u00a0kWh' }, { label: 'Posto', value: 'Ponta' }],
  });
  expect(notify({ column: 0, row: 5 }).note).toBe('sem dados');
  expect(table.rows[1]?.[19]).toBe('12,00');
  expect(table.rows[1]?.[1]).toBe('–');
});

it('shows zero as measured for a meter without consumption', () => {
  const still = {
    days: [{ ...map.days[0], date: '2026-11-10', hours: hours({ 3: 0 }), total: 0, completeness: 1 }],
    highest: { date: '2026-11-10', hour: 3, total: 0 },
    touPeriods: [],
  };
  const cells = heatCells(still, 'water');
  expect(cells.columns[0]?.levels[3]).toBe(0);
  expect(cells.describe({ column: 0, row: 3 }).rows).toHaveLength(2);
});
