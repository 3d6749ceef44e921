import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type CivilDate, civilDate } from './civil-day.ts';
import {
  addMonths,
  type CivilMonth,
  civilMonth,
  daysInMonth,
  daysOfMonths,
  firstDayOf,
  isCivilMonth,
  lastDayOf,
  lastMonths,
  monthOf,
  monthsBetween,
  parseMonthOfYear,
  toMonthOfYear,
} from './civil-month.ts';

describe('a civil month', () => {
  test.each(['2026-11', '0001-01', '9999-12'])('accepts %s', (text) => {
    expect(isCivilMonth(text)).toBe(true);
    expect(civilMonth(text)).toBe(text);
  });

  test.each(['2026-13', '2026-00', '0000-01', '2026-1', '11/2026', '2026-11-01', ''])(
    "refuses '%s'",
    (text) => {
      expect(isCivilMonth(text)).toBe(false);
      expect(() => civilMonth(text)).toThrow(new RangeError(`not a civil month: '${text}'`));
    },
  );

  test('returns the first and the last day of a month', () => {
    const february = civilMonth('2024-02');
    expect(monthOf(civilDate('2024-02-10'))).toBe(february);
    expect(firstDayOf(february)).toBe('2024-02-01');
    expect(lastDayOf(february)).toBe('2024-02-29');
    expect(lastDayOf(civilMonth('1900-02'))).toBe('1900-02-28');
    expect(lastDayOf(civilMonth('2000-02'))).toBe('2000-02-29');
  });

  test('steps over years', () => {
    expect(addMonths(civilMonth('2026-11'), 2)).toBe('2027-01');
    expect(addMonths(civilMonth('2026-01'), -1)).toBe('2025-12');
    expect(monthsBetween(civilMonth('2026-11'), civilMonth('2027-01'))).toBe(2);
    expect(() => addMonths(civilMonth('9999-12'), 1)).toThrow(RangeError);
    expect(() => addMonths(civilMonth('0001-01'), -1)).toThrow(RangeError);
  });

  test('lists the last months up to a month', () => {
    expect(lastMonths(civilMonth('2026-02'), 6)).toEqual([
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(lastMonths(civilMonth('2026-02'), 0)).toEqual([]);
  });

  test('reads and writes MM/YYYY in the API', () => {
    expect(parseMonthOfYear('11/2026')).toBe('2026-11');
    expect(toMonthOfYear(civilMonth('2026-11'))).toBe('11/2026');
  });

  test.each(['13/2026', '1/2026', '2026-11', '11/26', '01/0000', ''])("refuses '%s' as MM/YYYY", (text) => {
    expect(parseMonthOfYear(text)).toBeNull();
  });
});

test('agrees with Temporal on lengths and steps of months', () => {
  const anyMonth = fc
    .record({ year: fc.integer({ min: 1600, max: 2400 }), month: fc.integer({ min: 1, max: 12 }) })
    .map((fields) => Temporal.PlainYearMonth.from(fields));
  fc.assert(
    fc.property(anyMonth, fc.integer({ min: -1200, max: 1200 }), (plain, months) => {
      const month = civilMonth(plain.toString());
      expect(daysInMonth(month)).toBe(plain.daysInMonth);
      expect(addMonths(month, months)).toBe(plain.add({ months }).toString());
      expect(monthsBetween(month, addMonths(month, months))).toBe(months);
      expect(parseMonthOfYear(toMonthOfYear(month))).toBe(month);
    }),
  );
});

test('limits the days of months to the interval between two days', () => {
  const months = ['2026-11', '2026-09'] as CivilMonth[];
  const day = (text: string) => text as CivilDate;
  expect(daysOfMonths(months, day('2026-01-01'), day('2026-12-31'))).toEqual({
    first: '2026-09-01',
    last: '2026-11-30',
  });
  expect(daysOfMonths(months, day('2026-09-10'), day('2026-11-20'))).toEqual({
    first: '2026-09-10',
    last: '2026-11-20',
  });
  expect(daysOfMonths(months, day('2026-12-01'), day('2026-12-31'))).toBeNull();
});
