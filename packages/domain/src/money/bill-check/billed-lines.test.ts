import { describe, expect, test } from 'vitest';
import { addDays } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { OwnLine } from '../../sites/tariffs/own-line.ts';
import {
  CONTRACT_B,
  cosip,
  EVER,
  flagMonths,
  measuredFacts,
  price,
  reais,
  taxes,
} from '../testing/bill-facts.ts';
import { CONVENCIONAL } from '../testing/rules-facts.ts';
import { type BilledLine, billedAmount, taxesWithin } from './billed-lines.ts';
import { checkBill } from './check-bill.ts';
import { reconcile } from './reconcile.ts';

const KWH = 1_000_000;
const FLAGS = flagMonths({ '2026-06': 'verde' });
const UNTAXED = { icms: false, pisCofins: false };

const printed = (label: string, amount: number, line: Partial<BilledLine> = {}): BilledLine => ({
  label,
  kind: 'other',
  value: { mode: 'amount', amount: reais(Math.abs(amount)) },
  isCredit: amount < 0,
  taxes: UNTAXED,
  ...line,
});
const agreed = (label: string, amount: number, line: Partial<OwnLine> = {}): OwnLine => ({
  label,
  kind: 'other',
  value: { mode: 'amount', amount: reais(Math.abs(amount)) },
  isCredit: amount < 0,
  taxes: UNTAXED,
  isBeforeTaxes: false,
  repeats: 'cycle',
  first: EVER,
  last: null,
  sharing: 'none',
  ...line,
});

/** 800 kWh at R$ 1, with a fifth of ICMS: R$ 1,000, and R$ 40 of public lighting. */
const MEASURED: MeasuredCycle = measuredFacts({ rules: CONVENCIONAL, consumed: { outPoint: 800 } });
const CONTRACT: BillingContract = {
  ...CONTRACT_B,
  taxes: [taxes('0.2')],
  cosip: cosip(40),
  ownLines: [
    agreed('Doação', 10, { kind: 'donation' }),
    agreed('Devolução', -30, { kind: 'refund' }),
    agreed('Taxa de visita', 25, { kind: 'service' }),
  ],
};

const held = (total: number, lines: readonly BilledLine[], more: { readonly taxes?: number } = {}) => {
  const billed = {
    total: reais(total),
    consumed: { outPoint: 800 * KWH },
    lines,
    ...(more.taxes === undefined ? {} : { taxes: reais(more.taxes) }),
  };
  const terms = { contract: CONTRACT, flags: FLAGS };
  const reconciliation = reconcile({ billed, ours: MEASURED, samePeriod: MEASURED, terms });
  const { cycle } = MEASURED;
  const findings = checkBill({
    billed,
    days: cycle,
    cycle,
    samePeriod: MEASURED,
    reconciliation,
    terms,
    isAgreed: true,
    versions: [],
    others: [],
  });
  return { ...reconciliation, findings };
};

const AS_AGREED = [
  printed('Ilum. Pública Municipal', 40, { kind: 'lighting' }),
  printed('DOACAO', 10, { kind: 'donation' }),
  printed('Devolução', -30, { kind: 'refund' }),
  printed('Taxa de visita', 25, { kind: 'service' }),
];

describe('the printed lines of a bill', () => {
  test('returns the amount, or quantity × price rounded half a cent up', () => {
    const counted = (quantity: number, each: string, isCredit = false) =>
      billedAmount({ value: { mode: 'quantity', quantity, price: price(each) }, isCredit });
    expect([counted(1.5, '13.33'), counted(3, '0.335'), counted(3, '0.335', true)]).toEqual([
      2000, 101, -101,
    ]);
    expect(billedAmount(printed('Bônus', -7))).toBe(-700);
  });

  test('computes the taxes within the lines, and zero when no rates exist', () => {
    const lines = [
      printed('Serviço', -100, { taxes: { icms: true, pisCofins: false } }),
      printed('Multa', 50),
    ];
    expect(taxesWithin(lines, MEASURED, { contract: CONTRACT })).toBe(-2000);
    expect(taxesWithin(lines, MEASURED, { contract: { ...CONTRACT, taxes: [] } })).toBe(0);
  });

  test('takes CBS and IBS by the end of the whole cycle, as the bill does', () => {
    const vatPeriods = [
      {
        validFrom: addDays(MEASURED.cycle.last, 1),
        cbs: parseRate('0.1'),
        ibsState: parseRate('0'),
        ibsMunicipal: parseRate('0'),
        effect: 'charged',
        endsPisCofins: 'due',
        source: 'a test',
        isConfirmed: true,
      },
    ] as const;
    const contract = { ...CONTRACT, vatPeriods };
    const lines = [printed('Serviço', 110, { taxes: { icms: false, pisCofins: true } })];
    const readOn = addDays(MEASURED.cycle.last, 2);
    expect(taxesWithin(lines, MEASURED, { contract, readOn })).toBe(1000);
    expect(taxesWithin(lines, MEASURED, { contract })).not.toBe(1000);
  });
});

