import type { BillLine } from '@nascente/contract/money/bills';
import { expect, it } from 'vitest';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { pairedLines } from './frozen-bill-page.tsx';

const aLine = (label: string, amount: number): BillLine => ({
  label,
  amount,
  kind: 'energy',
  touPeriod: null,
  quantity: null,
  unit: null,
  price: null,
  note: null,
});

it('pairs lines of the same name, and loses none', () => {
  const stored = [aLine('Consumo TE', 100.1), aLine('Consumo TUSD', 80), aLine('COSIP', 12)];
  const today = [aLine('Consumo TE', 101.3), aLine('Consumo TUSD', 80), aLine('Bandeira Amarela', 3.55)];
  const paired = pairedLines(stored, today);
  expect(paired).toEqual([
    { label: 'Consumo TE', frozenBill: 100.1, today: 101.3, difference: 1.2 },
    { label: 'Consumo TUSD', frozenBill: 80, today: 80, difference: 0 },
    { label: 'COSIP', frozenBill: 12, today: null, difference: -12 },
    { label: 'Bandeira Amarela', frozenBill: null, today: 3.55, difference: 3.55 },
  ]);
  expect(sumReais(paired.map(({ difference }) => difference))).toBe(-7.25);
});

it('sums lines of one name, such as two prices within the cycle', () => {
  const paired = pairedLines(
    [aLine('Consumo TE', 60), aLine('Consumo TE', 40.5)],
    [aLine('Consumo TE', 102)],
  );
  expect(paired).toEqual([{ label: 'Consumo TE', frozenBill: 100.5, today: 102, difference: 1.5 }]);
});
