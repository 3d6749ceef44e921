import { describe, expect, test } from 'vitest';
import { fromReais } from '../../base/units/money.ts';
import { measuredFacts } from '../testing/bill-facts.ts';
import { AZUL_BILLS } from '../testing/golden-azul.ts';
import type { PrintedLine } from '../testing/golden-bill.ts';
import { GROUP_B_BILLS } from '../testing/golden-group-b.ts';
import { VERDE_CAPTIVE_BILLS } from '../testing/golden-verde-captive.ts';
import { VERDE_FREE_BILLS } from '../testing/golden-verde-free.ts';
import { WATER_BILLS } from '../testing/golden-water.ts';
import { priceCycle } from './price-cycle.ts';

const BILLS = [...AZUL_BILLS, ...VERDE_CAPTIVE_BILLS, ...VERDE_FREE_BILLS, ...GROUP_B_BILLS, ...WATER_BILLS];

/** Real bills, to the cent. A remainder is an amount that no published price explains; each states its reason. */
describe.each(BILLS)('$name', ({ facts, terms, printed, total }) => {
  const bill = priceCycle(measuredFacts(facts), terms);
  const computed = ({ kind, touPeriod, label }: PrintedLine) =>
    bill.lines
      .filter((line) => line.kind === kind && (touPeriod === undefined || line.touPeriod === touPeriod))
      .filter((line) => label === undefined || line.label === label)
      .reduce((sum, { amount }) => sum + amount, 0);

  test('has no missing terms', () => {
    expect(bill.missing).toEqual([]);
  });

  test.each(printed)('computes the line $kind $post $label: R$ $amount', (line) => {
    const [remainder] = line.remainder ?? [0];
    expect(fromReais(line.amount) - computed(line)).toBe(remainder);
  });

  test('has only printed lines, and adds up to the printed total', () => {
    const printedTotal = printed.reduce((sum, { amount }) => sum + fromReais(amount), 0);
    const remainders = printed.reduce((sum, { remainder }) => sum + (remainder?.[0] ?? 0), 0);
    expect(bill.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(bill.total);
    expect(bill.total).toBe(printedTotal - remainders);
    if (total !== null) expect(bill.total).toBe(fromReais(total) - remainders);
  });
});

test('computes energy compensated from another unit exactly on the Copel bill', () => {
  const [copel] = GROUP_B_BILLS;
  const bill = copel && priceCycle(measuredFacts(copel.facts), copel.terms);
  const others = bill?.lines.filter(({ label }) => label.includes('de outra unidade'));
  expect(others?.map(({ amount }) => amount)).toEqual([-4632, -4555, -4577, -6086, -46877, -46102]);
  expect(bill?.credits).toMatchObject({ used: 2_716_000_000, after: 0, expired: 0 });
});
