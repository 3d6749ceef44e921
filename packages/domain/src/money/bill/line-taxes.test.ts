import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilMonth } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { habitsOf } from '../../sites/tariffs/distributor-habits.ts';
import { ICMS_TREATMENTS, TAXED_LINES, type TaxedLine } from '../../sites/tariffs/line-taxes.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  flagMonths,
  type MeasuredFacts,
  measuredFacts,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { priceCycle } from './price-cycle.ts';

const TAXED = [taxes('0.2', '0.0165', '0.076')];
const YELLOW = flagMonths({ '2026-06': 'amarela' });

const linesOf = (facts: MeasuredFacts, contract: Partial<BillingContract>) =>
  priceCycle(measuredFacts(facts), { contract: { ...CONTRACT_A, taxes: TAXED, ...contract }, flags: YELLOW })
    .lines;
/** Truncates to cents with floats, after adding a millionth of a cent against float errors. */
const cut = (reais: number) => Math.trunc(reais * 100 + 1e-6);

const verde = { rules: { ...VERDE, tusdTe: 'separate' as const }, consumed: { inPoint: 100, outPoint: 900 } };
const OVERRUN: MeasuredFacts = { ...verde, demand: { outPoint: 130 }, excess: { outPoint: 7 } };
const UNUSED: MeasuredFacts = { ...verde, demand: { outPoint: 80 } };

describe('the taxes of each kind of line', () => {
  /** A kind of line, the facts of its bill, the name of the line, and its amount before taxes in R$. */
  const CASES: readonly (readonly [TaxedLine, MeasuredFacts, RegExp, number])[] = [
    ['energy-te', OVERRUN, /^Consumo TE fora/, 900 * 0.3],
    ['energy-tusd', OVERRUN, /^Consumo TUSD fora/, 900 * 0.1],
    ['demand', OVERRUN, /^Demanda$/, 130 * 20],
    ['overrun', OVERRUN, /ultrapassagem/, 30 * 40],
    ['reactive', OVERRUN, /^Energia reativa/, 7 * 0.3],
    ['flag', OVERRUN, /bandeira/, 1000 * 0.01885],
    ['unused-demand', UNUSED, /não utilizada/, 20 * 20],
  ];

  const NOTES = {
    charged: undefined,
    exempt: 'isenta de ICMS',
    zero: 'ICMS zero',
    substituted: 'ICMS por substituição tributária',
  } as const;
  const RULES = ICMS_TREATMENTS.flatMap((icms) => [true, false].map((pisCofins) => ({ icms, pisCofins })));

  test.each(CASES)('applies its own tax rule to the line %s', (line, facts, label, untaxed) => {
    for (const rule of RULES) {
      const lines = linesOf(facts, { demand: single(100), lineTaxes: [{ line, ...rule }] });
      const billLine = lines.find((one) => label.test(one.label));
      const icms = rule.icms === 'charged' ? 0.2 : 0;
      const amount = cut(untaxed / (1 - icms) / (rule.pisCofins ? 0.9075 : 1));
      expect(billLine).toMatchObject({ amount, taxes: { icms: Math.trunc(amount * icms + 1e-6) } });
      expect(billLine?.taxes.pis === 0).toBe(!rule.pisCofins);
      expect(billLine?.note).toBe(NOTES[rule.icms]);
      const others = (all: typeof lines) =>
        all.filter((one) => !label.test(one.label) && !sharesRule(line, one.label));
      expect(others(lines)).toEqual(others(linesOf(facts, { demand: single(100) })));
    }
  });

  const sharesRule = (line: TaxedLine, label: string) =>
    (line === 'energy-te' && label.startsWith('Consumo TE')) ||
    (line === 'energy-tusd' && label.startsWith('Consumo TUSD')) ||
    (line === 'reactive' && label.includes('reativa'));

  test('charges unused demand with ICMS at the demand price, without the exemption label', () => {
    const lines = linesOf(UNUSED, { demand: single(100), lineTaxes: habitsOf('EAC')?.lineTaxes.cativo });
    const [used, unused] = lines.filter(({ unit }) => unit === 'kW');
    expect(unused?.label).toBe('Demanda não utilizada');
    expect(unused?.unitPrice).toBe(used?.unitPrice);
  });

  test('applies its own tax rule to the minimum of Group B', () => {
    const rule = { line: 'minimum', icms: 'exempt', pisCofins: false } as const;
    const lines = linesOf(
      { rules: CONVENCIONAL },
      { ...CONTRACT_B, taxes: TAXED, supply: 'monofasico', lineTaxes: [rule] },
    );
    expect(lines).toMatchObject([{ kind: 'minimum', amount: 3000, taxes: { icms: 0, pis: 0, cofins: 0 } }]);
  });
});

