import { describe, expect, test } from 'vitest';
import {
  addDays,
  civilDate,
  civilDateAt,
  civilDateOf,
  civilHourAt,
  clockMsAt,
  dayNumber,
  daysBetween,
  daysFrom,
  earlierDay,
  endOfDay,
  hoursOfDay,
  isCivilDate,
  laterDay,
  startOfDay,
  weekdayOf,
} from './civil-day.ts';
import { DEFAULT_ZONE, instant, UTC, type Zone } from './zone.ts';

const LORD_HOWE = 'Australia/Lord_Howe' as Zone;
const APIA = 'Pacific/Apia' as Zone;
const at = (text: string) => instant(Date.parse(text));
const iso = (ms: number) => new Date(ms).toISOString();

describe('a civil date', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isCivilDate(text)).toBe(true);
    expect(civilDate(text)).toBe(text);
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '20/11/2026',
    '2026-11-20T00:00Z',
    '-2026-11-20',
    ' 2026-11-20',
    '',
  ])("refuses '%s'", (text) => {
    expect(isCivilDate(text)).toBe(false);
    expect(() => civilDate(text)).toThrow(new RangeError(`not a civil date: '${text}'`));
  });

  test('counts days from 1970', () => {
    expect(dayNumber(civilDate('1970-01-02'))).toBe(1);
    expect(civilDateOf(-1)).toBe('1969-12-31');
    expect(() => civilDateOf(Number.NaN)).toThrow(RangeError);
  });

  test('returns the right date for more days than the cache holds', () => {
    for (let day = -50_000; day < 0; day += 1) civilDateOf(day);
    expect(civilDateOf(-50_000)).toBe('1833-02-08');
    expect(civilDateOf(-1)).toBe('1969-12-31');
  });

  test('steps over months, years and leap days', () => {
    expect(addDays(civilDate('2024-02-28'), 1)).toBe('2024-02-29');
    expect(addDays(civilDate('2026-01-01'), -1)).toBe('2025-12-31');
    expect(daysBetween(civilDate('2026-03-01'), civilDate('2026-02-01'))).toBe(-28);
    expect(() => addDays(civilDate('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(civilDate('0001-01-01'), -1)).toThrow(RangeError);
  });

  test('returns the weekday of a date', () => {
    expect(weekdayOf(civilDate('2026-11-22'))).toBe(0);
    expect(weekdayOf(civilDate('2026-11-20'))).toBe(5);
    expect(weekdayOf(civilDate('1969-12-31'))).toBe(3);
    expect(weekdayOf(civilDate('0001-01-01'))).toBe(1);
  });

  test('lists the days between two dates, including both', () => {
    expect(daysFrom(civilDate('2026-02-27'), civilDate('2026-03-01'))).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(daysFrom(civilDate('2026-03-01'), civilDate('2026-02-27'))).toEqual([]);
  });
});

describe('the day of an instant', () => {
  test('depends on the time zone', () => {
    expect(civilDateAt(at('2026-11-20T02:59:59.999Z'), DEFAULT_ZONE)).toBe('2026-11-19');
    expect(civilDateAt(at('2026-11-20T02:59:59.999Z'), UTC)).toBe('2026-11-20');
    expect(civilHourAt(at('2026-11-20T02:59:59.999Z'), DEFAULT_ZONE)).toBe(23);
    expect(clockMsAt(at('1960-01-01T00:00:01Z'), UTC)).toBe(1000);
  });
});

describe('the start of a day', () => {
  test.each([
    ['2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2026-11-20', 'Pacific/Niue', '2026-11-20T11:00:00.000Z'],
  ])('returns for %s in %s the local midnight', (date, zone, expected) => {
    expect(iso(startOfDay(civilDate(date), zone as Zone))).toBe(expected);
  });

  test('returns one o’clock when midnight does not exist', () => {
    const day = civilDate('2018-11-04');
    expect(iso(startOfDay(day, DEFAULT_ZONE))).toBe('2018-11-04T03:00:00.000Z');
    expect(civilHourAt(startOfDay(day, DEFAULT_ZONE), DEFAULT_ZONE)).toBe(1);
    expect(iso(endOfDay(civilDate('2018-11-03'), DEFAULT_ZONE))).toBe('2018-11-04T03:00:00.000Z');
  });

  test('follows the repeated hour before midnight', () => {
    expect(iso(startOfDay(civilDate('2019-02-17'), DEFAULT_ZONE))).toBe('2019-02-17T03:00:00.000Z');
  });

  test('returns the first midnight when there are two', () => {
    expect(iso(startOfDay(civilDate('2026-10-25'), 'Atlantic/Azores' as Zone))).toBe(
      '2026-10-25T00:00:00.000Z',
    );
  });

  test('returns the start of the next day for an omitted day', () => {
    const skipped = civilDate('2011-12-30');
    expect(iso(startOfDay(skipped, APIA))).toBe('2011-12-30T10:00:00.000Z');
    expect(endOfDay(skipped, APIA)).toBe(startOfDay(skipped, APIA));
    expect(hoursOfDay(skipped, APIA)).toEqual([]);
  });
});

describe('the hours of a day', () => {
  const labels = (date: string, zone: Zone) => hoursOfDay(civilDate(date), zone).map(({ hour }) => hour);
  const upTo = (count: number) => Array.from({ length: count }, (_, hour) => hour);

  test('returns 24 hours for a usual day', () => {
    expect(labels('2026-11-20', DEFAULT_ZONE)).toEqual(upTo(24));
    expect(hoursOfDay(civilDate('2026-11-20'), UTC)[23]).toEqual({
      hour: 23,
      start: at('2026-11-20T23:00Z'),
      end: at('2026-11-21T00:00Z'),
    });
  });

  test('omits the skipped hour', () => {
    expect(labels('2018-11-04', DEFAULT_ZONE)).toEqual(upTo(24).slice(1));
    expect(labels('2026-03-08', 'America/New_York' as Zone)).toEqual(upTo(24).filter((hour) => hour !== 2));
  });

  test('contains the repeated hour twice', () => {
    expect(labels('2019-02-16', DEFAULT_ZONE)).toEqual([...upTo(24), 23]);
    expect(labels('2026-11-01', 'America/New_York' as Zone)).toEqual([0, 1, 1, ...upTo(24).slice(2)]);
  });

  test('splits hours when clocks move by half an hour', () => {
    const forward = hoursOfDay(civilDate('2026-10-04'), LORD_HOWE);
    expect(forward.map(({ hour }) => hour)).toEqual(upTo(24));
    expect(forward.map(({ start, end }) => (end - start) / 60_000)[2]).toBe(30);
    const back = hoursOfDay(civilDate('2026-04-05'), LORD_HOWE);
    expect(back.map(({ hour }) => hour)).toEqual([0, 1, 1, ...upTo(24).slice(2)]);
    expect(back.map(({ start, end }) => (end - start) / 60_000).slice(0, 3)).toEqual([60, 60, 30]);
  });

  test('splits hours when clocks move within an hour', () => {
    const day = hoursOfDay(civilDate('2010-11-07'), 'America/St_Johns' as Zone);
    expect(day.map(({ hour }) => hour)).toEqual([0, 23, ...upTo(24)]);
    expect(day.slice(0, 2).map(({ start, end }) => (end - start) / 60_000)).toEqual([1, 59]);
  });
});

test('splits 400 days in under 2 ms with cached offsets', () => {
  const days = daysFrom(civilDate('2025-10-01'), civilDate('2026-11-04'));
  expect(days).toHaveLength(400);
  const rounds = 10;
  const cutAll = () => {
    const started = Date.now();
    for (let round = 0; round < rounds; round += 1) for (const day of days) startOfDay(day, DEFAULT_ZONE);
    return (Date.now() - started) / rounds;
  };
  const fastest = Math.min(...Array.from({ length: 20 }, cutAll));
  expect(fastest).toBeLessThan(2);
});

test('returns the earlier and the later of two days, also when both are equal', () => {
  const [first, second] = [civilDate('2026-11-20'), civilDate('2026-12-01')];
  expect([earlierDay(first, second), earlierDay(second, first)]).toEqual([first, first]);
  expect([laterDay(first, second), laterDay(second, first)]).toEqual([second, second]);
  expect([earlierDay(first, first), laterDay(first, first)]).toEqual([first, first]);
});
