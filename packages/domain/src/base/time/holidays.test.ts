import { describe, expect, test } from 'vitest';
import { civilDate, daysFrom, weekdayOf } from './civil-day.ts';
import peakExemptDays from './fixtures/peak-exempt-days.json' with { type: 'json' };
import {
  easterSunday,
  isNationalHoliday,
  isPeakExempt,
  nationalHolidays,
  workingDaysIn,
} from './holidays.ts';

/** Easter by Gauss's rule with its two exceptions: an independent computation of the date. */
function easterByGauss(year: number): string {
  const [a, b, c, k] = [year % 19, year % 4, year % 7, Math.floor(year / 100)];
  const m = (15 - Math.floor((13 + 8 * k) / 25) + k - Math.floor(k / 4)) % 30;
  const d = (19 * a + m) % 30;
  const e = (2 * b + 4 * c + 6 * d + ((4 + k - Math.floor(k / 4)) % 7)) % 7;
  const late = (d === 29 && e === 6) || (d === 28 && e === 6 && (11 * m + 11) % 30 < 19);
  return new Date(Date.UTC(year, 2, 22 + d + e - (late ? 7 : 0))).toISOString().slice(0, 10);
}

describe('the date of Easter', () => {
  test.each([
    [2024, '2024-03-31'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2038, '2038-04-25'],
    [1818, '1818-03-22'],
  ])('returns for %i the date %s', (year, expected) => {
    expect(easterSunday(year)).toBe(expected);
  });

  test('agrees with Gauss in every year from 1583 to 4000', () => {
    for (let year = 1583; year <= 4000; year += 1) expect(easterSunday(year)).toBe(easterByGauss(year));
  });

  test.each([1582, 2026.5, Number.NaN])('refuses the year %s', (year) => {
    expect(() => easterSunday(year)).toThrow(RangeError);
  });
});

describe('national holidays', () => {
  test.each(Object.entries(peakExemptDays))('returns for %s the published holidays', (year, days) => {
    const expected = days.split(' ').map((day) => `${year}-${day}`);
    expect([...nationalHolidays(Number(year)).keys()]).toEqual(expected);
  });

  test('returns the names of the national holidays', () => {
    expect(Object.fromEntries(nationalHolidays(2026))).toEqual({
      '2026-01-01': 'Confraternização Universal',
      '2026-02-17': 'Terça-feira de Carnaval',
      '2026-04-03': 'Sexta-feira da Paixão',
      '2026-04-21': 'Tiradentes',
      '2026-05-01': 'Dia do Trabalho',
      '2026-06-04': 'Corpus Christi',
      '2026-09-07': 'Independência',
      '2026-10-12': 'Nossa Senhora Aparecida',
      '2026-11-02': 'Finados',
      '2026-11-15': 'Proclamação da República',
      '2026-11-20': 'Zumbi e Consciência Negra',
      '2026-12-25': 'Natal',
    });
  });

  test('includes 20 November from 2024, from another year, or never', () => {
    const day = civilDate('2026-11-20');
    expect(isNationalHoliday(civilDate('2023-11-20'))).toBe(false);
    expect(isNationalHoliday(civilDate('2024-11-20'))).toBe(true);
    expect(isNationalHoliday(day, { blackAwarenessFrom: 2027 })).toBe(false);
    expect(isNationalHoliday(day, { blackAwarenessFrom: null })).toBe(false);
    expect(isNationalHoliday(day, { blackAwarenessFrom: 2026 })).toBe(true);
  });

  test('computes the holidays of a year once', () => {
    expect(nationalHolidays(2030)).toBe(nationalHolidays(2030));
  });
});

describe('days without peak hours', () => {
  test('exempts weekends and national holidays from peak hours', () => {
    const expected = new Set(peakExemptDays['2026'].split(' ').map((day) => `2026-${day}`));
    for (const day of daysFrom(civilDate('2026-01-01'), civilDate('2026-12-31'))) {
      const isWeekend = weekdayOf(day) === 0 || weekdayOf(day) === 6;
      expect(isPeakExempt(day), day).toBe(isWeekend || expected.has(day));
    }
  });

  test('does not exempt Carnival Monday, Ash Wednesday and the eves from peak hours', () => {
    for (const day of ['2026-02-16', '2026-02-18', '2026-12-24', '2026-12-31']) {
      expect(isPeakExempt(civilDate(day)), day).toBe(false);
    }
  });

  test('follows the option for 20 November', () => {
    expect(isPeakExempt(civilDate('2026-11-20'))).toBe(true);
    expect(isPeakExempt(civilDate('2026-11-20'), { blackAwarenessFrom: null })).toBe(false);
  });
});

test('counts the days with peak hours as working days', () => {
  // Two weekends, and Monday the 2nd is All Souls' Day.
  expect(workingDaysIn(civilDate('2026-11-01'), civilDate('2026-11-08'))).toBe(4);
});
