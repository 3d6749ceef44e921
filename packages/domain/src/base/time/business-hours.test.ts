import { describe, expect, test } from 'vitest';
import {
  closedWeek,
  hasOpenDay,
  isClockTime,
  isOpenOn,
  type OpenDay,
  openHoursBetween,
  weekdayNames,
  withDays,
  workingDays,
} from './business-hours.ts';
import type { CivilDate } from './civil-day.ts';

function openFrom(openHour: number, closeHour: number): OpenDay {
  return { open: true, openHour: { hour: openHour, minute: 0 }, closeHour: { hour: closeHour, minute: 30 } };
}

const shop = withDays(closedWeek, workingDays, openFrom(8, 18));
const bar = withDays(closedWeek, ['saturday'], openFrom(18, 2));

describe('opening hours', () => {
  test('starts with every day closed', () => {
    expect(hasOpenDay(closedWeek)).toBe(false);
    expect(weekdayNames.every((name) => !closedWeek[name].open)).toBe(true);
  });

  test('sets the hours for working days, or for every day', () => {
    expect(hasOpenDay(shop)).toBe(true);
    expect(weekdayNames.map((name) => shop[name].open)).toEqual([false, true, true, true, true, true, false]);
    const always = withDays(closedWeek, weekdayNames, openFrom(8, 18));
    expect(weekdayNames.every((name) => always[name].open)).toBe(true);
  });

  test.each([
    [{ hour: 0, minute: 0 }, true],
    [{ hour: 23, minute: 59 }, true],
    [{ hour: 24, minute: 0 }, false],
    [{ hour: -1, minute: 0 }, false],
    [{ hour: 8, minute: 60 }, false],
    [{ hour: 8, minute: -1 }, false],
    [{ hour: 8.5, minute: 0 }, false],
    [{ hour: 8, minute: 0.5 }, false],
  ])('checks %j as a clock time: %s', (time, expected) => {
    expect(isClockTime(time)).toBe(expected);
  });
});

describe('the open state of an establishment', () => {
  test.each([
    [1, 479.9, false],
    [1, 480, true],
    [1, 1109.9, true],
    [1, 1110, false],
    [0, 600, false],
    [6, 600, false],
  ] as const)('checks if the shop is open on weekday %i at minute %s: %s', (weekday, minute, expected) => {
    expect(isOpenOn(shop, weekday, minute)).toBe(expected);
  });

  test.each([
    [6, 1079, false],
    [6, 1080, true],
    [6, 1439, true],
    [0, 0, true],
    [0, 149.9, true],
    [0, 150, false],
    [6, 60, false],
  ] as const)(
    'checks if the bar, open past midnight, is open on weekday %i at minute %s: %s',
    (weekday, minute, expected) => {
      expect(isOpenOn(bar, weekday, minute)).toBe(expected);
    },
  );

  test('opens round the clock when both hours are equal', () => {
    const midnight = { hour: 0, minute: 0 };
    const pharmacy = withDays(closedWeek, ['monday'], {
      open: true,
      openHour: midnight,
      closeHour: midnight,
    });
    expect(isOpenOn(pharmacy, 1, 0)).toBe(true);
    expect(isOpenOn(pharmacy, 1, 1439)).toBe(true);
    expect(isOpenOn(pharmacy, 2, 0)).toBe(false);
  });
});

describe('hours open between two days', () => {
  const [monday, sunday] = ['2026-11-16', '2026-11-22'] as [CivilDate, CivilDate];

  test('sums the open hours of each day between the two days', () => {
    expect(openHoursBetween(shop, monday, sunday)).toBe(5 * 10.5);
    expect(openHoursBetween(closedWeek, monday, sunday)).toBe(0);
  });

  test('counts an evening past midnight on its first day', () => {
    expect(openHoursBetween(bar, '2026-11-21' as CivilDate, '2026-11-21' as CivilDate)).toBe(8.5);
    expect(openHoursBetween(bar, sunday, sunday)).toBe(0);
  });
});
