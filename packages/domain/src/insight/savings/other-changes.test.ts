import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { addedOn, type OtherChange, withoutChanges } from './day-values.ts';

const oven: OtherChange = {
  begins: civilDate('2026-03-10'),
  undone: civilDate('2026-03-20'),
  perDay: 30,
  share: null,
};
const fewerPeople: OtherChange = { begins: civilDate('2026-03-15'), undone: null, perDay: null, share: -0.2 };
const added = (date: string, changes = [oven, fewerPeople]) => addedOn(changes, civilDate(date), 100);

describe('changes entered by hand', () => {
  test('counts changes from their first day to the day before they were undone', () => {
    expect(added('2026-03-09')).toBe(0);
    expect(added('2026-03-10')).toBe(30);
    expect(added('2026-03-20')).toBeCloseTo(-20, 9);
    expect(added('2026-03-20', [oven])).toBe(0);
  });

  test('combines simultaneous changes: first shares of the day, then kWh', () => {
    expect(added('2026-03-15')).toBeCloseTo(100 * 0.8 + 30 - 100, 9);
  });

  test('reduces no day below zero', () => {
    expect(added('2026-03-10', [{ ...oven, perDay: -500 }])).toBe(-100);
  });

  test('removes the changes from the year of the baseline', () => {
    const days = ['2026-03-09', '2026-03-15'].map((date) => ({ date: civilDate(date), total: 110 }));
    expect(withoutChanges([oven, fewerPeople], days).map(({ total }) => total)).toEqual([110, 100]);
    const [none] = withoutChanges([{ ...oven, perDay: 500 }], days.slice(1));
    expect(none?.total).toBe(0);
  });

  test('removes from a day exactly the amount that was added', () => {
    const date = civilDate('2026-03-16');
    const total = 100 + addedOn([oven, fewerPeople], date, 100);
    expect(withoutChanges([oven, fewerPeople], [{ date, total }])[0]?.total).toBeCloseTo(100, 9);
  });
});
