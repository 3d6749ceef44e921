import { describe, expect, test } from 'vitest';
import { parseRate } from '../../base/units/rate.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { TariffRules } from '../../sites/tariffs/tariff-rules.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import {
  CONTRACT_A,
  type Figures,
  flagMonths,
  measuredFacts,
  perTouPeriod,
  price,
  single,
} from '../testing/bill-facts.ts';
import { AZUL, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';

const flags = flagMonths({ '2026-06': 'verde' });

function billOf(
  rules: TariffRules,
  demand: Figures,
  contracted: BillingContract['demand'],
  more: Partial<BillingContract> = {},
) {
  const contract = { ...CONTRACT_A, modality: rules.modality, demand: contracted, ...more };
  return priceCycle(measuredFacts({ rules, demand }), { contract, flags });
}

const summary = (bill: ReturnType<typeof billOf>) =>
  bill.lines.map(({ label, quantity, amount }) => [label, (quantity ?? 0) / 1e6, amount / 100]);

describe('the billed demand', () => {
  test('bills the measured demand, and unused demand without ICMS on a separate line', () => {
    const bill = billOf(VERDE, { outPoint: 80 }, single(100));
    expect(summary(bill)).toEqual([
      ['Demanda', 80, 1600],
      ['Demanda não utilizada (sem ICMS)', 20, 400],
    ]);
    expect(bill.demand).toEqual([
      { touPeriod: null, measured: 80e6, at: null, contracted: 100e6, billed: 100e6, overrun: 0 },
    ]);
  });

  test.each([
    [1007, 0],
    [1037, 0],
    [1050, 0],
    [1060, 60],
    [1073, 73],
  ])('charges for %i kW at 1000 contracted an overrun of %i kW', (measured, overrun) => {
    const bill = billOf(VERDE, { outPoint: measured }, single(1000));
    const lines = [['Demanda', measured, measured * 20]];
    if (overrun > 0) lines.push(['Demanda de ultrapassagem', overrun, overrun * 40]);
    expect(summary(bill)).toEqual(lines);
  });

  test('bills the highest demand for Verde, and each time-of-use period for Azul', () => {
    expect(summary(billOf(VERDE, { inPoint: 120, outPoint: 80 }, single(120)))).toEqual([
      ['Demanda', 120, 2400],
    ]);
    expect(
      summary(billOf(AZUL, { inPoint: 50, interPoint: 99, outPoint: 80 }, perTouPeriod(60, 100))),
    ).toEqual([
      ['Demanda ponta', 50, 2500],
      ['Demanda não utilizada ponta (sem ICMS)', 10, 500],
      ['Demanda fora ponta', 99, 1980],
      ['Demanda não utilizada fora ponta (sem ICMS)', 1, 20],
    ]);
  });

  test('uses a single contract for both time-of-use periods, and the higher of two for one', () => {
    expect(billOf(AZUL, {}, single(10)).demand.map(({ billed }) => billed)).toEqual([10e6, 10e6]);
    expect(billOf(VERDE, {}, perTouPeriod(30, 20)).demand[0]?.billed).toBe(30e6);
  });

  test('bills the measured demand without a contract, and reports the missing contract', () => {
    const bill = billOf(AZUL, { outPoint: 80 }, null);
    expect(summary(bill)).toEqual([['Demanda fora ponta', 80, 1600]]);
    expect(bill.missing).toEqual([expect.stringContaining('Falta a demanda contratada')]);
  });

  test('truncates to whole kW when bills do so', () => {
    const total = { ...VERDE, integerKw: true };
    expect(summary(billOf(total, { outPoint: 105.9 }, single(100)))).toEqual([['Demanda', 105, 2100]]);
  });

  test('discounts the demand of an incentivised source, except the overrun', () => {
    const market = { mode: 'livre', demandDiscount: parseRate('0.5'), supplierPrice: null } as const;
    expect(summary(billOf(VERDE, { outPoint: 110 }, single(100), { market }))).toEqual([
      ['Demanda', 110, 1100],
      ['Demanda de ultrapassagem', 10, 400],
    ]);
  });
});

describe('the reactive demand', () => {
  const excessOf = (
    rules: TariffRules,
    reactive: Partial<Record<'inPoint' | 'interPoint' | 'outPoint', number>>,
  ) => {
    const measured = measuredFacts({ rules, demand: { inPoint: 40, outPoint: 80 } });
    const reactiveDemand = { inPoint: 0, interPoint: 0, outPoint: 0, ...reactive };
    const contract = { ...CONTRACT_A, modality: rules.modality, demand: single(100) };
    const bill = priceCycle({ ...measured, reactiveDemand }, { contract, flags });
    return summary(bill).filter(([label]) => String(label).includes('reativa'));
  };

  test('charges the excess above the billed demand, once for Verde and per period for Azul', () => {
    expect(excessOf(VERDE, { inPoint: 130e6, outPoint: 110e6 })).toEqual([
      ['Demanda reativa excedente', 30, 600],
    ]);
    expect(excessOf(AZUL, { inPoint: 130e6, interPoint: 110e6 })).toEqual([
      ['Demanda reativa excedente ponta', 30, 1500],
      ['Demanda reativa excedente fora ponta', 10, 200],
    ]);
    expect(excessOf(VERDE, { outPoint: 99e6 })).toEqual([]);
  });

  test('uses its own price when the tariff has one, and charges nothing without reactive rules', () => {
    const priced = { ...VERDE, reactive: VERDE.reactive && { ...VERDE.reactive, vrDre: price('1') } };
    expect(excessOf(priced, { outPoint: 110e6 })).toEqual([['Demanda reativa excedente', 10, 10]]);
    expect(excessOf({ ...VERDE, reactive: null }, { outPoint: 110e6 })).toEqual([]);
  });
});

test('reports missing reactive rules once for Group A, and never for Group B', () => {
  const missingOf = (rules: TariffRules) =>
    priceCycle(measuredFacts({ rules }), { contract: { ...CONTRACT_A, demand: single(0) }, flags }).missing;
  const text =
    'Faltam na tarifa as regras da energia reativa (preço e fator de potência de referência): o excedente não foi calculado nem cobrado.';
  expect(missingOf({ ...VERDE, reactive: null })).toEqual([text]);
  expect(missingOf({ ...AZUL, reactive: null })).toEqual([text]);
  expect(missingOf(VERDE)).toEqual([]);
  expect(missingOf(CONVENCIONAL)).not.toContain(text);
});

test('reports reactive excess without a price instead of billing it', () => {
  const reactive = VERDE.reactive && { ...VERDE.reactive, vrEre: null };
  const terms = { contract: { ...CONTRACT_A, demand: single(0) }, flags };
  const withExcess = priceCycle(
    measuredFacts({ rules: { ...VERDE, reactive }, excess: { outPoint: 12.5 } }),
    terms,
  );
  expect(withExcess.lines).toEqual([]);
  expect(withExcess.missing).toEqual([
    'Falta o preço da energia reativa excedente: 12,5 kvarh não foram cobrados.',
  ]);
  expect(withExcess.reactiveExcess.outPoint).toBe(12_500_000);
  expect(priceCycle(measuredFacts({ rules: { ...VERDE, reactive } }), terms).missing).toEqual([]);
});