test('applies no ICMS to any line of a captive bill of Amazonas', () => {
  const lines = linesOf(OVERRUN, { demand: single(100), lineTaxes: habitsOf('AME')?.lineTaxes.cativo });
  expect(lines.length).toBeGreaterThan(TAXED_LINES.length - 2);
  expect(lines.every(({ taxes: { icms } }) => icms === 0)).toBe(true);
});

test('splits joined prices into two lines when TE and TUSD have different taxes', () => {
  const facts: MeasuredFacts = { rules: CONVENCIONAL, consumed: { outPoint: 1000 } };
  const of = (lineTaxes: BillingContract['lineTaxes']) =>
    linesOf(facts, { ...CONTRACT_B, taxes: TAXED, lineTaxes }).filter(({ kind }) => kind === 'energy');
  expect(of([]).map(({ label }) => label)).toEqual(['Consumo']);
  const apart = of([{ line: 'energy-tusd', icms: 'exempt', pisCofins: true }]);
  expect(apart.map(({ label, amount }) => [label, amount])).toEqual([
    ['Consumo TE', cut(400 / 0.8 / 0.9075)],
    ['Consumo TUSD', cut(600 / 0.9075)],
  ]);
});

test('returns ICMS for RGE on the TE of compensated energy but not on its TUSD', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom('joined', 'separate'),
      fc.boolean(),
      (kwh, tusdTe, isOwn) => {
        const habits = habitsOf('RGE')?.generation;
        if (habits == null) throw new Error('RGE has no habits');
        const lot = {
          generatedIn: civilMonth('2026-05'),
          touPeriod: 'outPoint',
          class: 'I',
          origin: isOwn ? 'own' : 'other',
          energy: fromKilowattHours(kwh),
        } as const;
        const lines = linesOf(
          { rules: { ...CONVENCIONAL, tusdTe }, consumed: { outPoint: 1000 } },
          { ...CONTRACT_B, taxes: TAXED, generation: { class: 'I', credits: [lot], ...habits } },
        ).filter(({ kind }) => kind === 'compensation');
        expect(lines.map(({ amount, taxes: { icms } }) => [amount, icms < 0])).toEqual([
          [-cut((kwh * 0.4) / 0.8 / 0.9075), true],
          [-cut((kwh * 0.6) / 0.9075), false],
        ]);
      },
    ),
  );
});

test('prints an incentive credit as untaxed TUSD regardless of the line taxes', () => {
  const market = { mode: 'livre', demandDiscount: parseRate('0.5'), supplierPrice: null } as const;
  const printing = { rounding: null, lineCents: 'whole', discount: 'credit', flag: 'line' } as const;
  const lineTaxes = TAXED_LINES.map((line) => ({ line, icms: 'charged', pisCofins: true }) as const);
  const lines = linesOf(UNUSED, { demand: single(100), market, printing, lineTaxes });
  const credits = lines.filter(({ label }) => label.startsWith('Crédito APCEI'));
  expect(credits.map(({ amount }) => amount)).toEqual([-100 * 0.5 * 140, -80 * 0.5 * 2000, -20 * 0.5 * 2000]);
});
