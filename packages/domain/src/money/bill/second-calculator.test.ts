import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCalculator } from '../testing/second-calculator.ts';
import { BILLS } from '../testing/second-calculator-bills.ts';
import { factsOf } from '../testing/second-calculator-facts.ts';
import type { BillInput, BillLine } from '../testing/second-calculator-input.ts';
import type { Bill } from './bill.ts';
import { priceCycle } from './price-cycle.ts';

const Precise = Decimal.clone({ precision: 60 });
const calculateBill = createCalculator({ exact: (value = 0) => new Precise(value) });

const NO_VAT = { cbs: 0, ibsState: 0, ibsMunicipal: 0 };

function productBill(bill: BillInput): Bill {
  const { measured, terms } = factsOf(bill);
  return priceCycle(measured, terms);
}

/** Lines by label. The product adds the month of the cycle to the label of energy that was injected within it. */
function linesOf({ lines, last }: Bill): Readonly<Record<string, Omit<BillLine, 'label'>>> {
  const month = ` ${last.slice(5, 7)}/${last.slice(0, 4)}`;
  return Object.fromEntries(
    lines.map(({ label, amount, taxes: { icms, pis, cofins, vat = NO_VAT }, vatBase = 0 }) => [
      label.endsWith(month) ? label.slice(0, -month.length) : label,
      { amount, icms, pis, cofins, ...vat, base: vatBase },
    ]),
  );
}

function compare(bill: BillInput): void {
  const calculated = calculateBill(bill);
  const product = productBill(bill);
  expect(linesOf(product)).toEqual(
    Object.fromEntries(calculated.lines.map(({ label, ...line }) => [label, line])),
  );
  expect(product.lines).toHaveLength(calculated.lines.length);
  expect(product.total).toBe(calculated.total);
  const { informedVat: informed } = product;
  expect(informed ? [informed.cbs, informed.ibsState, informed.ibsMunicipal] : null).toEqual(
    calculated.informed,
  );
}

/** The informed base of bills with generation is not compared. */
const COMPARED = BILLS.filter(
  ([, bill]) => bill.compensated === undefined || calculateBill(bill).informed === null,
);

test('covers bills of all modalities before and after the turn of the year', () => {
  const bills = COMPARED.map(([, bill]) => bill);
  expect(new Set(bills.map(({ modality }) => modality)).size).toBe(4);
  const months = bills.map(({ last }) => last.slice(0, 7));
  expect(new Set(months)).toEqual(new Set(['2026-12', '2027-01', '2027-02']));
  expect(bills.length).toBeGreaterThan(300);
});

test.each(COMPARED)('prices every line as the second calculator: %s', (_, bill) => {
  compare(bill);
});

describe('rare bills', () => {
  const january: BillInput = {
    first: '2027-01-01',
    last: '2027-01-31',
    due: { days: 10 },
    modality: 'convencional',
    energy: { 'off-peak': ['0.6', '0.4'] },
    kwh: { 'off-peak': '1000' },
    rounding: 'half-up',
    icms: '0.2',
    pis: '0.0165',
    cofins: '0.076',
    minimumKwh: 30,
    flags: ['2026-11', '2026-12', '2027-01'].map((month) => [month, 'amarela', '0.01885']),
    vat: [
      {
        from: '2027-01-01',
        cbs: '0.087',
        ibsState: '0.0005',
        ibsMunicipal: '0.0005',
        isCharged: true,
        endsPisCofins: 'due',
      },
    ],
  };
  const [charged] = january.vat;
  if (charged === undefined) throw new Error('no rates');

  test('computes additive taxes with CBS and IBS in the base of ICMS before PIS and COFINS end', () => {
    const flags = january.flags.map(([month]) => [month, 'verde', '0'] as const);
    const vat = [{ ...charged, endsPisCofins: 'reading' as const }];
    const december = { ...january, first: '2026-12-01', last: '2026-12-31', flags, vat };
    const bill = { ...december, isAdditive: true, isVatInIcmsBase: true };
    compare(bill);
    expect(productBill(bill)).toMatchObject({ total: 152_630, taxes: { icms: 30_526 } });
  });

  test('refunds CBS and IBS on the flag of compensated energy, also where PIS and COFINS stay', () => {
    const refunds = { icms: false, pisCofins: false, vatOnTe: true, vatOnTusd: false };
    compare({
      ...january,
      compensated: [{ name: 'GD I', hours: 'off-peak', kwh: '400', generationClass: 'I', refunds }],
    });
  });

  test('rounds the price of the minimum as the price of consumption', () => {
    const below = {
      ...january,
      rounding: 'truncate' as const,
      icms: '0.187',
      energy: { 'off-peak': ['0.32525', '0.28285'] } as const,
      flags: january.flags.map(([month]) => [month, 'verde', '0'] as const),
      priceDecimals: 5,
      minimumKwh: 100,
      vat: [{ ...charged, cbs: '0.0694', ibsState: '0.00193', ibsMunicipal: '0.00058' }],
    };
    compare({ ...below, kwh: { 'off-peak': '48' } });
    expect(productBill({ ...below, kwh: { 'off-peak': '48' } }).total).toBe(
      productBill({ ...below, kwh: { 'off-peak': '100' } }).total,
    );
  });

  test('joins TE and TUSD when a rule of lines states the usual taxes', () => {
    compare({ ...january, vat: [], exempt: { tusd: { icms: true, pisCofins: true, vat: true } } });
  });
});