describe('the comparison of billed and expected lines', () => {
  test('matches lines by name without accents, otherwise by their only kind', () => {
    const { lines, difference, findings } = held(1045, AS_AGREED);
    expect([difference, findings]).toEqual([0, []]);
    expect(lines).toEqual([
      { label: 'Ilum. Pública Municipal', kind: 'lighting', billed: 4000, expected: 4000 },
      { label: 'DOACAO', kind: 'donation', billed: 1000, expected: 1000 },
      { label: 'Devolução', kind: 'refund', billed: -3000, expected: -3000 },
      { label: 'Taxa de visita', kind: 'service', billed: 2500, expected: 2500 },
    ]);
  });

  test('shows unexpected lines, and expected lines that are not on the bill', () => {
    const { lines } = held(1060, [
      printed('Multa', 20, { kind: 'fine' }),
      printed('Religação', 15, { kind: 'service' }),
      printed('Segunda via', 5, { kind: 'service' }),
    ]);
    expect(lines).toEqual([
      { label: 'Multa', kind: 'fine', billed: 2000, expected: null },
      { label: 'Religação', kind: 'service', billed: 1500, expected: null },
      { label: 'Segunda via', kind: 'service', billed: 500, expected: null },
      { label: 'COSIP', kind: 'lighting', billed: null, expected: 4000 },
      { label: 'Doação', kind: 'donation', billed: null, expected: 1000 },
      { label: 'Devolução', kind: 'refund', billed: null, expected: -3000 },
      { label: 'Taxa de visita', kind: 'service', billed: null, expected: 2500 },
    ]);
  });

  test('assigns line differences to the rest, and prices and taxes to their own parts', () => {
    // The bill adds a fine of R$ 20, a service of R$ 5 that includes ICMS, and R$ 50 more ICMS on the energy.
    const { parts, difference } = held(
      1120,
      [
        ...AS_AGREED,
        printed('Multa', 20, { kind: 'fine' }),
        printed('Vistoria', 5, { taxes: { icms: true, pisCofins: false } }),
      ],
      { taxes: 251 },
    );
    expect(difference).toBe(7500);
    expect(parts).toMatchObject({ taxes: 5000, tariff: 0, rest: 2500 });
  });

  test('assigns missing lines to the rest for a bill without lines', () => {
    const { parts } = held(1000, [], { taxes: 200 });
    expect(parts).toMatchObject({ taxes: 0, tariff: 0, rest: -4500 });
  });
});

test('assigns the kind other to a line that no contract contains', () => {
  const terms = {
    contract: { ...CONTRACT_B, cosip: cosip(0) },
    flags: FLAGS,
    extraFees: [{ label: 'Ajuste', amount: reais(5) }],
  };
  const billed = { total: reais(805), consumed: { outPoint: 800 * KWH }, lines: [printed('AJUSTE', 5)] };
  expect(reconcile({ billed, ours: MEASURED, samePeriod: MEASURED, terms }).lines).toEqual([
    { label: 'AJUSTE', kind: 'other', billed: 500, expected: 500 },
  ]);
});

describe('the overcharges in the lines of a bill', () => {
  test('reports a line that appears twice', () => {
    const { findings } = held(1070, [...AS_AGREED, printed('Taxa de visita', 25, { kind: 'service' })]);
    expect(findings).toEqual([
      { kind: 'twice', amount: 2500, text: 'A linha “Taxa de visita” está duas vezes na fatura.' },
    ]);
  });

  test('reports a missing credit', () => {
    const { findings } = held(
      1075,
      AS_AGREED.filter(({ kind }) => kind !== 'refund'),
    );
    expect(findings).toEqual([
      { kind: 'discount', amount: 3000, text: 'O crédito “Devolução” não foi dado.' },
    ]);
  });

  test('reports no fine, no other refund and no second amount of the same name', () => {
    const { findings } = held(1060, [
      ...AS_AGREED,
      printed('Multa', 20, { kind: 'fine' }),
      printed('Multa', 3, { kind: 'fine' }),
      printed('Bônus', -4, { kind: 'refund' }),
      printed('Bônus', -4, { kind: 'refund' }),
    ]);
    expect(findings).toEqual([]);
  });

  test('reports public lighting with ICMS', () => {
    const lit = printed('COSIP', 50, { kind: 'lighting' });
    const { findings } = held(1055, [lit, ...AS_AGREED.slice(1)]);
    expect(findings).toEqual([
      { kind: 'tax-base', amount: cents(1000), text: 'A iluminação pública (COSIP) foi cobrada com ICMS.' },
    ]);
  });
});
