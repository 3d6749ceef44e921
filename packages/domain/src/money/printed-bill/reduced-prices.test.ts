import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parseRate } from '../../base/units/rate.ts';
import { USUAL_BENEFITS } from '../../sites/tariffs/benefit.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { CONTRACT_B } from '../testing/bill-facts.ts';
import { chargedLine, linesOf, type Printed, stored } from '../testing/printed-bill.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { findContract } from './find-contract.ts';
import { contractOf } from './found-terms.ts';
import { meaningOf } from './line-meaning.ts';

const DAY = civilDate('2026-06-30');
const EMPTY: BillingContract = { ...CONTRACT_B, taxes: [], cosip: null, supply: null };
const TARIFFS = [stored('verde', VERDE), stored('convencional', CONVENCIONAL)];
const contractFor = (...printed: Printed[]) => contractOf(findContract(linesOf(printed), []), EMPTY, DAY);
const share = (tusd: string, te = tusd) => ({ tusd: parseRate(tusd), te: parseRate(te) });

test.each([
  ['Consumo baixa renda até 30 kWh', 'social', 30],
  ['Consumo TE BAIXA RENDA 31 a 100', 'social', 100],
  ['Consumo de 1.001 a 2.000 kWh', 'social', 2000],
  ['Consumo rural', 'rural', null],
  ['Consumo horário reservado', 'irrigation', null],
  ['Energia aquicultura', 'aquaculture', null],
  ['Consumo saneamento', 'sanitation', null],
] as const)('reads %s as %s up to %s', (label, kind, upTo) => {
  expect(meaningOf(label).reduced).toEqual({ kind, upTo });
});

test.each([
  'Consumo',
  'Consumo acima de 220 kWh',
  'Consumo de 01/06 a 30/06',
  'Demanda rural',
  'COSIP até 30',
])('reads no reduced price from %s', (label) => {
  expect(meaningOf(label).reduced).toBeNull();
});

describe('discounts inside the price, by other consumption of the bill', () => {
  test('detects the current and the earlier social tariff in steps, including unreached steps', () => {
    const now = contractFor(
      ['Consumo baixa renda até 80 kWh', 80, 0, 0],
      ['Consumo acima de 80 kWh', 40, 0.9, 36],
    );
    expect(now.benefits).toEqual([
      {
        kind: 'social',
        label: 'Tarifa social',
        steps: USUAL_BENEFITS.social.steps,
        demand: 0n,
        hours: null,
        first: '2026-06-01',
        last: null,
      },
    ]);
    expect(now.printing?.discount).toBe('price');
    const before = contractFor(
      ['Consumo até 30 kWh', 30, 0.28, 8.4],
      ['Consumo de 31 a 100 kWh', 70, 0.48, 33.6],
      ['Consumo baixa renda', 10, 0.8, 8],
    );
    expect(before.benefits?.[0]?.steps.map(({ upTo, te }) => [upTo, te])).toEqual([
      [30, parseRate('0.65')],
      [100, parseRate('0.4')],
      [220, parseRate('0.1')],
      [null, 0n],
    ]);
  });

  test('retains detected steps that match no law, the lowest first', () => {
    const other = contractFor(
      ['Consumo de 51 a 90 kWh', 40, 0.8, 32],
      ['Consumo até 50 kWh', 50, 0.5, 25],
      ['Consumo', 10, 1, 10],
    );
    expect(other.benefits?.[0]?.steps).toEqual([
      { upTo: 50, ...share('0.5') },
      { upTo: 90, ...share('0.2') },
    ]);
  });

  test('detects irrigation with its hours, and separate shares for TUSD and TE', () => {
    const irrigation = contractFor(
      ['Consumo TE', 1000, 0.4, 400],
      ['Consumo TUSD', 1000, 0.5, 500],
      ['Consumo reservado TE', 2000, 0.16, 320],
      ['Consumo reservado TUSD fora ponta', 2000, 0.15, 300],
    );
    expect(irrigation.benefits).toMatchObject([
      {
        kind: 'irrigation',
        steps: [{ upTo: null, ...share('0.7', '0.6') }],
        hours: USUAL_BENEFITS.irrigation.hours,
      },
    ]);
    const ofWires = contractFor(
      ['Consumo TUSD', 1000, 0.5, 500],
      ['Consumo reservado TUSD', 2000, 0.15, 300],
    );
    expect(ofWires.benefits).toMatchObject([{ steps: [share('0.7', '0')] }]);
  });

  test.each<[string, Printed[]]>([
    ['no whole per cent', [['Consumo reservado', 10, 0.4567, 4.56]]],
    ['a higher price', [['Consumo reservado', 10, 1.2, 12]]],
    ['the same price', [['Consumo reservado', 10, 1, 10]]],
    ['no price', [['Consumo reservado', 10, null, 4.56]]],
    ['kWh of which it is not said which', [['Consumo rural', 10, 0.7, 7]]],
    [
      'two discounts',
      [
        ['Consumo reservado', 10, 0.4, 4],
        ['Consumo rural', 10, 0.7, 7],
      ],
    ],
    [
      'two shares of one step on TUSD and TE',
      [
        ['Consumo reservado', 10, 0.4, 4],
        ['Consumo reservado', 10, 0.5, 5],
      ],
    ],
  ])('detects no discount by %s', (_, lines) => {
    expect(contractFor(['Consumo', 100, 1, 100], ...lines).benefits).toBeUndefined();
  });

  test('detects no discount without other consumption, or beside a line without a price', () => {
    expect(contractFor(['Consumo rural', 10, 0.7, 7]).benefits).toBeUndefined();
    expect(contractFor(['Consumo', 10, 0, 0], ['Consumo rural', 10, 0, 0]).benefits).toBeUndefined();
    expect(
      contractFor(['Consumo', 10, null, 9], ['Consumo reservado', 1, 0.7, 0.7]).benefits,
    ).toBeUndefined();
  });

  test('prefers a discount returned on a separate line', () => {
    const both = contractFor(
      ['Consumo', 1000, 1, 1000],
      ['Consumo reservado', 1000, 0.5, 500],
      ['Desconto rural', null, null, -300],
    );
    expect(both.benefits).toMatchObject([{ kind: 'rural' }]);
  });
});

