import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { addDays, civilDate, civilDateAt, clockMsAt, daysBetween } from '../../base/time/civil-day.ts';
import { isPeakExempt } from '../../base/time/holidays.ts';
import { type Instant, MINUTE_MS, type Zone } from '../../base/time/zone.ts';
import { measureCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules, RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import { isInWindow } from '../../sites/tou-windows/tou-periods-by-window.ts';
import type { EnergySeries } from '../../telemetry/intervals/totals.ts';
import { CONTRACT_A, CONTRACT_B, EVER, flagMonths, perTouPeriod, taxes } from '../testing/bill-facts.ts';
import { computeBill } from '../testing/compute-bill.ts';
import { quarterSeries } from '../testing/quarter-series.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';

/** Cycles around a change of clocks, with holidays, and zones without either. */
const PLACES = [
  ['America/Sao_Paulo', '2018-02-10', '2018-02-20'],
  ['America/Sao_Paulo', '2018-10-30', '2018-11-08'],
  ['America/Sao_Paulo', '2026-11-15', '2026-11-24'],
  ['America/Manaus', '2026-02-13', '2026-02-20'],
  ['America/New_York', '2026-03-05', '2026-03-11'],
  ['America/New_York', '2026-10-30', '2026-11-04'],
  ['Australia/Lord_Howe', '2026-04-02', '2026-04-09'],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-24'],
  ['UTC', '2026-02-25', '2026-03-02'],
] as const;

const NOW = Date.UTC(2030, 0, 1) as Instant;
const RULES: readonly ElectricRules[] = [CONVENCIONAL, BRANCA, VERDE, AZUL];
const FLAGS = flagMonths({
  '2018-02': 'amarela',
  '2018-10': 'verde',
  '2018-11': 'vermelha-1',
  '2026-02': 'verde',
  '2026-03': 'vermelha-2',
  '2026-04': 'amarela',
  '2026-10': 'verde',
  '2026-11': 'amarela',
});

interface Scene {
  readonly zone: Zone;
  readonly cycle: BillingCycle;
  readonly rules: ElectricRules;
  readonly contract: BillingContract;
  readonly series: EnergySeries;
  readonly seed: number;
}

/** An irregular load that its seed determines, in whole mWh or mvarh. */
function noise(index: number, seed: number): number {
  return Math.imul(index * 2_654_435_761 + seed, 1_597_334_677) >>> 8;
}

function contractOf(rules: ElectricRules): BillingContract {
  const isB = rules.modality === 'convencional' || rules.modality === 'branca';
  const contract = isB ? CONTRACT_B : { ...CONTRACT_A, demand: perTouPeriod(20, 40) };
  return { ...contract, modality: rules.modality, taxes: [taxes('0.18', '0.0123', '0.0567')] };
}

const scene: fc.Arbitrary<Scene> = fc
  .tuple(fc.constantFrom(...PLACES), fc.constantFrom(...RULES), fc.integer({ min: 0, max: 1e9 }))
  .map(([[zoneName, first, last], rules, seed]) => {
    const zone = zoneName as Zone;
    const cycle = { first: civilDate(first), last: civilDate(last) };
    const series = quarterSeries(cycle, zone, ({ index }) => {
      const flow = noise(index, seed);
      return flow % 7 === 0
        ? null
        : { consumed: flow, inductive: flow % 9_000_000, capacitive: flow % 3_000_000 };
    });
    return { zone, cycle, rules, contract: contractOf(rules), series, seed };
  });

const versions = (rules: ElectricRules): RulesVersion[] => [{ validFrom: EVER, rules }];
const request = ({ zone, cycle, rules, contract, series }: Scene) => ({
  series,
  cycle,
  zone,
  contract,
  versions: versions(rules),
  flags: FLAGS,
  now: NOW,
  since: null,
});

describe('a bill in several zones across clock changes', () => {
  test('has lines that add up to its total, and taxes within them', () => {
    fc.assert(
      fc.property(scene, (sample) => {
        const bill = computeBill(request(sample));
        expect(bill.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(bill.total);
        const taxed = bill.taxes.icms + bill.taxes.pis + bill.taxes.cofins;
        expect(taxed).toBeGreaterThanOrEqual(0);
        expect(taxed).toBeLessThanOrEqual(bill.total);
      }),
      { numRuns: 60 },
    );
  });

  test('counts each quarter-hour in the time-of-use period of its local start', () => {
    fc.assert(
      fc.property(scene, (sample) => {
        const { series, cycle, zone, rules } = sample;
        const measured = measureCycle(series, {
          cycle,
          zone,
          versions: versions(rules),
          now: NOW,
          since: null,
        });
        const expected = { inPoint: 0, interPoint: 0, outPoint: 0 };
        for (let slot = 0; slot < series.length; slot++) {
          expected[touPeriodOf(series.start[slot] as Instant, zone, rules)] += series.consumedA[slot] ?? 0;
        }
        expect(measured.intervals[0]?.consumed).toEqual(expected);
        expect(measured.presentQuarters).toBe(series.length);
      }),
      { numRuns: 60 },
    );
  });

  test('never decreases with more consumption', () => {
    const more = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 50_000_000 }));
    fc.assert(
      fc.property(scene, more, (sample, [at, added]) => {
        const before = computeBill(request(sample));
        const consumedB = sample.series.consumedB.map((energy, slot) =>
          slot === at % sample.series.length ? energy + added : energy,
        );
        // More consumption raises the power factor, so reactive excess may fall.
        const withoutReactive = (lines: typeof before.lines) =>
          lines
            .filter(({ kind }) => !kind.startsWith('reactive'))
            .reduce((sum, { amount }) => sum + amount, 0);
        const after = computeBill({ ...request(sample), series: { ...sample.series, consumedB } });
        // Used demand, which costs more, replaces unused demand; each of the two lines is truncated to cents.
        expect(withoutReactive(after.lines)).toBeGreaterThanOrEqual(withoutReactive(before.lines) - 1);
      }),
      { numRuns: 60 },
    );
  });

  test('adds up over any split of its days', () => {
    fc.assert(
      fc.property(scene, fc.nat(), (sample, cut) => {
        const { cycle, zone, rules, series } = sample;
        const options = { zone, versions: versions(rules), now: NOW, since: null };
        const middle = addDays(cycle.first, cut % daysBetween(cycle.first, cycle.last));
        const complete = measureCycle(series, { ...options, cycle });
        const parts = [
          measureCycle(series, { ...options, cycle: { first: cycle.first, last: middle } }),
          measureCycle(series, { ...options, cycle: { first: addDays(middle, 1), last: cycle.last } }),
        ];
        for (const touPeriod of ['inPoint', 'interPoint', 'outPoint'] as const) {
          const sum = (of: 'consumed' | 'reactiveExcess') =>
            parts.reduce((all, part) => all + (part.intervals[0]?.[of][touPeriod] ?? 0), 0);
          expect(sum('consumed')).toBe(complete.intervals[0]?.consumed[touPeriod]);
          expect(sum('reactiveExcess')).toBe(complete.intervals[0]?.reactiveExcess[touPeriod]);
          expect(Math.max(...parts.map((part) => part.demand[touPeriod].power))).toBe(
            complete.demand[touPeriod].power,
          );
        }
        expect(parts.reduce((sum, part) => sum + part.expectedQuarters, 0)).toBe(complete.expectedQuarters);
      }),
      { numRuns: 60 },
    );
  });

  test('changes only by line cents when a version without changes begins', () => {
    fc.assert(
      fc.property(scene, fc.nat(), (sample, cut) => {
        const { rules, cycle } = sample;
        const later = addDays(cycle.first, 1 + (cut % daysBetween(cycle.first, cycle.last)));
        const complete = computeBill(request(sample));
        const split = computeBill({
          ...request(sample),
          versions: [...versions(rules), { validFrom: later, rules: { ...rules } }],
        });
        // A new version begins at midnight, so it never divides an hour.
        expect(split.reactiveExcess).toEqual(complete.reactiveExcess);
        expect(split.demand).toEqual(complete.demand);
        expect(Math.abs(split.total - complete.total)).toBeLessThanOrEqual(split.lines.length);
      }),
      { numRuns: 60 },
    );
  });

  test('is independent of version order, phases and data outside its days', () => {
    fc.assert(
      fc.property(scene, fc.nat(), (sample, cut) => {
        const { series, rules, cycle } = sample;
        const later = addDays(cycle.first, cut % daysBetween(cycle.first, cycle.last));
        const rulesVersions = [
          ...versions(rules),
          { validFrom: later, rules },
          { validFrom: addDays(cycle.last, 1), rules: VERDE },
        ];
        const bill = computeBill({ ...request(sample), versions: rulesVersions });
        expect(computeBill({ ...request(sample), versions: rulesVersions.toReversed() })).toEqual(bill);
        const turned = {
          ...series,
          consumedA: series.consumedB,
          consumedB: series.consumedC,
          consumedC: series.consumedA,
        };
        expect(computeBill({ ...request(sample), versions: rulesVersions, series: turned })).toEqual(bill);
        const wide = { first: addDays(cycle.first, -2), last: addDays(cycle.last, 2) };
        const around = quarterSeries(wide, sample.zone, ({ at, date }) => {
          const slot = series.start.indexOf(at);
          if (date < cycle.first || date > cycle.last) return { consumed: 9e9, inductive: 9e9 };
          if (slot < 0) return null;
          const flowOf = (column: Float64Array) => column[slot] ?? 0;
          return {
            consumed: flowOf(series.consumedA),
            inductive: flowOf(series.inductiveC),
            capacitive: flowOf(series.capacitiveA),
          };
        });
        expect(computeBill({ ...request(sample), versions: rulesVersions, series: around })).toEqual(bill);
      }),
      { numRuns: 30 },
    );
  });
});

/** An independent computation: reads the calendar and the clock for each quarter-hour. */
function touPeriodOf(at: Instant, zone: Zone, rules: ElectricRules): 'inPoint' | 'interPoint' | 'outPoint' {
  if (rules.modality === 'convencional' || isPeakExempt(civilDateAt(at, zone))) return 'outPoint';
  const minute = clockMsAt(at, zone) / MINUTE_MS;
  if (isInWindow(rules.windows.peak, minute)) return 'inPoint';
  const isIntermediate = rules.windows.intermediate.some((window) => isInWindow(window, minute));
  return isIntermediate && rules.modality === 'branca' ? 'interPoint' : 'outPoint';
}
