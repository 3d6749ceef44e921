import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { sumCents } from '../../base/units/money.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import type { EnergySeries } from '../../telemetry/intervals/totals.ts';
import { CONTRACT_A, CONTRACT_B, EVER, flagMonths, single, taxes } from '../testing/bill-facts.ts';
import { computeBill } from '../testing/compute-bill.ts';
import { quarterSeries } from '../testing/quarter-series.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { type Comparison, compareTariffs, openModalities } from './compare-tariffs.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const KWH = 1_000_000;
const CYCLES = [
  { first: civilDate('2026-05-01'), last: civilDate('2026-05-31') },
  { first: civilDate('2026-06-01'), last: civilDate('2026-06-30') },
];
const SPAN = { first: civilDate('2026-05-01'), last: civilDate('2026-06-30') };
const candidate = (rules: ElectricRules) => ({
  modality: rules.modality,
  versions: [{ validFrom: EVER, rules }],
});

/** A bakery that works at night, and a bar that works in the evening. */
const working = (from: number, to: number): EnergySeries =>
  quarterSeries(SPAN, ZONE, ({ minute }) => ({ consumed: (minute >= from && minute < to ? 25 : 1) * KWH }));

function comparison(series: EnergySeries, contract: BillingContract): Comparison {
  return {
    series,
    cycles: CYCLES,
    zone: ZONE,
    now: Date.UTC(2030, 0, 1) as Instant,
    since: null,
    contract,
    flags: flagMonths({ '2026-05': 'amarela', '2026-06': 'verde' }),
    candidates: [CONVENCIONAL, BRANCA, VERDE, AZUL].map(candidate),
  };
}

describe('the open modalities', () => {
  test.each([
    [{ group: 'B', subgroup: 'B3', transformerKva: null }, ['convencional', 'branca']],
    [{ group: 'B', subgroup: 'B4', transformerKva: null }, ['convencional']],
    [{ group: 'A', subgroup: 'A4', transformerKva: null }, ['verde', 'azul']],
    [{ group: 'A', subgroup: 'AS', transformerKva: 225 }, ['verde', 'azul']],
    [{ group: 'A', subgroup: 'A4', transformerKva: 112.5 }, ['verde', 'azul', 'convencional', 'branca']],
    [{ group: 'A', subgroup: 'A3', transformerKva: 75 }, ['azul']],
  ] as const)('opens to %o the modalities %o', (contract, modalities) => {
    expect(openModalities(contract)).toEqual(modalities);
  });
});

describe('the same cycles under each modality', () => {
  const contractB = { ...CONTRACT_B, taxes: [taxes('0.18', '0.01', '0.04')] };
  const contractA = { ...CONTRACT_A, demand: single(100), taxes: contractB.taxes };
  const order = (input: Comparison) => compareTariffs(input).map(({ modality }) => modality);

  test('orders the cheapest first: Branca for the bakery, Convencional for the bar', () => {
    expect(order(comparison(working(0, 480), contractB))).toEqual(['branca', 'convencional']);
    expect(order(comparison(working(1080, 1260), contractB))).toEqual(['convencional', 'branca']);
  });

  test('costs the sum of its bills', () => {
    const input = comparison(working(0, 480), contractB);
    for (const { modality, total, bills, optimal, optimalTotal, missing } of compareTariffs(input)) {
      expect(total).toBe(sumCents(bills.map((bill) => bill.total)));
      expect([optimal, optimalTotal, missing]).toEqual([[], total, []]);
      const versions = input.candidates.find((one) => one.modality === modality)?.versions ?? [];
      const [first] = CYCLES;
      const bill =
        first && computeBill({ ...input, cycle: first, versions, contract: { ...contractB, modality } });
      expect(bills[0]).toEqual(bill);
    }
  });

  test('computes Group A with the contracted and the optimal demand', () => {
    const outcomes = compareTariffs(comparison(working(480, 1080), contractA));
    const of = (modality: string) => outcomes.find((outcome) => outcome.modality === modality);
    expect(outcomes).toHaveLength(2);
    expect(of('verde')?.optimal.map(({ best }) => best.contracted)).toEqual([96_000]);
    expect(of('azul')?.optimal.map(({ touPeriod, best }) => [touPeriod, best.contracted])).toEqual([
      ['inPoint', 30_000],
      ['outPoint', 96_000],
    ]);
    for (const { total, optimalTotal, optimalBills } of outcomes) {
      expect(optimalTotal).toBeLessThanOrEqual(total);
      expect(optimalBills.reduce((sum, bill) => sum + bill.total, 0)).toBe(optimalTotal);
    }
  });

  test('compares all four modalities for an Optante B, without demand in Group B', () => {
    const small = { ...contractA, transformerKva: 75, supply: null };
    const outcomes = compareTariffs(comparison(working(480, 1080), small));
    expect(new Set(outcomes.map(({ modality }) => modality))).toEqual(
      new Set(['verde', 'azul', 'convencional', 'branca']),
    );
    const convencional = outcomes.find(({ modality }) => modality === 'convencional');
    expect(convencional?.bills.flatMap(({ demand }) => demand)).toEqual([]);
    expect(convencional?.missing).toEqual([]);
  });
});
