import { describe, expect, test } from 'vitest';
import {
  DAY_MS,
  DEFAULT_ZONE,
  firstSecond,
  instant,
  offsetMinutesAt,
  offsetMsAt,
  parseZone,
  UTC,
  type Zone,
} from './zone.ts';

const at = (text: string) => instant(Date.parse(text));

describe('an instant', () => {
  test('accepts whole milliseconds', () => {
    expect(instant(1_700_000_000_000)).toBe(1_700_000_000_000);
    expect(instant(-8.64e15)).toBe(-8.64e15);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('refuses %s', (value) => {
    expect(() => instant(value)).toThrow(new RangeError(`not an instant: ${value}`));
  });
});

describe('a time zone', () => {
  test.each([
    ['America/Sao_Paulo', 'America/Sao_Paulo'],
    ['america/sao_paulo', 'America/Sao_Paulo'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['UTC', 'UTC'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ])("accepts '%s'", (text, zone) => {
    expect(parseZone(text)).toBe(zone);
  });

  test.each([
    '',
    'America/Sao Paulo',
    'America/Nowhere',
    '+03:00',
    '-03:00',
    'São Paulo',
    '../etc',
    'America/',
  ])("refuses '%s'", (text) => {
    expect(parseZone(text)).toBeNull();
  });

  test('uses São Paulo as the default zone', () => {
    expect(DEFAULT_ZONE).toBe(parseZone('America/Sao_Paulo'));
    expect(UTC).toBe(parseZone('UTC'));
  });
});

describe('the offset of a time zone', () => {
  test.each([
    ['America/Sao_Paulo', '2026-11-20T12:00Z', -180],
    ['America/Sao_Paulo', '2018-11-04T02:59:59.999Z', -180],
    ['America/Sao_Paulo', '2018-11-04T03:00Z', -120],
    ['America/Sao_Paulo', '2019-02-17T01:59:59.999Z', -120],
    ['America/Sao_Paulo', '2019-02-17T02:00Z', -180],
    ['America/Noronha', '2026-11-20T12:00Z', -120],
    ['Asia/Kolkata', '2026-11-20T12:00Z', 330],
    ['Australia/Lord_Howe', '2026-07-01T00:00Z', 630],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', -600],
    ['Pacific/Apia', '2011-12-30T10:00Z', 840],
    ['UTC', '2026-11-20T12:00Z', 0],
  ])('returns for %s at %s an offset of %i minutes', (zone, text, minutes) => {
    expect(offsetMinutesAt(at(text), zone as Zone)).toBe(minutes);
  });

  test('includes seconds in local mean time', () => {
    expect(offsetMsAt(at('1900-01-01T00:00Z'), DEFAULT_ZONE)).toBe(-(3 * 3600 + 6 * 60 + 28) * 1000);
  });

  test('returns the offset at both ends of time', () => {
    expect(offsetMsAt(8.64e15, UTC)).toBe(0);
    expect(offsetMsAt(-8.64e15, UTC)).toBe(0);
  });

  test('returns the right offset for more days than the cache holds', () => {
    const zone = 'America/Recife' as Zone;
    const first = Date.UTC(2000, 9, 8, 3);
    expect(offsetMsAt(first, zone)).toBe(-2 * 3_600_000);
    for (let day = 0; day <= 40_000; day += 1) offsetMsAt(Date.UTC(2020, 0, 1) + day * DAY_MS, zone);
    expect(offsetMsAt(first, zone)).toBe(-2 * 3_600_000);
    expect(offsetMsAt(first - 1, zone)).toBe(-3 * 3_600_000);
  });
});

test('returns the first second at which the condition holds', () => {
  expect(firstSecond(0, 100_000, (ms) => ms >= 42_000)).toBe(42_000);
  expect(firstSecond(0, 100_000, () => false)).toBe(100_000);
  expect(firstSecond(0, 100_000, () => true)).toBe(1000);
});
