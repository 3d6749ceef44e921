import type { UtilityBillAnswer } from '@nascente/contract/utility-bills';
import { expect, it } from 'vitest';
import { aLine } from '../testing/a-bill.ts';
import { averageWords, untoldOf, untoldWords } from './untold.ts';

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
  image: null,
  note: '',
};
const told = (given: Partial<UtilityBillAnswer> = {}, kind: 'energy' | 'demand' = 'energy') => ({
  billed: { ...billed, ...given },
  repriced: { total: 475, lines: [aLine({ kind })] },
});

it.each([
  ['all that can be entered', told(), []],
  ['nothing of what no tariff prices', told({ others: null }), ['os preços de cada item']],
  ['no taxes', told({ taxes: null }), ['os preços de cada item', 'os tributos']],
  ['no demand, where one is billed', told({}, 'demand'), ['a demanda']],
  ['a demand', told({ demand: { outPoint: 80 } }, 'demand'), []],
  ['no consumption', told({ consumed: {} }), ['o consumo']],
  ['no volume', told({ type: 'water', taxes: null }), ['o volume']],
] as const)('with %s it is named what is not known', (_, given, names) => {
  expect(untoldOf(given)).toEqual(names);
});

it('says that in a sentence', () => {
  expect(untoldWords(told({ taxes: null }))).toBe(
    'A conta lançada não diz os preços de cada item e os tributos: o que houver de diferença nisso está no resto.',
  );
});

it('says that nothing is left untold, where it is so', () => {
  expect(untoldWords(told())).toContain('diz tudo o que separa as causas');
});

it('compares what each unit came to at the same quantity, where the bill says it whole', () => {
  expect(averageWords(told())).toBe(
    'Em média, cada kWh saiu por R$\u00a01,0000 na conta e por R$\u00a00,9500 pela tarifa, com tudo o que a fatura soma.',
  );
  expect(averageWords(told({ consumed: { inPoint: 100 } }))).toBeNull();
  expect(averageWords(told({ consumed: { outPoint: 0 } }))).toBeNull();
  expect(averageWords(told({ type: 'water', volume: 50 }))).toContain('cada m³ saiu por R$\u00a010,0000');
  expect(averageWords(told({ type: 'water' }))).toBeNull();
});
