import { describe, expect, it } from 'vitest';
import type { CivilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { parsePrice } from '../../base/units/price.ts';
import type { Flag } from '../../sites/tariffs/billing-contract.ts';
import { assumeFlags } from './flags.ts';

const green: Flag = { name: 'verde', price: parsePrice('0') };
const yellow: Flag = { name: 'amarela', price: parsePrice('0.01885') };
const flagsByMonth = new Map([
  [civilMonth('2026-11'), yellow],
  [civilMonth('2026-09'), green],
]);
const cycle = (first: string, last: string) => ({ first: first as CivilDate, last: last as CivilDate });

describe('the flag of an unpublished month', () => {
  it('uses the flag of the last month before it', () => {
    const { flags, assumed } = assumeFlags(cycle('2026-11-18', '2026-12-17'), flagsByMonth);
    expect(assumed).toEqual({ name: 'amarela', months: ['2026-12'] });
    expect(flags.get(civilMonth('2026-12'))).toBe(yellow);
    expect(flags.get(civilMonth('2026-11'))).toBe(yellow);
  });

  it('assumes no flag when all are published', () => {
    const { flags, assumed } = assumeFlags(cycle('2026-11-01', '2026-11-30'), flagsByMonth);
    expect(assumed).toBeNull();
    expect(flags).toBe(flagsByMonth);
  });

  it('never uses the flag of a later month', () => {
    expect(assumeFlags(cycle('2026-08-20', '2026-09-19'), flagsByMonth).assumed).toBeNull();
  });

  it('fills a gap with the flag of the previous month', () => {
    const { assumed } = assumeFlags(cycle('2026-10-10', '2026-11-09'), flagsByMonth);
    expect(assumed).toEqual({ name: 'verde', months: ['2026-10'] });
  });
});
