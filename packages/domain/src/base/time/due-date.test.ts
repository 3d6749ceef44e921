import { describe, expect, it } from 'vitest';
import { civilDate } from './civil-day.ts';
import { daysUntilDue, nextDueDate } from './due-date.ts';

const on = (due: number, today: string) => nextDueDate(due, civilDate(today));

describe('a day of every month', () => {
  it('is due this month until the day has passed, including today', () => {
    expect(on(10, '2026-11-03')).toBe('2026-11-10');
    expect(on(10, '2026-11-10')).toBe('2026-11-10');
  });

  it('is due next month after the day has passed, also across a year end', () => {
    expect(on(10, '2026-11-11')).toBe('2026-12-10');
    expect(on(5, '2026-12-31')).toBe('2027-01-05');
  });

  it('uses the last day of a shorter month', () => {
    expect(on(31, '2026-11-20')).toBe('2026-11-30');
    expect(on(30, '2027-02-01')).toBe('2027-02-28');
    expect(on(29, '2028-02-01')).toBe('2028-02-29');
    expect(on(31, '2027-01-31')).toBe('2027-01-31');
  });
});

describe('a due date on one date', () => {
  it('returns the same date, also after it has passed', () => {
    const today = civilDate('2026-11-20');
    expect(nextDueDate(civilDate('2026-12-01'), today)).toBe('2026-12-01');
    expect(nextDueDate(civilDate('2026-11-01'), today)).toBe('2026-11-01');
  });
});

it('counts the days until the due date, or since it', () => {
  const today = civilDate('2026-11-20');
  expect(daysUntilDue(25, today)).toBe(5);
  expect(daysUntilDue(20, today)).toBe(0);
  expect(daysUntilDue(civilDate('2026-11-18'), today)).toBe(-2);
});
