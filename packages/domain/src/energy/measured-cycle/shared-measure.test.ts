import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { parseRate } from '../../base/units/rate.ts';
import { quarterSeries } from '../../money/testing/quarter-series.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../../money/testing/rules-facts.ts';
import type { ElectricRules, RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import { createSharedMeasure, measureCycle } from './measured-cycle.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const CYCLES = [
  { first: civilDate('2026-05-01'), last: civilDate('2026-05-31') },
  { first: civilDate('2026-06-01'), last: civilDate('2026-06-30') },
];
const SERIES = quarterSeries(
  { first: civilDate('2026-05-01'), last: civilDate('2026-06-30') },
  ZONE,
  ({ minute }) => ({
    consumed: 1_000_000 + minute * 1000,
    inductive: minute > 600 ? 2_000_000 : 0,
    capacitive: minute < 300 ? 900_000 : 0,
  }),
);
const PROVIDED = { series: SERIES, zone: ZONE, now: Date.UTC(2030, 0, 1) as Instant, since: null };

const versionsOf = (rules: ElectricRules, ...from: readonly string[]): RulesVersion[] =>
  from.map((validFrom) => ({ validFrom: civilDate(validFrom), rules: { ...rules } }));

const OTHER_REFERENCE = VERDE.reactive && { ...VERDE.reactive, reference: parseRate('0.8') };

test('returns for each tariff the same measure as alone, with its own versions', () => {
  const measure = createSharedMeasure({ ...PROVIDED, cycles: CYCLES });
  const tariffs = [
    versionsOf(VERDE, '2026-01-01', '2026-05-20'),
    versionsOf(AZUL, '2026-01-01', '2026-05-20'),
    versionsOf({ ...VERDE, reactive: OTHER_REFERENCE }, '2026-01-01', '2026-05-20'),
    versionsOf({ ...VERDE, reactive: null }, '2026-01-01', '2026-05-20'),
    versionsOf(AZUL, '2026-01-01', '2026-05-21'),
    versionsOf(AZUL, '2026-05-20'),
    versionsOf(BRANCA, '2026-01-01', '2026-05-20'),
    versionsOf(CONVENCIONAL, '2026-01-01', '2026-05-20'),
    [],
    [],
  ];
  for (const versions of tariffs) {
    const alone = CYCLES.map((cycle) => measureCycle(SERIES, { ...PROVIDED, cycle, versions }));
    const shared = measure(versions);
    expect(shared).toEqual(alone);
    for (const [index, { intervals }] of shared.entries()) {
      for (const [at, { version }] of intervals.entries())
        expect(version).toBe(alone[index]?.intervals[at]?.version);
    }
  }
});
