import { civilDate } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { dayByKey } from './month-card.tsx';

// November 2026 begins on a Sunday; today is the 20th, a Friday.
const shown = [civilDate('2026-11-01'), civilDate('2026-11-20')] as const;
const from = (key: string, date: string) => dayByKey(key, civilDate(date), shown);

describe('keys among the days of a month', () => {
  it('arrow keys move by a day and by a week', () => {
    expect(from('ArrowLeft', '2026-11-12')).toBe('2026-11-11');
    expect(from('ArrowRight', '2026-11-12')).toBe('2026-11-13');
    expect(from('ArrowUp', '2026-11-12')).toBe('2026-11-05');
    expect(from('ArrowDown', '2026-11-12')).toBe('2026-11-19');
  });

  it('the Home and End keys move to the ends of the week, or to the last day', () => {
    expect(from('Home', '2026-11-12')).toBe('2026-11-08');
    expect(from('End', '2026-11-12')).toBe('2026-11-14');
    expect(from('End', '2026-11-17')).toBe('2026-11-20');
    expect(
      dayByKey('Home', civilDate('2026-10-02'), [civilDate('2026-10-01'), civilDate('2026-10-31')]),
    ).toBe('2026-10-01');
  });

  it('keys stay when there is no day to move to, and leave other keys alone', () => {
    expect(from('ArrowLeft', '2026-11-01')).toBe('2026-11-01');
    expect(from('ArrowDown', '2026-11-20')).toBe('2026-11-20');
    expect(from('Tab', '2026-11-12')).toBeNull();
  });
});
