import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingCycleAt, daysInCycle } from './billing-cycle.ts';
import { addDays, civilDate } from './civil-day.ts';
import {
  CIVIL_MONTHS,
  readingCycleAt,
  readingCycleBefore,
  readingCycleOf,
  readingCyclesUntil,
} from './reading-cycles.ts';

const calendar = (readings: readonly string[], readDay: number | null = null) => ({
  readDay,
  readings: readings.map(civilDate),
});
const at = (day: string, readings: readonly string[], readDay: number | null = null) => {
  const { first, last } = readingCycleAt(civilDate(day), calendar(readings, readDay));
  return [first, last];
};

describe('the reading cycle of a day', () => {
  test.each([null, 1, 17, 31])('uses the fixed day %s when there is no reading', (readDay) => {
    const day = civilDate('2026-03-15');
    expect(readingCycleAt(day, calendar([], readDay))).toEqual(billingCycleAt(day, readDay));
  });

  test('runs from one reading to the day before the next', () => {
    const readings = ['2026-08-17', '2026-09-15', '2026-10-16'];
    expect(at('2026-09-14', readings, 17)).toEqual(['2026-08-17', '2026-09-14']);
    expect(at('2026-09-15', readings, 17)).toEqual(['2026-09-15', '2026-10-15']);
  });

  test('uses the fixed day after the last reading and before the first reading', () => {
    expect(at('2026-10-20', ['2026-09-15', '2026-10-19'], 17)).toEqual(['2026-10-19', '2026-11-16']);
    expect(at('2026-09-14', ['2026-09-15', '2026-10-19'], 17)).toEqual(['2026-08-17', '2026-09-14']);
  });

  test('does not end on a fixed day that was read early or late', () => {
    expect(at('2026-11-03', ['2026-10-31'], 1)).toEqual(['2026-10-31', '2026-11-30']);
    expect(at('2026-10-30', ['2026-10-31'], 1)).toEqual(['2026-10-01', '2026-10-30']);
  });

  test('uses the day of the reading when there is no fixed day', () => {
    expect(at('2026-11-05', ['2026-10-16'])).toEqual(['2026-10-16', '2026-11-15']);
    expect(at('2026-10-05', ['2026-10-16'])).toEqual(['2026-09-16', '2026-10-15']);
  });

  test('splits the interval when a reading is missing between two readings', () => {
    expect(at('2026-08-20', ['2026-07-16', '2026-09-15'], 17)).toEqual(['2026-08-17', '2026-09-14']);
    expect(at('2026-08-20', ['2026-07-16', '2026-08-30'], 17)).toEqual(['2026-07-16', '2026-08-29']);
  });
});

test('returns the requested number of cycles until a day, oldest first', () => {
  const cycles = readingCyclesUntil(civilDate('2026-03-15'), 3, calendar([], 10));
  expect(cycles.map(({ first }) => first)).toEqual(['2026-01-10', '2026-02-10', '2026-03-10']);
});

test('returns cycles without gaps that contain their day and have a plausible length', () => {
  const gaps = fc.array(fc.integer({ min: 10, max: 150 }), { maxLength: 20 });
  const readDay = fc.option(fc.integer({ min: 1, max: 31 }));
  fc.assert(
    fc.property(gaps, readDay, fc.integer({ min: -200, max: 900 }), (lengths, day, offset) => {
      let reading = civilDate('2025-01-31');
      const readings = lengths.map((length) => (reading = addDays(reading, length)));
      const requested = addDays(civilDate('2025-01-31'), offset);
      const cycle = readingCycleAt(requested, { readDay: day, readings });
      expect(cycle.first <= requested && requested <= cycle.last).toBe(true);
      expect(readingCycleAt(cycle.first, { readDay: day, readings })).toEqual(cycle);
      expect(readingCycleAt(cycle.last, { readDay: day, readings })).toEqual(cycle);
      expect(readingCycleAt(addDays(cycle.last, 1), { readDay: day, readings }).first).toBe(
        addDays(cycle.last, 1),
      );
      expect(daysInCycle(cycle)).toBeGreaterThanOrEqual(10);
      expect(daysInCycle(cycle)).toBeLessThanOrEqual(77);
    }),
  );
});

describe('the reading cycle of an interval of days', () => {
  const of = (first: string, last: string) =>
    readingCycleOf(
      { first: civilDate(first), last: civilDate(last) },
      calendar(['2026-07-01', '2026-08-11', '2026-09-10', '2026-10-12']),
    );
  test.each([
    ['2026-08-11', '2026-09-09', '2026-08-11', 'the very days'],
    ['2026-08-13', '2026-09-12', '2026-08-11', 'days that are a little later'],
    ['2026-08-01', '2026-08-21', '2026-08-11', 'days of which the later cycle has more'],
    ['2026-07-31', '2026-08-21', '2026-08-11', 'as many of both'],
    ['2026-07-25', '2026-08-20', '2026-07-01', 'days whose middle is near the end'],
    ['2026-07-20', '2026-10-05', '2026-08-11', 'the days of several cycles'],
    ['2026-08-20', '2026-08-20', '2026-08-11', 'a single day'],
  ])('assigns the days %s to %s to the cycle of %s: %s', (first, last, start) => {
    expect(of(first, last).first).toBe(start);
  });

  test('shares at least as many days as the cycle of any of these days', () => {
    const first = civilDate('2026-06-01');
    const shared = (cycle: { first: string; last: string }, days: readonly string[]) =>
      days.filter((day) => day >= cycle.first && day <= cycle.last).length;
    const span = fc.record({ from: fc.nat(150), length: fc.integer({ min: 1, max: 70 }) });
    fc.assert(
      fc.property(span, ({ from, length }) => {
        const days = Array.from({ length }, (_, index) => addDays(first, from + index));
        const found = of(days[0] as string, days.at(-1) as string);
        const by = calendar(['2026-07-01', '2026-08-11', '2026-09-10', '2026-10-12']);
        const maximum = Math.max(...days.map((day) => shared(readingCycleAt(day, by), days)));
        expect(shared(found, days)).toBe(maximum);
      }),
    );
  });
});

test('ends the previous cycle one day before the cycle starts', () => {
  const readingCalendar = calendar(['2026-10-07', '2026-11-06'], 5);
  const cycle = readingCycleAt(civilDate('2026-11-10'), readingCalendar);
  expect(readingCycleBefore(cycle, readingCalendar)).toEqual({ first: '2026-10-07', last: '2026-11-05' });
  expect(readingCycleAt(civilDate('2028-02-29'), CIVIL_MONTHS)).toEqual({
    first: '2028-02-01',
    last: '2028-02-29',
  });
});
