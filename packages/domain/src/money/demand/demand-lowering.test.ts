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

describe('a lower demand holds', () => {
  test('90 days after it was asked for in A4 and AS, and 180 in the others', () => {
    expect(demandLowering('A4', [], TODAY)).toEqual({
      noticeDays: 90,
      earliest: '2027-02-23',
      lastLowered: null,
    });
    expect(demandLowering('AS', [], TODAY).earliest).toBe('2027-02-23');
    expect(demandLowering('A3a', [], TODAY)).toMatchObject({ noticeDays: 180, earliest: '2027-05-24' });
  });

  test('not before twelve months after it was lowered last, of which raising it is none', () => {
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

  test('and what a contract does not say was not lowered', () => {
    const contracts = [since('2024-01-01', null), since('2026-09-01', single(80)), since('2026-10-01', null)];
    expect(demandLowering('A4', contracts, TODAY).lastLowered).toBeNull();
  });
});

test('a demand is lower where that of some post is', () => {
  expect(isLower(byTouPeriod(40, 100), single(40))).toBe(false);
  expect(isLower(byTouPeriod(39, 100), single(40))).toBe(true);
  expect(isLower(byTouPeriod(50, 90), byTouPeriod(50, 100))).toBe(true);
  expect(isLower(single(50), byTouPeriod(50, 50))).toBe(false);
});
