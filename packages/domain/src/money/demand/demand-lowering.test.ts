import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { watts } from '../../base/units/power.ts';
import type { ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import { demandLowering, isLower } from './demand-lowering.ts';

const TODAY = civilDate('2026-11-25');
const single = (kw: number): ContractedDemand => ({ mode: 'single', demand: watts(kw * 1000) });
const byTouPeriod = (inPoint: number, outPoint: number): ContractedDemand => ({
  mode: 'by-post',
  inPoint: watts(inPoint * 1000),
  outPoint: watts(outPoint * 1000),
});
const since = (day: string, demand: ContractedDemand | null) => ({ validFrom: civilDate(day), demand });

describe('the earliest date of a lower demand', () => {
  test('requires 90 days of notice in A4 and AS, and 180 days in other subgroups', () => {
    expect(demandLowering('A4', [], TODAY)).toEqual({
      noticeDays: 90,
      earliest: '2027-02-23',
      lastLowered: null,
    });
    expect(demandLowering('AS', [], TODAY).earliest).toBe('2027-02-23');
    expect(demandLowering('A3a', [], TODAY)).toMatchObject({ noticeDays: 180, earliest: '2027-05-24' });
  });

  test('requires twelve months since the last lowering, but not since a raise', () => {
    const contracts = [since('2024-01-01', single(100)), since('2026-09-01', single(80))];
    expect(demandLowering('A4', contracts, TODAY)).toMatchObject({
      earliest: '2027-09-01',
      lastLowered: '2026-09-01',
    });
    const raised = [...contracts, since('2026-10-01', single(90))];
    expect(demandLowering('A4', raised, TODAY).earliest).toBe('2027-09-01');
    const longAgo = [since('2024-01-01', single(100)), since('2025-09-01', single(80))];
    expect(demandLowering('A4', longAgo, TODAY)).toMatchObject({
      earliest: '2027-02-23',
      lastLowered: '2025-09-01',
    });
  });

  test('does not count a contract without demand as a lowering', () => {
    const contracts = [since('2024-01-01', null), since('2026-09-01', single(80)), since('2026-10-01', null)];
    expect(demandLowering('A4', contracts, TODAY).lastLowered).toBeNull();
  });
});

test('treats a demand as lower when one time-of-use period is lower', () => {
  expect(isLower(byTouPeriod(40, 100), single(40))).toBe(false);
  expect(isLower(byTouPeriod(39, 100), single(40))).toBe(true);
  expect(isLower(byTouPeriod(50, 90), byTouPeriod(50, 100))).toBe(true);
  expect(isLower(single(50), byTouPeriod(50, 50))).toBe(false);
});
