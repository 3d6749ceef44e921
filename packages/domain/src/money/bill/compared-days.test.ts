import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { CIVIL_MONTHS, type ReadingCalendar } from '../../base/time/reading-cycles.ts';
import { comparedDays } from './bill-change.ts';

const span = (first: string, last: string) => ({ first: civilDate(first), last: civilDate(last) });
const READ_ON_5: ReadingCalendar = { readDay: 5 as ReadingCalendar['readDay'], readings: [] };
const compared = (first: string, last: string, today: string, calendar = READ_ON_5) => {
  const { before, after, isPart, isOfDays } = comparedDays(span(first, last), civilDate(today), calendar);
  expect(Object.keys(before)).toEqual(['first', 'last']);
  return [before.first, before.last, after.first, after.last, isPart, ...(isOfDays ? ['any days'] : [])];
};

test('compares a cycle with the previous cycle', () => {
  expect(compared('2026-10-05', '2026-11-04', '2026-11-29')).toEqual([
    '2026-09-05',
    '2026-10-04',
    '2026-10-05',
    '2026-11-04',
    false,
  ]);
});

test('omits today for an open cycle, and compares it with the same number of days', () => {
  expect(compared('2026-11-05', '2026-12-04', '2026-11-29')).toEqual([
    '2026-10-05',
    '2026-10-28',
    '2026-11-05',
    '2026-11-28',
    true,
  ]);
});

test('compares a longer open period with the complete previous period', () => {
  expect(compared('2026-03-01', '2026-03-31', '2026-03-31', CIVIL_MONTHS)).toEqual([
    '2026-02-01',
    '2026-02-28',
    '2026-03-01',
    '2026-03-30',
    false,
  ]);
});

test('replaces a cycle that begins today with the previous cycle', () => {
  expect(compared('2026-11-05', '2026-12-04', '2026-11-05')).toEqual([
    '2026-09-05',
    '2026-10-04',
    '2026-10-05',
    '2026-11-04',
    false,
  ]);
});

test('compares a month with the previous month, and a day with the same weekday before', () => {
  expect(compared('2028-03-01', '2028-03-31', '2028-06-01')).toEqual([
    '2028-02-01',
    '2028-02-29',
    '2028-03-01',
    '2028-03-31',
    false,
  ]);
  expect(compared('2026-11-25', '2026-11-25', '2026-11-29').slice(0, 2)).toEqual([
    '2026-11-18',
    '2026-11-18',
  ]);
});

test('compares other days with the same number of days before', () => {
  expect(compared('2026-11-10', '2026-11-12', '2026-11-29')).toEqual([
    '2026-11-07',
    '2026-11-09',
    '2026-11-10',
    '2026-11-12',
    false,
    'any days',
  ]);
});
