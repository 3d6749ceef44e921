import { describe, expect, test } from 'vitest';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import { CONTRACT_A, flagMonths, measuredFacts, single, taxes } from '../testing/bill-facts.ts';
import { AZUL, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { demandSeasons, isInSeason } from './optimal-demand.ts';

const CONTRACT = { ...CONTRACT_A, taxes: [taxes('0.2', '0.01', '0.04')] };
const FLAGS = flagMonths({ '2026-06': 'verde' });
const cycleOf = (
  inPoint: number,
  outPoint: number,
  rules: typeof VERDE | typeof AZUL | typeof CONVENCIONAL,
) => measuredFacts({ rules, demand: { inPoint, outPoint } });
const yearOf = (kwOf: (cycle: number) => number): MeasuredCycle[] =>
  Array.from({ length: 12 }, (_, cycle) => cycleOf(kwOf(cycle) / 2, kwOf(cycle), VERDE));
const billedAt = (cycle: MeasuredCycle, demand: ContractedDemand | null): number =>
  priceCycle(cycle, { contract: { ...CONTRACT, demand }, flags: FLAGS }).total;

/** The cheapest bills over every season with every two contracts in whole kW. */
function cheapestByHand(measured: readonly MeasuredCycle[], kws: readonly number[]): number {
  const bills = kws.map((kw) => measured.map((cycle) => billedAt(cycle, single(kw))));
  const minimum = (cycles: readonly number[]): number =>
    Math.min(...bills.map((ofKw) => cycles.reduce((sum, cycle) => sum + (ofKw[cycle] ?? 0), 0)));
  const all = [...measured.keys()];
  let best = minimum(all);
  for (const first of all)
    for (let count = 3; count <= 9; count++) {
      const season = Array.from({ length: count }, (_, index) => (first + index) % 12);
      best = Math.min(best, minimum(season) + minimum(all.filter((cycle) => !season.includes(cycle))));
    }
  return best;
}

describe('a demand in two steps per year', () => {
  test('returns the cheapest seasons and demands, also across the end of the year', () => {
    const measured = yearOf((cycle) => (cycle >= 10 || cycle < 3 ? 96 + (cycle % 3) : 60 + (cycle % 2)));
    const found = demandSeasons(measured, CONTRACT, 'verde');
    expect(found).toMatchObject({ first: 10, count: 5 });
    if (found === null) throw new Error('seasons');
    const cost = measured.reduce(
      (sum, cycle, index) => sum + billedAt(cycle, isInSeason(found, index) ? found.high : found.low),
      0,
    );
    const kws = Array.from({ length: 45 }, (_, index) => 55 + index);
    // Bills truncate their lines to cents.
    expect(Math.abs(cost - cheapestByHand(measured, kws))).toBeLessThanOrEqual(24);
  });

  test('returns null for a constant year, for fewer cycles, and for a tariff without demand', () => {
    expect(
      demandSeasons(
        yearOf(() => 90),
        CONTRACT,
        'verde',
      ),
    ).toBeNull();
    expect(demandSeasons(yearOf((cycle) => cycle * 10).slice(1), CONTRACT, 'verde')).toBeNull();
    const without = Array.from({ length: 12 }, () => cycleOf(1, 1, CONVENCIONAL));
    expect(demandSeasons(without, CONTRACT, 'verde')).toBeNull();
  });

  test('changes both time-of-use periods of Azul together', () => {
    const isSummer = (cycle: number) => cycle < 4;
    const together = Array.from({ length: 12 }, (_, cycle) =>
      cycleOf(isSummer(cycle) ? 80 : 40, isSummer(cycle) ? 120 : 60, AZUL),
    );
    expect(demandSeasons(together, CONTRACT, 'azul')).toEqual({
      first: 0,
      count: 4,
      high: { mode: 'by-post', inPoint: 77_000, outPoint: 115_000 },
      low: { mode: 'by-post', inPoint: 39_000, outPoint: 58_000 },
    });
    const apart = Array.from({ length: 12 }, (_, cycle) =>
      cycleOf(isSummer(cycle) ? 40 : 44, isSummer(cycle) ? 120 : 60, AZUL),
    );
    const found = demandSeasons(apart, CONTRACT, 'azul');
    expect(found?.high).toMatchObject({ outPoint: 115_000 });
    const peakOf = (demand: ContractedDemand | undefined) =>
      demand?.mode === 'by-post' ? demand.inPoint : null;
    expect(peakOf(found?.high)).toBe(peakOf(found?.low));
  });
});
