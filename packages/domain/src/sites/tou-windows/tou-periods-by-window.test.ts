import { describe, expect, test } from 'vitest';
import { type CivilDate, civilDate } from '../../base/time/civil-day.ts';
import { BASE, energy, price, samePrice, WINDOWS } from '../../money/testing/bill-facts.ts';
import { rulesOn, type TariffRules } from '../tariffs/tariff-rules.ts';
import {
  alwaysOffPeak,
  isInWindow,
  isOfOnePeriod,
  simpleTouPeriodsOn,
  touPeriodOfHour,
  touPeriodOfQuarter,
  touPeriodsByWindow,
  touPeriodsOfVersions,
  touPeriodsOfWindows,
  touWindowsOf,
} from './tou-periods-by-window.ts';

const WEDNESDAY = civilDate('2026-11-18');
const three = { inPoint: energy('1'), interPoint: energy('1'), outPoint: energy('1') };

const branca: TariffRules = { ...BASE, modality: 'branca', windows: WINDOWS, energy: three };
const verde: TariffRules = {
  ...BASE,
  modality: 'verde',
  windows: WINDOWS,
  energy: three,
  demand: { outPoint: price('1') },
  reactive: null,
};
/** Light: peak 17:30 to 20:30, intermediate two hours, only after it. */
const light: TariffRules = {
  ...branca,
  windows: {
    peak: { start: 1050, end: 1230 },
    intermediate: [{ start: 1230, end: 1350 }],
    blackAwarenessFrom: null,
  },
};

test('applies the simple peak from 18 to 20 inclusive on weekdays, including national holidays', () => {
  const peakOn = (date: string) =>
    Array.from({ length: 24 }, (_, hour) => hour).filter(
      (hour) => touPeriodOfHour(simpleTouPeriodsOn(civilDate(date)), hour) === 'inPoint',
    );
  expect(peakOn('2026-11-18')).toEqual([18, 19, 20]);
  for (const holiday of ['2026-12-25', '2026-11-20']) expect(peakOn(holiday)).toEqual([18, 19, 20]);
  for (const weekend of ['2026-11-21', '2026-11-22']) expect(peakOn(weekend)).toEqual([]);
});

test('names an hour after its largest time-of-use period, or the earlier of two equal ones', () => {
  const touPeriods = touPeriodsOfWindows({
    peak: { start: 1065, end: 1245 },
    intermediate: [{ start: 1245, end: 1275 }],
    blackAwarenessFrom: null,
  })(WEDNESDAY);
  expect(
    [16, 17, 18, 20, 21].map((hour) => [isOfOnePeriod(touPeriods, hour), touPeriodOfHour(touPeriods, hour)]),
  ).toEqual([
    [true, 'outPoint'],
    [false, 'outPoint'],
    [true, 'inPoint'],
    [false, 'inPoint'],
    [false, 'outPoint'],
  ]);
  expect(
    touPeriodOfHour(
      Uint8Array.from(touPeriods, (_, quarter) => (quarter % 4 === 0 ? 2 : 0)),
      5,
    ),
  ).toBe('inPoint');
  expect(touPeriodOfQuarter(touPeriods, 71.9)).toBe('inPoint');
});

const CHARACTERS = 'PIF';

/** The time-of-use periods of a day as 'F×70 P×12 …', in quarter-hours. */
function runs(rules: TariffRules, date: CivilDate): string {
  const found: [string, number][] = [];
  for (const touPeriod of touPeriodsByWindow(rules)(date)) {
    const mailMessage = CHARACTERS.charAt(touPeriod);
    const last = found.at(-1);
    if (last?.[0] === mailMessage) last[1]++;
    else found.push([mailMessage, 1]);
  }
  return found.map(([mailMessage, count]) => `${mailMessage}${count}`).join(' ');
}

describe('the time-of-use periods of a day', () => {
  test('follows the windows of the distributor by half hours', () => {
    expect(runs(branca, WEDNESDAY)).toBe('F68 I4 P12 I4 F8');
    expect(runs(light, WEDNESDAY)).toBe('F70 P12 I8 F6');
  });

  test('returns intermediate hours only for Branca', () => {
    expect(runs(verde, WEDNESDAY)).toBe('F72 P12 F12');
  });

  test.each(['2026-11-21', '2026-11-22', '2026-12-25', '2026-02-17', '2026-06-04', '2026-11-20'])(
    'has no peak on %s',
    (date) => {
      expect(runs(branca, civilDate(date))).toBe('F96');
    },
  );

  test('has a peak on Carnival Monday, and on 20 November by the tariff', () => {
    expect(runs(branca, civilDate('2026-02-16'))).toBe('F68 I4 P12 I4 F8');
    expect(runs(light, civilDate('2026-11-20'))).toBe('F70 P12 I8 F6');
  });

  test('has one period when all hours have the same price', () => {
    const convencional: TariffRules = {
      ...BASE,
      modality: 'convencional',
      energy: { outPoint: energy('1') },
    };
    expect(runs(convencional, WEDNESDAY)).toBe('F96');
    expect(touWindowsOf(convencional)).toBeNull();
  });

  test('applies the peak of the simple tariff from 18 to 20 inclusive', () => {
    expect(runs({ modality: 'simple', ...samePrice('1') }, WEDNESDAY)).toBe('F72 P12 F12');
  });
});

test('uses the version in force, and only off-peak before the first version', () => {
  const versions = [
    { validFrom: civilDate('2026-11-18'), rules: light },
    { validFrom: civilDate('2026-01-01'), rules: verde },
  ];
  const touPeriodsOn = touPeriodsOfVersions(versions);
  expect(touPeriodsOn(WEDNESDAY)).toEqual(touPeriodsByWindow(light)(WEDNESDAY));
  expect(touPeriodsOn(civilDate('2026-11-17'))).toEqual(touPeriodsByWindow(verde)(civilDate('2026-11-17')));
  const before = civilDate('2025-12-31');
  expect(touPeriodsOn(before)).toEqual(alwaysOffPeak(before));
});

test('accepts a window across midnight', () => {
  const night = { start: 1410, end: 330 };
  expect([1405, 1410, 0, 329, 330, 720].map((minute) => isInWindow(night, minute))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('returns the latest rules that have begun, in any order', () => {
  const [old, young] = [{ validFrom: civilDate('2026-01-01') }, { validFrom: civilDate('2026-08-22') }];
  for (const versions of [
    [old, young],
    [young, old],
  ]) {
    expect(rulesOn(versions, civilDate('2026-08-21'))).toBe(old);
    expect(rulesOn(versions, civilDate('2026-08-22'))).toBe(young);
    expect(rulesOn(versions, civilDate('2025-12-31'))).toBeNull();
  }
});
