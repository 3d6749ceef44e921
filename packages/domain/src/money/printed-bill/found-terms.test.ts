import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { cents, fromReais } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { CONTRACT_B } from '../testing/bill-facts.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { benefitOf, findContract } from './find-contract.ts';
import type { CandidateTariff } from './found-fits.ts';
import { contractOf } from './found-terms.ts';
import type { PrintedLine } from './printed-lines.ts';

type Printed = readonly [label: string, quantity: number | null, price: number | null, amount: number];

const linesOf = (printed: readonly Printed[]): PrintedLine[] =>
  printed.map(([label, quantity, unitPrice, amount]) => ({
    label,
    quantity,
    price: unitPrice,
    amount: fromReais(amount),
  }));
const DAY = civilDate('2026-06-30');
/** The facts of an establishment without an entered contract. */
const EMPTY: BillingContract = { ...CONTRACT_B, taxes: [], cosip: null, supply: null };

test('retains the earlier taxes of compensated energy without a comparison', () => {
  const injected = linesOf([['Energia injetada', -100, 0.5, -50]]);
  const generation = {
    class: 'III',
    credits: [],
    ownTaxes: { icms: false, pisCofins: true },
    otherTaxes: { icms: false, pisCofins: false },
  } as const;
  const retained = contractOf(findContract(injected, []), { ...EMPTY, generation }, DAY).generation;
  expect(retained).toEqual({ ...generation, class: 'II' });
  expect(contractOf(findContract(injected, []), EMPTY, DAY).generation?.ownTaxes).toEqual({
    icms: true,
    pisCofins: true,
  });
  const alike = linesOf([
    ['Consumo TE', 100, 0.5, 50],
    ['Energia injetada TE GD III', -100, 0.5, -50],
  ]);
  expect(contractOf(findContract(alike, []), EMPTY, DAY).generation).toMatchObject({
    class: 'III',
    ownTaxes: { icms: true, pisCofins: true },
  });
});

describe('bills that lack a part', () => {
  const stored = (rules: CandidateTariff['rules']): CandidateTariff => ({
    id: 't',
    validFrom: '2026-01-01',
    rules,
  });
  const of = (...printed: Printed[]) => findContract(linesOf(printed), [stored(VERDE), stored(CONVENCIONAL)]);
  const covid: Printed = ['Conta Covid', null, null, 12.34];

  test('detects no ICMS for demand without a price, or for an implausible difference', () => {
    const empty = of(['Demanda', 10, null, 100], ['Demanda não utilizada', 5, 9, 45]);
    expect(empty.demand.outPoint).toBe(15);
    const odd = of(['Demanda', 10, 10, 100], ['Demanda não utilizada', 5, 9.99, 49.95]);
    expect(odd).toMatchObject({ basis: 'printed', trial: { icms: 0 } });
  });

  test('leaves unused demand, overrun and credit amounts without demand unexplained', () => {
    const unused = of(['Demanda não utilizada', null, null, 45]);
    expect(unused.lines[0]?.computed).toBeNull();
    const overrun = of(
      ['Ultrapassagem', 10, null, 1000],
      ['Reativo excedente', 20, null, 9],
      ['Reativo excedente', 10, null, 4.5],
    );
    expect(overrun.lines.map(({ line }) => line.amount)).toEqual([100_000, 900, 450]);
    expect(
      contractOf(of(['Demanda', null, null, 100], ['Crédito APCEI', null, null, -50]), EMPTY, DAY),
    ).toMatchObject({
      market: { mode: 'livre' },
      demand: { mode: 'single', demand: 0 },
    });
  });

  test('distinguishes a credit of four fifths from one of one half', () => {
    const credit = of(['Demanda', 100, 20, 2000], ['Crédito APCEI', null, null, -1600]);
    expect(credit.discount).toBe(0.8);
  });

  test('matches no tariff for amounts alone, excessive amounts, or unknown time-of-use periods', () => {
    expect(of(['Consumo', null, null, 500]).tariff).toBeNull();
    expect(of(['Consumo', 100, null, 30_000]).tariff).toBeNull();
    expect(of(['Demanda', 100, null, 2000], ['Consumo intermediário', 10, null, 90]).tariff).toBeNull();
  });

  test('prices unused demand with a stored tariff', () => {
    const taxed = (quantity: number, price: number, icms: number) =>
      Math.floor((quantity * price * 100) / ((1 - icms) * 0.9075) + 1e-6) / 100;
    const verde = of(
      ['Demanda', 100, null, taxed(100, 20, 0.18)],
      ['Demanda não utilizada', 20, null, taxed(20, 20, 0)],
    );
    expect(verde).toMatchObject({ basis: 'tariff', trial: { icms: 0.18, pisCofins: 0.0925 } });
  });

  test('stores a charge without a matching kWh price as an amount of one bill', () => {
    for (const bill of [
      of(['Consumo', 100, 0.5, 50], covid),
      of(['Energia (TE)', 54_321, null, 12_345.67], covid),
      of(['Energia (TE)', 54_321, null, 12_345.67], ['PIS', null, null, 10], covid),
    ])
      expect(contractOf(bill, EMPTY, DAY).ownLines).toMatchObject([
        { value: { mode: 'amount' }, repeats: 'once' },
      ]);
  });

  test('ignores PIS beside the price without its rate', () => {
    const amount = Math.floor((54_321 * 0.3 * 100) / 0.82 + 1e-6) / 100;
    const [taxes] = contractOf(
      of(['Energia (TE)', 54_321, null, amount], ['PIS', null, null, 10]),
      EMPTY,
      DAY,
    ).taxes;
    expect(taxes).toMatchObject({ pis: 0n, cofins: 0n });
  });

  test('explains no demand or reactive energy with a tariff of Group B', () => {
    const amount = Math.floor((54_321 * 100) / (0.82 * 0.9075) + 1e-6) / 100;
    const bill = of(
      ['Consumo', 54_321, null, amount],
      ['Ultrapassagem', 10, null, 100],
      ['Reativo excedente', 5, null, 2],
    );
    expect(bill.tariff?.rules.modality).toBe('convencional');
    expect(bill.lines.map(({ computed }) => computed === null)).toEqual([false, true, true]);
  });

  test('detects the class from the energy of other units alone', () => {
    const others = of(['Energia injetada outra UC TE GD III', -10, 0.5, -5]);
    expect(contractOf(others, EMPTY, DAY).generation?.class).toBe('III');
  });
});