describe('random bills', () => {
  const decimal = (min: number, max: number, digits: number) =>
    fc
      .integer({ min: min * 10 ** digits, max: max * 10 ** digits })
      .map((value) => (value / 10 ** digits).toFixed(digits));
  const rates = fc.record({
    icms: decimal(0, 0.3, 3),
    pis: decimal(0, 0.0165, 4),
    cofins: decimal(0, 0.076, 4),
  });
  const vatRates = fc.record({
    cbs: decimal(0.05, 0.12, 4),
    ibsState: decimal(0, 0.002, 5),
    ibsMunicipal: decimal(0, 0.002, 5),
  });
  const price = fc.tuple(decimal(0.2, 1.5, 5), decimal(0.2, 0.6, 5));
  const prices = fc.record({ peak: price, intermediate: price, offPeak: price });
  const printing = fc.record({
    rounding: fc.constantFrom('truncate', 'half-up'),
    isRoundedByParts: fc.boolean(),
    areTeAndTusdSeparate: fc.boolean(),
  });

  /** A bill of the table at other prices and rates. */
  const bill = fc
    .tuple(fc.constantFrom(...COMPARED), rates, vatRates, prices, printing)
    .map(([[, one], random, vat, { peak, intermediate, offPeak }, printed]): BillInput => {
      const { icmsBands: _, ...rest } = one;
      return {
        ...rest,
        ...random,
        ...printed,
        vat: one.vat.map((period) => (period.isCharged ? { ...period, ...vat } : period)),
        energy:
          one.modality === 'convencional'
            ? { 'off-peak': offPeak }
            : { peak, 'off-peak': offPeak, ...(one.modality === 'branca' && { intermediate }) },
      };
    });

  test('have the lines of the second calculator', () => {
    fc.assert(fc.property(bill, compare), { numRuns: 300 });
  });

  /** One cent for CBS, and one for each further tax that is rounded by itself. */
  test.each([
    ['CBS', { ibsState: '0', ibsMunicipal: '0' }, 1],
    ['CBS and IBS', {}, 3],
  ])('cost without the %s within their lines the same as with lines of them', (_, ibs, cents) => {
    fc.assert(
      fc.property(bill, (one) => {
        const vat = one.vat.map((period) => ({ ...period, ...ibs }));
        const { priceDecimals: _decimals, ...exact } = { ...one, vat };
        const [within, beside] = [false, true].map((hasVatLines) =>
          linesOf(productBill({ ...exact, hasVatLines })),
        );
        for (const [label, line] of Object.entries(within ?? {})) {
          // These two lines are computed from the sums of others.
          if (label === 'COSIP' || label === 'Custo de disponibilidade') continue;
          const withoutVat = line.amount - line.cbs - line.ibsState - line.ibsMunicipal;
          const difference = Math.abs(withoutVat - (beside?.[label]?.amount ?? 0));
          expect(difference).toBeLessThanOrEqual(one.isRoundedByParts === true ? 0 : cents);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('are unchanged by CBS and IBS that are only informed', () => {
    fc.assert(
      fc.property(bill, (one) => {
        const informed = one.vat.filter(({ isCharged }) => !isCharged);
        const [before, after] = [[], informed].map((vat) => productBill({ ...one, vat }));
        const amounts = (priced: Bill | undefined) =>
          priced?.lines.map(({ vatBase: _base, ...line }) => line);
        expect(amounts(after)).toEqual(amounts(before));
        expect([after?.total, after?.taxes]).toEqual([before?.total, before?.taxes]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the second calculator', () => {
  const BASE: BillInput = {
    first: '2027-01-01',
    last: '2027-01-31',
    modality: 'convencional',
    energy: { 'off-peak': ['0.6', '0.4'] },
    kwh: { 'off-peak': '100' },
    rounding: 'half-up',
    icms: '0.2',
    pis: '0.0165',
    cofins: '0.076',
    vat: [
      {
        from: '2027-01-01',
        cbs: '0.087',
        ibsState: '0.0005',
        ibsMunicipal: '0.0005',
        isCharged: true,
        endsPisCofins: 'due',
      },
    ],
    flags: [['2027-01', 'verde', '0']],
  };
  const amounts = (more: Partial<BillInput>) =>
    calculateBill({ ...BASE, ...more }).lines.map(({ label, amount }) => [label, amount]);

  test('equals bills by hand: R$ 100.00 at 20 % of ICMS and 8.8 % of CBS and IBS', () => {
    expect(amounts({})).toEqual([['Consumo', 13_380]]);
    expect(amounts({ isVatInIcmsBase: true })).toEqual([['Consumo', 13_600]]);
    expect(amounts({ hasVatLines: true, isVatInIcmsBase: true })).toEqual([
      ['Consumo', 12_720],
      ['CBS – consumo', 870],
      ['IBS – consumo', 10],
    ]);
  });

  test('equals real bills of Light, Celesc and Energisa', () => {
    const in2026 = { first: '2026-08-01', last: '2026-08-31', vat: [], rounding: 'truncate' } as const;
    const light = amounts({
      ...in2026,
      energy: { 'off-peak': ['0.94793', '0'] },
      kwh: { 'off-peak': '304' },
      icms: '0.24',
      pis: '0.0123',
      cofins: '0.0567',
      priceDecimals: 5,
      flags: [['2026-08', 'amarela', '0.01885']],
      isFlagInPrice: true,
    });
    expect(light).toEqual([['Consumo', 41_537]]);
    const verde = { ...in2026, modality: 'verde', flags: [['2026-08', 'verde', '0']] } as const;
    const celesc = amounts({
      ...verde,
      energy: { peak: ['1.06941', '0.48363'], 'off-peak': ['0.14435', '0.30123'] },
      kwh: { 'off-peak': '831.185' },
      demandPrices: { 'off-peak': '18.09' },
      kw: { 'off-peak': '65.141' },
      contractedKw: { 'off-peak': '65.141' },
      areTeAndTusdSeparate: true,
      icms: '0.17',
      pis: '0.0143',
      cofins: '0.0659',
    });
    expect(celesc).toContainEqual(['Consumo TE fora ponta', 32_796]);
    expect(celesc).toContainEqual(['Demanda', 154_355]);
    const energisa = amounts({
      ...verde,
      energy: { peak: ['2.5299', '0'], 'off-peak': ['0.15417', '0'] },
      kwh: { peak: '4314.13', 'off-peak': '44769.77' },
      demandPrices: { 'off-peak': '36.4' },
      kw: { 'off-peak': '210.67' },
      contractedKw: { 'off-peak': '225' },
      icms: '0.195',
      free: { discount: '0.5', place: 'credit' },
    });
    expect(energisa).toEqual([
      ['Consumo TUSD ponta', 1_494_011],
      ['Crédito APCEI – Consumo TUSD ponta', -512_460],
      ['Consumo TUSD fora ponta', 944_805],
      ['Demanda', 1_049_691],
      ['Crédito APCEI – Demanda', -383_419],
      ['Demanda não utilizada (sem ICMS)', 57_477],
      ['Crédito APCEI – Demanda não utilizada (sem ICMS)', -26_081],
    ]);
  });
});
