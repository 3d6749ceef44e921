import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanTimestamp, timestampText } from './timestamp-field.ts';

const timestamp = (text: string) => scanTimestamp(`MAC,${text},-61`, 4, text.length + 4);
const NOON = Date.UTC(2026, 10, 20, 12);

describe('a timestamp', () => {
  test.each([
    ['1795176000', NOON],
    ['1795176000.5', NOON + 500],
    ['1795176000.1239', NOON + 123],
    ['1795176000000', NOON],
    ['1795176000007.9', NOON + 7],
    ['0999999999999', 999_999_999_999],
    ['99999999999', 99_999_999_999_000],
    ['0', 0],
    ['2026-11-20T12:00:00Z', NOON],
    ['2026-11-20 12:00:00Z', NOON],
    ['2026-11-20T12:00Z', NOON],
    ['2026-11-20T09:00:00-03:00', NOON],
    ['2026-11-20T09:00:00-0300', NOON],
    ['2026-11-20T09:00:00-03', NOON],
    ['2026-11-20T17:30:00.25+05:30', NOON + 250],
    ['2026-11-20T12:00:00.123999Z', NOON + 123],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('reads %s', (text, at) => {
    expect(timestamp(text)).toBe(at);
  });

  test.each([
    [''],
    ['-1795176000'],
    ['+1795176000'],
    ['179517600000'],
    ['17951760000000'],
    ['1795176000.'],
    ['1795176000.5x'],
    ['1795176000000.'],
    ['1.795e9'],
    ['NaN'],
    ['12 '],
    ['ontem'],
    ['2026-11-20'],
    ['2026-11-20T12:00:00'],
    ['2026-11-20T12:00:00 -03:00'],
    ['2026-11-20T24:00:00Z'],
    ['2026-11-20T12:60:00Z'],
    ['2026-11-20T12:00:60Z'],
    ['2026-02-29T12:00:00Z'],
    ['2026-13-01T12:00:00Z'],
    ['2026-00-01T12:00:00Z'],
    ['0050-01-01T12:00:00Z'],
    ['2026-11-20T12:00:00+15:00'],
    ['2026-11-20T12:00:00+03:60'],
  ])('refuses %j', (text) => {
    expect(timestamp(text)).toBeNaN();
  });

  test('does not read a date because of a dash in the next field', () => {
    expect(scanTimestamp('123,-61', 0, 3)).toBe(123_000);
  });

  test('reads the same instant in seconds, milliseconds and ISO 8601', () => {
    const instants = fc.integer({ min: Date.UTC(2002, 0), max: Date.UTC(2200, 0) });
    fc.assert(
      fc.property(instants, (at) => {
        expect(timestamp(timestampText(at))).toBe(at);
        expect(timestamp(`${Math.floor(at / 1000)}.${String(at % 1000).padStart(3, '0')}`)).toBe(at);
        expect(timestamp(new Date(at).toISOString())).toBe(at);
      }),
    );
  });
});