describe('unusual bills', () => {
  const of = (...printed: Printed[]) => findContract(linesOf(printed), []);

  test('computes zero lines for a cycle without consumption, and detects the supply from the minimum', () => {
    const found = of(
      ['Consumo', 0, null, 0],
      ['Custo de disponibilidade', 100, 0.94067, 94.06],
      ['COSIP', null, null, 10],
    );
    expect(found.lines.map(({ computed }) => computed)).toEqual([0, 9406, null]);
    expect(contractOf(found, EMPTY, DAY)).toMatchObject({ supply: 'trifasico', ownLines: [] });
    const part = of(['Consumo', 60, 0.94067, 56.44], ['Custo de disponibilidade', 40, 0.94067, 37.62]);
    expect(contractOf(part, { ...EMPTY, supply: 'bifasico' }, DAY).supply).toBe('bifasico');
  });

  test('detects demand and off-peak energy for a bill without peak consumption', () => {
    const found = of(
      ['Consumo ponta', 0, null, 0],
      ['Consumo fora ponta', 1000, 0.5, 500],
      ['Demanda', 10, 20, 200],
    );
    expect(found).toMatchObject({ basis: 'printed', modality: 'verde', demand: { outPoint: 10 } });
    expect(found.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
  });

  test('detects no contracted demand when the overrun exceeds the demand', () => {
    const found = of(['Demanda', 100, 20, 2000], ['Ultrapassagem', 300, 40, 12_000]);
    expect(found.demand.outPoint).toBeNull();
    expect(contractOf(found, EMPTY, DAY).demand).toBeNull();
  });

  test('truncates names that are too long for a contract', () => {
    const long = 'Serviço de '.repeat(20);
    const contract = contractOf(
      of([long, null, null, 5], ['Consumo', 1000, 1, 1000], [`Desconto rural ${long}`, null, null, -300]),
      EMPTY,
      DAY,
    );
    expect(contract.ownLines?.[0]?.label).toBe(long.slice(0, 80).trim());
    expect(contract.benefits?.[0]?.label).toHaveLength(80);
  });

  test('leaves lines unexplained when the taxes equal the complete price', () => {
    const found = of(
      ['PIS 60,00%', null, null, 100],
      ['COFINS 50,00%', null, null, 100],
      ['Consumo', 10, 1, 10],
    );
    expect(found.lines.map(({ computed }) => computed)).toEqual([null, null, 1000]);
  });

  test('replaces expired lines first, then the last lines, when a contract has no room', () => {
    const line = (first: string, repeats: 'once' | 'cycle', last: string | null = null, index = 0) => ({
      label: `${first} ${index}`,
      kind: 'other' as const,
      value: { mode: 'amount' as const, amount: cents(100) },
      isCredit: false,
      taxes: { icms: false, pisCofins: false },
      isBeforeTaxes: false,
      repeats,
      first: civilDate(first),
      last: last === null ? null : civilDate(last),
      sharing: 'none' as const,
    });
    const over = Array.from({ length: 29 }, (_, index) => line('2026-05-31', 'once', null, index));
    const ended = line('2026-01-01', 'cycle', '2026-05-31');
    const going = Array.from({ length: 30 }, (_, index) => line('2026-01-01', 'cycle', null, index));
    const found = of(['Doação', null, null, 5]);
    const retained = contractOf(found, { ...EMPTY, ownLines: [...over, ended, ...going] }, DAY).ownLines;
    expect(retained?.map(({ label }) => label)).toEqual([...going.map(({ label }) => label), 'Doação']);
    const full = contractOf(found, { ...EMPTY, ownLines: [...going, ...going] }, DAY).ownLines;
    expect(full).toHaveLength(60);
    expect(full?.at(-1)?.label).toBe('Doação');
  });
});

describe('the discounts on a bill', () => {
  const benefitsOf = (...printed: Printed[]) => contractOf(findContract(linesOf(printed), []), EMPTY, DAY);

  test.each([
    ['Desconto tarifa social', 'social', 100, -80, 80],
    ['Desconto Tarifa Social', 'social', 100, -47.5, 30],
    ['Desconto rural', 'rural', 1000, -300, null],
    ['Benefício tarifário irrigação', 'irrigation', 1000, -700, null],
    ['Desconto aquicultura', 'aquaculture', 1000, -600, null],
    ['Subsídio saneamento', 'sanitation', 1000, -150, null],
    ['Desconto tarifário', 'other', 1000, -50, null],
  ] as const)('detects %s as %s', (label, kind, kwh, amount, firstLimit) => {
    const contract = benefitsOf(['Consumo', kwh, 1, kwh], [label, null, null, amount]);
    expect(contract.benefits).toMatchObject([{ kind, label, first: '2026-06-01', last: null }]);
    expect(contract.benefits?.[0]?.steps[0]?.upTo).toBe(firstLimit);
    expect(contract).toMatchObject({ ownLines: [], printing: { discount: 'credit' } });
  });

  test('detects gross and net by the charged taxes, and replaces the earlier benefit', () => {
    const lines: Printed[] = [
      ['Consumo', 1000, 0.7, 700],
      ['Benefício tarifário rural bruto', null, null, 300],
      ['Benefício tarifário rural líquido', null, null, -228.5],
    ];
    const it = findContract(linesOf(lines), []);
    const contract = contractOf(it, contractOf(it, EMPTY, DAY), DAY);
    expect(contract.benefits).toHaveLength(1);
    expect(contract.benefits?.[0]).toMatchObject({
      kind: 'rural',
      label: 'Benefício tarifário rural',
      steps: [{ upTo: null, tusd: parseRate('0.3'), te: parseRate('0.3') }],
    });
    expect(contract.printing?.discount).toBe('gross-net');
    expect(it.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
  });

  test('compares discounts without taxes with untaxed prices', () => {
    // R$ 400.00 with 18 % of ICMS: 30 % of it is R$ 120.00.
    const bill = findContract(
      linesOf([
        ['Consumo', 1000, 1, 1000],
        ['Desconto rural', null, null, -120],
      ]),
      [],
    );
    const lines = bill.lines.map((one) => (one.meaning.part === 'energy' ? { ...one, price: 0.4 } : one));
    expect(benefitOf(lines, 'published')?.steps).toEqual([
      { upTo: null, tusd: parseRate('0.3'), te: parseRate('0.3') },
    ]);
  });

  test('stores a discount without a matching share as an own line', () => {
    for (const contract of [
      benefitsOf(['Consumo', 1000, 1, 1000], ['Desconto rural', null, null, -123.45]),
      benefitsOf(['Desconto rural', null, null, -10]),
    ]) {
      expect(contract.benefits).toBeUndefined();
      expect(contract.ownLines).toMatchObject([{ label: 'Desconto rural', isCredit: true, kind: 'refund' }]);
    }
  });
});
