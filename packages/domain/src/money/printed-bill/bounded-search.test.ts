import { expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { stored } from '../testing/printed-bill.ts';
import { CONVENCIONAL } from '../testing/rules-facts.ts';
import { findContract } from './find-contract.ts';
import type { PrintedLine } from './printed-lines.ts';

/** 60 lines that every price of every tariff reproduces. */
const countedLines = () => {
  let computed = 0;
  const lines = Array.from(
    { length: 60 },
    (_, index): PrintedLine => ({
      label: index === 0 ? 'Consumo' : 'Demanda não utilizada',
      quantity: 1,
      price: null,
      get amount() {
        computed += 1;
        return cents(index === 0 ? 94 : index % 9);
      },
    }),
  );
  return { lines, computed: () => computed };
};

test.each([1, 40])('computes a limited number of lines in a search, with %i stored tariffs', (count) => {
  const { lines, computed } = countedLines();
  findContract(
    lines,
    Array.from({ length: count }, (_, index) => stored(`t${index}`, CONVENCIONAL)),
  );
  expect(computed()).toBeGreaterThan(10_000);
  expect(computed()).toBeLessThan(20_000_000);
});
