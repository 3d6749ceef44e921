import { describe, expect, test } from 'vitest';
import { civilDate } from '../time/civil-day.ts';
import { civilMonth } from '../time/civil-month.ts';
import { DEFAULT_ZONE, instant, UTC } from '../time/zone.ts';
import {
  formatAgo,
  formatClock,
  formatClockSeconds,
  formatCubicMetres,
  formatDatedRange,
  formatDateTime,
  formatDay,
  formatDayRange,
  formatKwh,
  formatMonth,
  formatMonthLong,
  formatNumber,
  formatPercent,
  formatPower,
  formatReais,
  formatShortDay,
  formatWeekday,
  formatWeekdayDay,
} from './format.ts';

describe('the format of quantities', () => {
  test('formats numbers with a decimal comma and grouped thousands', () => {
    expect(formatNumber(1234.555, 2)).toBe('1.234,56');
    expect(formatNumber(0.5, 0)).toBe('1');
    expect(formatNumber(-1234567, 0)).toBe('−1.234.567');
  });

  test('omits the sign of a value that rounds to zero', () => {
    expect(formatNumber(-0.001, 2)).toBe('0,00');
    expect(formatReais(-0.001)).toBe('R$\u00a00,00');
  });

  test('joins a unit to its number with a no-break space', () => {
    expect(formatReais(1234.56)).toBe('R$\u00a01.234,56');
    expect(formatReais(-2)).toBe('−R$\u00a02,00');
    expect(formatKwh(1234.56)).toBe('1.234,6\u00a0kWh');
    expect(formatKwh(1.2345, 3)).toBe('1,235\u00a0kWh');
    expect(formatCubicMetres(12.345)).toBe('12,35\u00a0m³');
    expect(formatCubicMetres(12, 0)).toBe('12\u00a0m³');
    expect(formatPower(4213)).toBe('4,21\u00a0kW');
    expect(formatPower(-500, 1)).toBe('−0,5\u00a0kW');
  });

  test('formats a ratio in percent', () => {
    expect(formatPercent(0.934)).toBe('93%');
    expect(formatPercent(1.0567, 1)).toBe('105,7%');
  });
});

describe('the format of days and months', () => {
  const day = civilDate('2026-11-05');

  test('formats a day in full, in short and with its weekday', () => {
    expect(formatDay(day)).toBe('05/11/2026');
    expect(formatShortDay(day)).toBe('5 nov');
    expect(formatWeekday(day)).toBe('qui');
    expect(formatWeekdayDay(civilDate('2026-11-11'))).toBe('qua, 11 nov');
  });

  test('formats the weekdays from Sunday', () => {
    const week = ['01', '02', '03', '04', '05', '06', '07'].map((d) =>
      formatWeekday(civilDate(`2026-11-${d}`)),
    );
    expect(week).toEqual(['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb']);
  });

  test('formats the months of a year in short', () => {
    const year = Array.from({ length: 12 }, (_, i) =>
      formatMonth(civilMonth(`2026-${String(i + 1).padStart(2, '0')}`)),
    );
    expect(year.join(' ')).toBe('jan fev mar abr mai jun jul ago set out nov dez');
  });

  test('formats a month in full', () => {
    expect(formatMonthLong(civilMonth('2026-11'))).toBe('novembro de 2026');
    expect(formatMonthLong(civilMonth('2026-01'))).toBe('janeiro de 2026');
    expect(formatMonthLong(civilMonth('2026-03'))).toBe('março de 2026');
  });

  test('names the years of a range only when they differ', () => {
    expect(formatDayRange(day, civilDate('2026-12-04'))).toBe('5 nov – 4 dez');
    expect(formatDayRange(civilDate('2026-12-05'), civilDate('2027-01-04'))).toBe('5 dez 2026 – 4 jan 2027');
    expect(formatDatedRange(day, civilDate('2026-12-04'))).toBe('5 nov – 4 dez 2026');
    expect(formatDatedRange(civilDate('2026-12-05'), civilDate('2027-01-04'))).toBe(
      '5 dez 2026 – 4 jan 2027',
    );
  });
});

describe('the format of instants', () => {
  const at = instant(Date.UTC(2026, 10, 20, 17, 5, 9));

  test('formats an instant on the clock of the requested zone', () => {
    expect(formatClock(at, DEFAULT_ZONE)).toBe('14:05');
    expect(formatClockSeconds(at, DEFAULT_ZONE)).toBe('14:05:09');
    expect(formatClock(at, UTC)).toBe('17:05');
    expect(formatDateTime(at, DEFAULT_ZONE)).toBe('20/11/2026 14:05:09');
    expect(formatDateTime(instant(Date.UTC(2026, 10, 21, 2, 59, 59)), DEFAULT_ZONE)).toBe(
      '20/11/2026 23:59:59',
    );
  });

  test.each([
    [-5000, 'agora'],
    [999, 'agora'],
    [2999, 'há 2\u00a0s'],
    [59_999, 'há 59\u00a0s'],
    [180_000, 'há 3\u00a0min'],
    [2 * 3_600_000, 'há 2\u00a0h'],
    [24 * 3_600_000, 'há 1\u00a0dia'],
    [47 * 3_600_000, 'há 1\u00a0dia'],
    [5 * 86_400_000, 'há 5\u00a0dias'],
    [1234 * 86_400_000, 'há 1.234\u00a0dias'],
  ])('formats %i ms ago as %s', (elapsed, expected) => {
    expect(formatAgo(elapsed)).toBe(expected);
  });
});