describe('discounts inside the price, by a stored tariff', () => {
  test('detects irrigation by hours with its tariff and its taxes', () => {
    const found = findContract(
      linesOf([
        chargedLine('Consumo ponta', 9123, 2),
        chargedLine('Consumo fora ponta', 41_234, 0.4),
        chargedLine('Consumo fora ponta horário reservado', 30_123, 0.4 * 0.3),
        chargedLine('Demanda', 100, 20),
      ]),
      TARIFFS,
    );
    expect(found).toMatchObject({ tariff: { id: 'verde' }, trial: { icms: 0.18, pisCofins: 0.0925 } });
    expect(found.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
    expect(contractOf(found, EMPTY, DAY)).toMatchObject({
      benefits: [{ kind: 'irrigation', steps: [share('0.7')] }],
      printing: { discount: 'price' },
    });
  });

  test('compares a discount on all energy with the tariff detected from the demand', () => {
    const found = findContract(
      linesOf([
        chargedLine('Consumo rural ponta', 9123, 2 * 0.9),
        chargedLine('Consumo rural fora ponta', 41_234, 0.4 * 0.9),
        chargedLine('Demanda', 1000, 20),
      ]),
      TARIFFS,
    );
    expect(found.tariff?.id).toBe('verde');
    expect(contractOf(found, EMPTY, DAY).benefits).toMatchObject([{ kind: 'rural', steps: [share('0.1')] }]);
  });

  test('matches no tariff from free energy, or from a line without kWh', () => {
    const found = findContract(
      linesOf([
        chargedLine('Consumo ponta', 9123, 2),
        chargedLine('Consumo fora ponta', 41_234, 0.4),
        ['Consumo reservado fora ponta', 0, null, 0],
        chargedLine('Demanda', 100, 20),
      ]),
      TARIFFS,
    );
    expect(found.tariff?.id).toBe('verde');
    const free = stored('free', { ...CONVENCIONAL, energy: { outPoint: { tusd: 0n, te: 0n } as never } });
    expect(findContract(linesOf([['Consumo rural', 10, null, 7]]), [free]).tariff).toBeNull();
  });
});
