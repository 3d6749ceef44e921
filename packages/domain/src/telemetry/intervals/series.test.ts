import { describe, expect, test } from 'vitest';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { emptySeries, SERIES_COLUMNS, stepMinutesFor, valueAt } from './totals.ts';

const at = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) as Instant;

describe('a series', () => {
  test('starts as zeros in every column', () => {
    const series = emptySeries(3, 15);
    expect(series).toMatchObject({ length: 3, stepMinutes: 15 });
    for (const column of [...SERIES_COLUMNS, 'start'] as const)
      expect([...series[column]]).toEqual([0, 0, 0]);
    expect(valueAt(series.volume, 2)).toBe(0);
  });
});

describe('the slot length for civil hours', () => {
  test.each([
    ['America/Sao_Paulo', at(2018, 2, 1), at(2018, 12, 1), 60],
    ['America/New_York', at(2026, 1, 1), at(2026, 12, 31), 60],
    ['UTC', at(2026, 1, 1), at(2026, 1, 1), 60],
    ['Asia/Kolkata', at(2026, 1, 1), at(2026, 1, 2), 30],
    ['Asia/Kathmandu', at(2026, 1, 1), at(2026, 1, 2), 15],
    ['Australia/Lord_Howe', at(2026, 1, 1), at(2026, 1, 31), 60],
    ['Australia/Lord_Howe', at(2026, 6, 1), at(2026, 6, 30), 30],
    ['Australia/Lord_Howe', at(2026, 3, 20), at(2026, 4, 6), 30],
  ] as const)('uses for %s the longest slot that its offsets allow', (zone, from, to, minutes) => {
    expect(stepMinutesFor(zone as Zone, from, to)).toBe(minutes);
  });

  test('detects a clock change on the last day', () => {
    const change = Date.UTC(2026, 3, 4, 15);
    const from = (change - 3 * 3_600_000) as Instant;
    expect(stepMinutesFor('Australia/Lord_Howe' as Zone, from, (change - 1) as Instant)).toBe(60);
    expect(stepMinutesFor('Australia/Lord_Howe' as Zone, from, (change + 1) as Instant)).toBe(30);
  });
});
