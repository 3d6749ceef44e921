import { describe, expect, test } from 'vitest';
import { civilDate } from '../time/civil-day.ts';
import { growCycle } from './grow-cycle.ts';
import { priceCycle } from './price-cycle.ts';
import { CONTRACT_B, cosip, flagMonths, JUNE, measuredFacts } from './testing/bill-facts.ts';
import { BRANCA, CONVENCIONAL } from './testing/rules-facts.ts';

const HALF = { first: JUNE.first, last: civilDate('2026-06-15') };
const soFar = measuredFacts({
  cycle: HALF,
  rules: BRANCA,
  consumed: { inPoint: 10, interPoint: 20, outPoint: 70 },
  injected: { outPoint: 5 },
  excess: { outPoint: 3 },
  demand: { inPoint: 40 },
  m3: 7,
});

describe('a cycle as it will be', () => {
  test('has consumption of each post grown alike, its last day, and the demand that it had', () => {
    const grown = growCycle(soFar, JUNE.last, 2);
    expect(grown).toMatchObject({ cycle: JUNE, days: 30, demand: soFar.demand });
    expect(grown.stretches).toMatchObject([
      {
        first: JUNE.first,
        last: JUNE.last,
        days: 30,
        consumed: { inPoint: 20e6, interPoint: 40e6, outPoint: 140e6 },
        injected: { outPoint: 10e6 },
        reactiveExcess: { outPoint: 6e6 },
        volume: 14e6,
      },
    ]);
  });

  test('is billed with its fixed lines once', () => {
    const terms = {
      contract: { ...CONTRACT_B, cosip: cosip(30) },
      flags: flagMonths({ '2026-06': 'verde' }),
    };
    const facts = measuredFacts({ cycle: HALF, rules: CONVENCIONAL, consumed: { outPoint: 200 } });
    const [now, then] = [facts, growCycle(facts, JUNE.last, 1.5)].map((one) => priceCycle(one, terms).total);
    expect([now, then]).toEqual([23_000, 33_000]);
  });

  test('puts what is to come under the rules in force now', () => {
    const [stretch] = soFar.stretches;
    const two = { ...soFar, stretches: stretch === undefined ? [] : [stretch, stretch] };
    const [first, second] = growCycle(two, JUNE.last, 1.5).stretches;
    expect(first).toEqual(stretch);
    expect(second?.consumed).toEqual({ inPoint: 20e6, interPoint: 40e6, outPoint: 140e6 });
  });

  test('of nothing measured stays nothing', () => {
    const nothing = { ...soFar, stretches: [] };
    expect(growCycle(nothing, JUNE.last, 2)).toBe(nothing);
  });
});
