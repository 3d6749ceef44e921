import type { UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { expect, it } from 'vitest';
import { aLine } from '../testing/a-bill.ts';
import { averageText, missingOf, missingText } from './reconciled-bill.tsx';

const billed: UtilityBillAnswer = {
  id: 'u1',
  type: 'eletric',
  start: '2026-10-06',
  end: '2026-11-05',
  total: 500,
  consumed: { inPoint: 100, outPoint: 400 },
  demand: {},
  volume: null,
  taxes: 90,
  others: 25,
  lines: null,
  image: null,
  note: '',
  nf3e: null,
};
const comparedBill = (overrides: Partial<UtilityBillAnswer> = {}, kind: 'energy' | 'demand' = 'energy') => ({
  billed: { ...billed, ...overrides },
  repriced: { total: 475, lines: [aLine({ kind })] },
});

it.each([
  ['all that can be entered', comparedBill(), []],
  ['nothing of what no tariff prices', comparedBill({ others: null }), ['os preços de cada item']],
  ['no taxes', comparedBill({ taxes: null }), ['os preços de cada item', 'os tributos']],
  ['no demand, where one is billed', comparedBill({}, 'demand'), ['a demanda']],
  ['a demand', comparedBill({ demand: { outPoint: 80 } }, 'demand'), []],
  ['no consumption', comparedBill({ consumed: {} }), ['o consumo']],
  ['no volume', comparedBill({ type: 'water', taxes: null }), ['o volume']],
] as const)('names the missing details with %s', (_, overrides, names) => {
  expect(missingOf(overrides)).toEqual(names);
});

it('lists missing details in a sentence', () => {
  expect(missingText(comparedBill({ taxes: null }))).toBe(
    'A fatura lançada não diz os preços de cada item e os tributos: o que houver de diferença nisso está no resto.',
  );
});

it('reports that no detail is missing', () => {
  expect(missingText(comparedBill())).toContain('diz tudo o que separa as causas');
});

it('compares the average price per unit at the same quantity, where the bill is complete', () => {
  expect(averageText(comparedBill())).toBe(
    'Em média, cada kWh saiu por R$\u00a01,0000 na fatura e por R$\u00a00,9500 pela tarifa, com tudo o que a fatura soma.',
  );
  expect(averageText(comparedBill({ consumed: { inPoint: 100 } }))).toBeNull();
  expect(averageText(comparedBill({ consumed: { outPoint: 0 } }))).toBeNull();
  expect(averageText(comparedBill({ type: 'water', volume: 50 }))).toContain(
    'cada m³ saiu por R$\u00a010,0000',
  );
  expect(averageText(comparedBill({ type: 'water' }))).toBeNull();
});
