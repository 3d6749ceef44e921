import { describe, expect, test } from 'vitest';
import { parseLocalTime } from './local-clock.ts';
import { DEFAULT_ZONE, UTC, type Zone } from './zone.ts';

const NEW_YORK = 'America/New_York' as Zone;
const iso = (text: string, zone: Zone) => {
  const at = parseLocalTime(text, zone);
  return at === null ? null : new Date(at).toISOString();
};

describe('the instant of a local time', () => {
  test.each([
    ['2026-11-20T09:30:00', DEFAULT_ZONE, '2026-11-20T12:30:00.000Z'],
    ['2018-02-14T21:51:31', DEFAULT_ZONE, '2018-02-14T23:51:31.000Z'],
    ['2026-11-20 09:30', UTC, '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.25', UTC, '2026-11-20T09:30:00.250Z'],
    ['2026-07-01T12:00:00', NEW_YORK, '2026-07-01T16:00:00.000Z'],
  ])('converts %s in %s to an instant', (text, zone, expected) => {
    expect(iso(text, zone)).toBe(expected);
  });

  test('returns the first of two instants when clocks go back', () => {
    expect(iso('2026-11-01T01:30:00', NEW_YORK)).toBe('2026-11-01T05:30:00.000Z');
    expect(iso('2026-11-01T02:30:00', NEW_YORK)).toBe('2026-11-01T07:30:00.000Z');
  });

  test('uses the previous offset when clocks go forward', () => {
    expect(iso('2026-03-08T02:30:00', NEW_YORK)).toBe('2026-03-08T07:30:00.000Z');
    expect(iso('2026-03-08T03:30:00', NEW_YORK)).toBe('2026-03-08T07:30:00.000Z');
  });

  test.each([['2026-02-30T10:00:00'], ['2026-02-10T25:00:00'], ['2026-02-10T10:00:00Z'], ['ontem'], ['']])(
    'refuses %j',
    (text) => {
      expect(parseLocalTime(text, UTC)).toBeNull();
    },
  );
});
