import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { LineSharing } from '../../sites/tariffs/own-line.ts';
import { type VatPeriod, vatRuleOf } from '../../sites/tariffs/vat-periods.ts';
import type { Charge } from '../bill/bill.ts';
import { taxes } from '../testing/bill-facts.ts';
import { flatCharge } from './charge.ts';
import { NO_RATES, taxRatesOf, withVatInLines } from './taxes.ts';
import { missingDue, taxNotes, vatLines, withOwnVat } from './vat-lines.ts';

const charged: VatPeriod = {
  validFrom: civilDate('2027-01-01'),
  cbs: parseRate('0.087'),
  ibsState: parseRate('0.0005'),
  ibsMunicipal: parseRate('0.0005'),
  effect: 'charged',
  endsPisCofins: 'due',
  source: 'estimativa',
  isConfirmed: true,
};
const informed: VatPeriod = {
  ...charged,
  validFrom: civilDate('2026-01-01'),
  effect: 'informed',
  endsPisCofins: null,
};
const later: VatPeriod = { ...charged, validFrom: civilDate('2029-01-01') };
const DECEMBER = civilDate('2026-12-20');

const notesOf = (period: VatPeriod, days: number | null, last = DECEMBER): string[] =>
  taxNotes(vatRuleOf([informed, period, later], { days, dates: [] }, last));

describe('the notes on the tax rule of a bill', () => {
  test('say nothing where the reading and the due date have one rule', () => {
    expect(notesOf(charged, 5)).toEqual([]);
    expect(notesOf(charged, 5, civilDate('2027-02-20'))).toEqual([]);
    expect(taxNotes(vatRuleOf([], undefined, DECEMBER))).toEqual([]);
  });

  test('state the due date, and which event ends PIS and COFINS', () => {
    const [event, end] = notesOf(charged, 20);
    expect(event).toMatch(/^Vence em 09\/01\/2027: .* o último dia do ciclo, 20\/12\/2026\.$/);
    expect(end).toBe('PIS e COFINS terminam pelo vencimento (a confirmar).');
    expect(notesOf({ ...charged, endsPisCofins: 'reading' }, 20)[1]).toBe(
      'PIS e COFINS ainda são cobrados, pelo último dia do ciclo (a confirmar).',
    );
  });

  test('name a later change of rates without an end of PIS and COFINS', () => {
    const notes = notesOf(charged, 20, civilDate('2028-12-20'));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('Vence em 09/01/2029');
    const untouched = [informed, { ...charged, endsPisCofins: null }];
    expect(taxNotes(vatRuleOf(untouched, { days: 20, dates: [] }, DECEMBER))).toHaveLength(1);
  });

  test('name charged rates that are to be confirmed, with their source', () => {
    expect(notesOf({ ...charged, isConfirmed: false }, 5, civilDate('2027-02-20'))).toEqual([
      'A confirmar: CBS de 8,70% e IBS de 0,10%. Fonte: estimativa.',
    ]);
  });

  test('ask for the due date only where it decides between charged taxes', () => {
    const missing = (periods: readonly VatPeriod[]) => missingDue(vatRuleOf(periods, undefined, DECEMBER));
    expect(missing([informed, charged])).toHaveLength(1);
    expect(missing([{ ...informed, validFrom: civilDate('2027-01-01') }])).toEqual([]);
  });
});

describe('lines of CBS and IBS', () => {
  const printing = {
    rounding: null,
    lineCents: 'whole',
    discount: 'price',
    flag: 'line',
    vat: 'own',
  } as const;
  const rates = taxRatesOf(
    {
      taxes: [taxes('0')],
      vatPeriods: [{ ...charged, ibsState: parseRate('0'), ibsMunicipal: parseRate('0') }],
      printing,
    },
    civilDate('2027-01-31'),
    0,
  );
  const base = (kind: Charge['kind'], amount: number, sharing?: LineSharing): Charge => ({
    ...flatCharge(kind, kind, cents(amount)),
    vatBase: cents(amount),
    ...(sharing && { sharing }),
  });
  const lines = [
    base('energy', 1003),
    base('demand', 1003),
    base('minimum', 1003),
    base('given', 1003, 'equally'),
    flatCharge('COSIP', 'cosip', cents(900)),
  ];

  test('are rounded once over the bill, and apportioned as the lines that bear them', () => {
    expect(
      vatLines(lines, rates).map(({ label, kind, sharing, amount }) => [label, kind, sharing, amount]),
    ).toEqual([
      ['CBS – consumo', 'consumption-vat', 'consumption', 87],
      ['CBS – outras linhas', 'other-vat', 'consumption', 88],
      ['CBS – outras linhas', 'other-vat', 'equally', 87],
      ['CBS – outras linhas', 'other-vat', 'none', 87],
    ]);
    expect(vatLines(lines, null)).toEqual([]);
  });

  test('count in the lines on which a share of the bill is computed', () => {
    expect(withOwnVat(lines, rates).map(({ amount }) => amount)).toEqual([1090, 1090, 1090, 1090, 900]);
    expect(withOwnVat(lines, null)).toEqual(lines);
  });
});

test('moves CBS and IBS of lines of their own into each line', () => {
  expect(withVatInLines(NO_RATES)).toBe(NO_RATES);
  const printing = {
    rounding: null,
    lineCents: 'whole',
    discount: 'price',
    flag: 'line',
    vat: 'own',
  } as const;
  const rates = taxRatesOf(
    { taxes: [taxes('0.18')], vatPeriods: [charged], printing },
    civilDate('2027-01-31'),
    0,
  );
  expect(rates?.vat?.lines).toBe('own');
  expect(rates && withVatInLines(rates).vat?.lines).toBe('within');
});
