import { describe, expect, test } from 'vitest';
import { DEFAULT_ZONE, type Zone } from '../../base/time/zone.ts';
import type { Frames } from './frame-columns.ts';
import { type IntervalLength, measuredByFrame, measuredByInterval } from './frame-stretches.ts';

const at = (text: string) => Date.parse(text);
const frames: Frames = {
  at: Float64Array.of(
    at('2026-11-20T12:00:10Z'),
    at('2026-11-20T12:00:50Z'),
    at('2026-11-20T12:14:00Z'),
    at('2026-11-20T13:10:00Z'),
    at('2026-11-21T03:00:00Z'),
  ),
  columns: {
    va: Float64Array.of(220, 222, Number.NaN, 218, 219),
    kwha: Float64Array.of(1000, 500, 500, 250, Number.NaN),
  },
};
const intervals = (every: IntervalLength, max = 10, zone: Zone = DEFAULT_ZONE) =>
  measuredByInterval(frames, ['va', 'kwha'], { every, zone, max }).map(({ start, measured }) => [
    new Date(start).toISOString().slice(5, 16),
    measured.va,
    measured.kwha,
  ]);

test('returns the requested fields of a frame in the meter unit, null when not measured', () => {
  const [first, , third] = measuredByFrame(frames, ['kwha', 'va', 'wa']);
  expect(first).toEqual({ start: frames.at[0], measured: { kwha: 1, va: 220, wa: null } });
  expect(third?.measured).toEqual({ kwha: 0.5, va: null, wa: null });
});

describe('an interval of frames', () => {
  test('returns the mean of instant values and the sum of increments', () => {
    expect(intervals('15m')).toEqual([
      ['11-20T12:00', 221, 2],
      ['11-20T13:00', 218, 0.25],
      ['11-21T03:00', 219, null],
    ]);
  });

  test('begins at a minute, or at an hour or day of the local clock', () => {
    expect(intervals('1m').map(([start]) => start)).toEqual([
      '11-20T12:00',
      '11-20T12:14',
      '11-20T13:10',
      '11-21T03:00',
    ]);
    expect(intervals('1d').map(([start]) => start)).toEqual(['11-20T03:00', '11-21T03:00']);
    const halfPast = intervals('1h', 10, 'Asia/Kolkata' as Zone).map(([start]) => start);
    expect(halfPast).toEqual(['11-20T11:30', '11-20T12:30', '11-21T02:30']);
  });

  test('returns null for a field that no frame measured', () => {
    const [first] = measuredByInterval(frames, ['wa'], { every: '15m', zone: DEFAULT_ZONE, max: 1 });
    expect(first?.measured).toEqual({ wa: null });
  });

  test('returns only the requested number of newest intervals', () => {
    expect(intervals('15m', 1)).toEqual([['11-21T03:00', 219, null]]);
  });
});
