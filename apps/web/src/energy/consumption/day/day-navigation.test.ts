import { civilDate } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { dayFrom, neighboursOf } from './day-card.tsx';

const today = civilDate('2026-11-20');
const first = civilDate('2021-01-01');

describe('navigation from day to day', () => {
  it.each([
    ['2026-01-31', '2026-01-30', '2026-02-01'],
    ['2024-02-28', '2024-02-27', '2024-02-29'],
    ['2024-03-01', '2024-02-29', '2024-03-02'],
    ['2025-02-28', '2025-02-27', '2025-03-01'],
    ['2025-12-31', '2025-12-30', '2026-01-01'],
    ['2026-01-01', '2025-12-31', '2026-01-02'],
  ])('%s is between %s and %s', (day, previous, next) => {
    expect(neighboursOf(civilDate(day), first, today)).toEqual({ previous, next });
  });

  it('the navigation ends at today and at the first day', () => {
    expect(neighboursOf(today, first, today).next).toBeNull();
    expect(neighboursOf(first, first, today).previous).toBeNull();
    expect(neighboursOf(civilDate('2019-01-01'), null, today).previous).toBe('2018-12-31');
  });
});

describe('the day in the address', () => {
  it('shows the day of the address when it exists and is not in the future', () => {
    expect(dayFrom('2024-02-29', first, today)).toBe('2024-02-29');
    for (const text of [null, '', '2025-02-29', '2026-11-21', 'ontem', '20/11/2026']) {
      expect(dayFrom(text, first, today)).toBe(today);
    }
    expect(dayFrom('1999-12-31', first, today)).toBe(first);
  });
});
