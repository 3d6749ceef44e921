import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate } from '../time/civil-day.ts';
import { type DayOfFlow, judgeNights } from './night-flow.ts';
import type { Quantity } from './totals.ts';

const FIRST = civilDate('2026-10-01');
const LITRE = 1_000;

/** Days whose night hours draw `night` litres, except hour 3, when dough is made; null is a night without readings. */
function daysOf(nights: readonly (number | null)[]): DayOfFlow[] {
  return nights.map((night, index) => ({
    date: addDays(FIRST, index),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      total: (night === null ? 0 : (hour === 3 || hour > 5 ? night + 80 : night) * LITRE) as Quantity,
      presentQuarters: night === null ? 0 : 4,
    })),
  }));
}

const repeat = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);

describe('the nights of a water meter', () => {
  test('rest where nothing leaks', () => {
    const { nights, baseline, leak } = judgeNights(daysOf(repeat(0, 20)), 9);
    expect(nights.every(({ flow, isAbove }) => flow === 0 && !isAbove)).toBe(true);
    expect(baseline).toBe(0);
    expect(leak).toBeNull();
  });

  test('show a leak from its first night, and what it lost since', () => {
    const { nights, baseline, leak } = judgeNights(daysOf([...repeat(0, 20), 18, 18, 19]), 10);
    expect(baseline).toBe(0);
    expect(nights.map(({ isAbove }) => isAbove).lastIndexOf(false)).toBe(19);
    expect(leak).toEqual({
      since: addDays(FIRST, 20),
      flow: 18 * LITRE,
      lost: 18 * LITRE * (2 * 24 + 10),
    });
  });

  test('take what flowed quietly all along for usual, and only more than that for a leak', () => {
    const cooling = [...repeat(8, 14), 12, 15, 16];
    expect(judgeNights(daysOf(cooling), 0)).toMatchObject({ baseline: 8 * LITRE, leak: null });
    expect(judgeNights(daysOf([...cooling, 35, 36]), 0).leak?.flow).toBe(27.5 * LITRE);
  });

  test('of one guest are no leak, and neither is what has ended', () => {
    expect(judgeNights(daysOf([...repeat(0, 20), 40]), 0).leak).toBeNull();
    expect(judgeNights(daysOf([...repeat(0, 20), 40, 40, 40, 0]), 0).leak).toBeNull();
  });

  test('that were not measured neither prove a leak nor end it', () => {
    const { nights, leak } = judgeNights(daysOf([...repeat(0, 10), 18, null, null, 18, null]), 24);
    expect(nights.at(-1)).toEqual({ date: addDays(FIRST, 14), flow: null, isAbove: false });
    expect(leak).toMatchObject({ since: addDays(FIRST, 10), lost: 18 * LITRE * 5 * 24 });
  });

  test('are too few for a baseline at first; a flow that never rests is a leak all the same', () => {
    expect(judgeNights(daysOf([0, 0]), 0)).toMatchObject({ baseline: null, leak: null });
    expect(judgeNights(daysOf([18, 18]), 0)).toMatchObject({ baseline: null, leak: { since: FIRST } });
    expect(judgeNights([], 0)).toEqual({ nights: [], baseline: null, leak: null });
  });

  test('never lose more than flowed at night, whatever the days', () => {
    const nights = fc.array(fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }), { maxLength: 60 });
    fc.assert(
      fc.property(nights, (given) => {
        const { leak } = judgeNights(daysOf(given), 24);
        const most = Math.max(0, ...given.map((night) => night ?? 0)) * LITRE;
        if (leak !== null) {
          expect(leak.flow).toBeGreaterThan(0);
          expect(leak.flow).toBeLessThanOrEqual(most);
          expect(leak.lost).toBeLessThanOrEqual(most * 24 * given.length);
        }
      }),
    );
  });
});
