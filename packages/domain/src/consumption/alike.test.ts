import { describe, expect, test } from 'vitest';
import { billingCycleAt, previousCycle } from '../time/billing-cycle.ts';
import { civilDate } from '../time/civil-day.ts';
import { compareAlike, previousSpan, yearBefore } from './alike.ts';
import type { DayConsumption, HourConsumption } from './totals.ts';

const span = (first: string, last: string) => ({ first: civilDate(first), last: civilDate(last) });
const before = (first: string, last: string, readDay: number | null) => {
  const cycle = billingCycleAt(civilDate(first), readDay);
  return previousSpan(span(first, last), cycle, previousCycle(cycle, readDay));
};

describe('the stretch before', () => {
  test('of a cycle that has begun is as many days of the cycle before', () => {
    expect(before('2026-11-05', '2026-11-20', 5)).toEqual(span('2026-10-05', '2026-10-20'));
    expect(before('2026-11-01', '2026-11-20', null)).toEqual(span('2026-10-01', '2026-10-20'));
  });

  test('of a whole cycle is the whole cycle before, however long', () => {
    expect(before('2026-11-01', '2026-11-30', null)).toEqual(span('2026-10-01', '2026-10-31'));
    expect(before('2026-03-01', '2026-03-31', null)).toEqual(span('2026-02-01', '2026-02-28'));
  });

  test('has no more days than the cycle before', () => {
    expect(before('2026-03-01', '2026-03-30', null)).toEqual(span('2026-02-01', '2026-02-28'));
  });

  test('of other days is as many days just before', () => {
    expect(before('2026-11-10', '2026-11-16', null)).toEqual(span('2026-11-03', '2026-11-09'));
    expect(before('2026-11-01', '2026-12-10', null)).toEqual(span('2026-09-22', '2026-10-31'));
  });
});

test('a year before are the same days of the calendar', () => {
  expect(yearBefore(span('2026-11-01', '2026-11-20'))).toEqual(span('2025-11-01', '2025-11-20'));
  expect(yearBefore(span('2024-02-29', '2024-03-01'))).toEqual(span('2023-02-28', '2023-03-01'));
});

const dayOf = (...hours: readonly (readonly [total: number, presentQuarters: number])[]) =>
  ({
    hours: hours.map(
      ([total, presentQuarters], hour) =>
        ({ hour, total, presentQuarters, expectedQuarters: 4 }) as HourConsumption,
    ),
  }) as unknown as DayConsumption;

describe('like with like', () => {
  test('counts only hours that both measured whole', () => {
    const current = [dayOf([10, 4], [20, 4], [5, 2]), dayOf([30, 4])];
    const other = [dayOf([8, 4], [100, 3], [40, 4]), dayOf([22, 4], [1, 4])];
    expect(compareAlike(current, other)).toEqual({ hours: 2, current: 40, other: 30, change: 1 / 3 });
  });

  test('of several meters counts only hours that each of them measured whole', () => {
    const ofTwo = (present: number) => {
      const hour = { hour: 0, total: 10, presentQuarters: present, expectedQuarters: 8 };
      return [{ hours: [hour] } as unknown as DayConsumption];
    };
    expect(compareAlike(ofTwo(8), [dayOf([8, 4])])).toMatchObject({ hours: 1 });
    expect(compareAlike(ofTwo(7), [dayOf([8, 4])])).toMatchObject({ hours: 0 });
  });

  test('knows no change from nothing', () => {
    expect(compareAlike([dayOf([10, 4])], [])).toEqual({ hours: 0, current: 0, other: 0, change: null });
    expect(compareAlike([dayOf([10, 4])], [dayOf([0, 4])])).toMatchObject({ hours: 1, change: null });
  });
});
