import { describe, expect, test } from 'vitest';
import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { BillingContract, CreditLot } from '../../sites/tariffs/billing-contract.ts';
import type { OwnLine } from '../../sites/tariffs/own-line.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  flagMonths,
  type MeasuredFacts,
  measuredFacts,
  reais,
  samePrice,
  single,
} from '../testing/bill-facts.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { priceCycle } from './price-cycle.ts';

const FLAGS = flagMonths({
  '2025-12': 'verde',
  '2026-01': 'amarela',
  '2028-01': 'amarela',
  '2028-02': 'vermelha-1',
  '2028-03': 'verde',
});
const span = (first: string, last: string) => ({ first: civilDate(first), last: civilDate(last) });
const billOf = (facts: MeasuredFacts, contract: BillingContract = CONTRACT_B) =>
  priceCycle(measuredFacts(facts), { contract, flags: FLAGS });
const summary = (bill: ReturnType<typeof billOf>) =>
  bill.lines.map(({ label, amount }) => [label, amount / 100]);

describe('a cycle across the end of the year', () => {
  const OVER_NEW_YEAR = span('2025-12-15', '2026-01-14');
  const lot = (generatedIn: string): CreditLot => ({
    generatedIn: civilMonth(generatedIn),
    touPeriod: 'outPoint',
    class: 'II',
    origin: 'own',
    energy: fromKilowattHours(100),
  });

  test('weighs each month’s flag by days, and uses the Fio B share of its last year', () => {
    const generation = {
      class: 'II',
      credits: [],
      ownTaxes: { icms: true, pisCofins: true },
      otherTaxes: { icms: false, pisCofins: false },
    } as const;
    const facts = { cycle: OVER_NEW_YEAR, rules: CONVENCIONAL, consumed: { outPoint: 500 } };
    const bill = billOf({ ...facts, injected: { outPoint: 100 } }, { ...CONTRACT_B, generation });
    expect(summary(bill)).toEqual([
      ['Consumo', 500],
      // The flag was yellow on 14 of 31 days: 0.01885 × 14 / 31.
      ['Adicional bandeira amarela', Math.floor(500 * 0.01885 * (14 / 31) * 100) / 100],
      ['Adicional bandeira amarela – energia compensada', -Math.floor(1.885 * (14 / 31) * 100) / 100],
      ['Energia compensada – GD II 01/2026', -(100 - 0.6 * 20)],
    ]);
  });

  test('expires credits whose sixtieth month precedes the month of the cycle end', () => {
    const generation = {
      class: 'II',
      credits: [lot('2020-12'), lot('2021-01')],
      ownTaxes: { icms: true, pisCofins: true },
      otherTaxes: { icms: false, pisCofins: false },
    } as const;
    const facts = { cycle: OVER_NEW_YEAR, rules: CONVENCIONAL, consumed: { outPoint: 500 } };
    const { credits } = billOf(facts, { ...CONTRACT_B, generation });
    expect(credits).toMatchObject({ before: 200e6, expired: 100e6, used: 100e6, after: 0 });
  });
});

describe('a cycle that ends on 29 February', () => {
  const LEAP = span('2028-01-31', '2028-02-29');
  const line = (repeats: OwnLine['repeats'], last: string | null = null): OwnLine => ({
    label: 'Multa',
    kind: 'fine',
    value: { mode: 'amount', amount: reais(7) },
    isCredit: false,
    taxes: { icms: false, pisCofins: false },
    isBeforeTaxes: false,
    repeats,
    first: civilDate('2028-02-29'),
    last: last === null ? null : civilDate(last),
    sharing: 'none',
  });
  const fines = (cycle: BillingCycle, ownLine: OwnLine) =>
    billOf(
      { cycle, rules: CONVENCIONAL, consumed: { outPoint: 100 } },
      { ...CONTRACT_B, ownLines: [ownLine] },
    ).lines.filter(({ label }) => label === 'Multa').length;

  test('has thirty days, one of them in January', () => {
    const bill = billOf({ cycle: LEAP, rules: CONVENCIONAL, consumed: { outPoint: 3000 } });
    expect(bill.lines.map(({ label, amount, note }) => [label, amount, note])).toEqual([
      ['Consumo', 300_000, undefined],
      ['Adicional bandeira amarela', Math.floor(3000 * 1.885 * (1 / 30)), '1 de 30 dias'],
      ['Adicional bandeira vermelha patamar 1', Math.floor(3000 * 4.463 * (29 / 30)), '29 de 30 dias'],
    ]);
  });

  test('includes lines of that day only in its own cycle', () => {
    const next = span('2028-03-01', '2028-03-30');
    expect([fines(LEAP, line('once')), fines(next, line('once'))]).toEqual([1, 0]);
    expect([fines(LEAP, line('cycle')), fines(next, line('cycle'))]).toEqual([1, 1]);
    expect(fines(next, line('cycle', '2028-03-29'))).toBe(0);
  });
});

describe('a cycle without consumption', () => {
  test('bills the contracted demand and the supplier agreement for Verde', () => {
    const market = {
      mode: 'livre',
      demandDiscount: parseRate('0'),
      supplierPrice: samePrice('0.3').outPoint,
      supply: {
        losses: parseRate('0.03'),
        volume: { contracted: fromKilowattHours(1000), min: parseRate('0.9'), max: 1.1 },
        icms: 'none',
        prices: [],
      },
    } as const;
    const bill = billOf(
      { cycle: span('2028-02-01', '2028-02-29'), rules: VERDE },
      { ...CONTRACT_A, market, demand: single(50) },
    );
    expect(summary(bill)).toEqual([
      ['Demanda não utilizada (sem ICMS)', 1000],
      ['Energia mercado livre', 270],
    ]);
  });

  test('bills the minimum for Group B, and a zero share of zero', () => {
    const retention: OwnLine = {
      label: 'Retenção',
      kind: 'retention',
      value: { mode: 'share', share: parseRate('1') },
      isCredit: true,
      taxes: { icms: false, pisCofins: false },
      isBeforeTaxes: false,
      repeats: 'cycle',
      first: civilDate('2000-01-01'),
      last: null,
      sharing: 'none',
    };
    const bill = billOf(
      { cycle: span('2028-02-01', '2028-02-29'), rules: CONVENCIONAL },
      { ...CONTRACT_B, ownLines: [retention] },
    );
    expect([bill.lines[0]?.amount, bill.total]).toEqual([10_000, 0]);
  });
});
