import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { TAXED_LINES } from '../../sites/tariffs/line-taxes.ts';
import { CONTRACT_A } from '../testing/bill-facts.ts';
import { chargedLine, linesOf, type Printed, stored } from '../testing/printed-bill.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { findContract } from './find-contract.ts';
import { contractOf } from './found-terms.ts';
import { meaningOf, noIcmsOf } from './line-meaning.ts';

const DAY = civilDate('2026-06-30');
const TARIFFS = [stored('verde', VERDE), stored('convencional', CONVENCIONAL)];
const NO_ICMS = { icms: 0 };
const WITHOUT: readonly Printed[] = [
  chargedLine('Consumo ponta', 9123, 2, NO_ICMS),
  chargedLine('Consumo fora ponta', 71_234, 0.4, NO_ICMS),
  chargedLine('Demanda', 100, 20, NO_ICMS),
  chargedLine('Demanda não utilizada', 20, 20, NO_ICMS),
];

test.each([
  ['ICMS recolhido por substituição tributária', 'substituted'],
  ['ICMS ST', 'substituted'],
  ['ICMS por subst. trib., alíquota zero', 'substituted'],
  ['ICMS zero', 'zero'],
  ['ICMS 0,00%', 'zero'],
  ['Alíquota zero de ICMS', 'zero'],
  ['Demanda não utilizada (sem ICMS)', 'exempt'],
  ['Isento de ICMS', 'exempt'],
  ['ICMS isento, Convênio 42', 'exempt'],
  ['ICMS 18,00%', null],
  ['ICMS 20%', null],
  ['Consumo ponta', null],
  ['Substituição de medidor', null],
] as const)('reads the ICMS text %s as %s', (text, treatment) => {
  expect(noIcmsOf(text)).toBe(treatment);
  expect(meaningOf(text).icms).toBe(treatment);
});

describe('the ICMS statements of a bill', () => {
  test.each([
    ['ICMS recolhido por substituição tributária', 'substituted'],
    ['ICMS zero', 'zero'],
    ['Isento de ICMS', 'exempt'],
  ] as const)('applies a statement beside the lines to all lines: %s', (text, icms) => {
    const found = findContract(linesOf(WITHOUT), TARIFFS, { texts: ['Itens da fatura', text] });
    expect(found).toMatchObject({ tariff: { id: 'verde' }, noIcms: icms, trial: NO_ICMS });
    const rules = TAXED_LINES.filter((line) => icms !== 'exempt' || line !== 'unused-demand');
    expect(contractOf(found, CONTRACT_A, DAY).lineTaxes).toEqual(
      rules.map((line) => ({ line, icms, pisCofins: true })),
    );
  });

  test('applies a statement on a zero line to all lines, but not one on a charged line', () => {
    const withLine = (amount: number) =>
      findContract(linesOf([...WITHOUT, ['ICMS Substituição tributária', null, null, amount]]), TARIFFS);
    expect(withLine(0).noIcms).toBe('substituted');
    expect(withLine(12).noIcms).toBeNull();
  });

  test('detects a zero rate and no line rule without a statement', () => {
    const found = findContract(linesOf(WITHOUT), TARIFFS);
    expect(found).toMatchObject({ noIcms: null, trial: NO_ICMS });
    expect(contractOf(found, CONTRACT_A, DAY).lineTaxes).toEqual([]);
  });

  test('creates a rule for the lines with a statement, while other lines bear ICMS', () => {
    const found = findContract(
      linesOf([
        chargedLine('Consumo ponta (ICMS ST)', 9123, 2, NO_ICMS),
        chargedLine('Consumo fora ponta (ICMS ST)', 71_234, 0.4, NO_ICMS),
        chargedLine('Demanda', 100, 20),
      ]),
      TARIFFS,
    );
    expect(found).toMatchObject({ tariff: { id: 'verde' }, noIcms: null, trial: { icms: 0.18 } });
    expect(found.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
    const before = { line: 'energy-te', icms: 'charged', pisCofins: false } as const;
    const overrun = { line: 'overrun', icms: 'zero', pisCofins: true } as const;
    expect(contractOf(found, { ...CONTRACT_A, lineTaxes: [before, overrun] }, DAY).lineTaxes).toEqual([
      overrun,
      { line: 'energy-te', icms: 'substituted', pisCofins: false },
      { line: 'energy-tusd', icms: 'substituted', pisCofins: true },
    ]);
  });

  test('creates a rule for one half of the energy', () => {
    const found = findContract(
      linesOf([
        ['Consumo TE', 100, 0.5, 50],
        ['Consumo TUSD (sem ICMS)', 100, 0.4, 40],
      ]),
      [],
    );
    expect(contractOf(found, CONTRACT_A, DAY).lineTaxes).toEqual([
      { line: 'energy-tusd', icms: 'exempt', pisCofins: true },
    ]);
  });

  test('does not derive ICMS of used demand from the price of unused demand', () => {
    const found = findContract(
      linesOf([
        ['Demanda (ICMS ST)', 100, 20, 2000],
        ['Demanda não utilizada', 10, 16, 160],
      ]),
      [],
    );
    expect(found.trial.icms).toBe(0);
  });
});
