import { describe, expect, test } from 'vitest';
import type { Instant, Zone } from '../time/zone.ts';
import {
  emptySeries,
  joinSeries,
  SERIES_COLUMNS,
  seriesFrom,
  seriesWith,
  stepMinutesFor,
  valueAt,
} from './series.ts';

const at = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) as Instant;

describe('a series', () => {
  test('starts as zeros in every column', () => {
    const series = emptySeries(3, 15);
    expect(series).toMatchObject({ length: 3, stepMinutes: 15 });
    for (const column of [...SERIES_COLUMNS, 'start'] as const)
      expect([...series[column]]).toEqual([0, 0, 0]);
    expect(valueAt(series.volume, 2)).toBe(0);
  });

  test.each([
    [at(2026, 1, 1), [1, 2, 3]],
    [at(2026, 1, 2), [2, 3]],
    [(at(2026, 1, 2) + 1) as Instant, [3]],
    [at(2026, 1, 4), []],
  ])('from %s on has the slots that begin then or later', (from, volume) => {
    const start = Float64Array.of(at(2026, 1, 1), at(2026, 1, 2), at(2026, 1, 3));
    const series = seriesWith({ stepMinutes: 60, start, volume: Float64Array.of(1, 2, 3) });
    const rest = seriesFrom(series, from);
    expect(rest).toMatchObject({ stepMinutes: 60, length: volume.length });
    expect([...rest.volume]).toEqual(volume);
    expect([...rest.start]).toEqual([...start].slice(3 - volume.length));
    expect([...rest.injectedC]).toEqual(volume.map(() => 0));
  });
});

describe('series that follow one another', () => {
  const start = Float64Array.of(at(2026, 1, 1), at(2026, 1, 2), at(2026, 1, 3));
  const whole = {
    ...emptySeries(3, 60),
    start,
    ...Object.fromEntries(
      SERIES_COLUMNS.map((column, place) => [
        column,
        Float64Array.of(1, 2, 3).map((one) => one + 10 * place),
      ]),
    ),
  };

  test.each([0, 1, 2, 3])('are one again in every column, cut after %i slots', (length) => {
    const earlier = { ...whole, length };
    const later = seriesFrom(
      whole,
      start[length] === undefined ? at(2026, 1, 4) : (start[length] as Instant),
    );
    const joined = joinSeries(earlier, later);
    expect(joined).toMatchObject({ length: 3, stepMinutes: 60 });
    for (const column of [...SERIES_COLUMNS, 'start'] as const)
      expect([...joined[column].subarray(0, 3)]).toEqual([...whole[column]]);
  });

  test('are the one that there is, where the other has no slots', () => {
    const none = emptySeries(0, 15);
    expect(joinSeries(none, whole)).toBe(whole);
    expect(joinSeries(whole, none)).toBe(whole);
  });
});

describe('the slots that civil hours are made of', () => {
  test.each([
    ['America/Sao_Paulo', at(2018, 2, 1), at(2018, 12, 1), 60],
    ['America/New_York', at(2026, 1, 1), at(2026, 12, 31), 60],
    ['UTC', at(2026, 1, 1), at(2026, 1, 1), 60],
    ['Asia/Kolkata', at(2026, 1, 1), at(2026, 1, 2), 15],
    ['Asia/Kathmandu', at(2026, 1, 1), at(2026, 1, 2), 15],
    ['Australia/Lord_Howe', at(2026, 1, 1), at(2026, 1, 31), 60],
    ['Australia/Lord_Howe', at(2026, 6, 1), at(2026, 6, 30), 15],
    ['Australia/Lord_Howe', at(2026, 3, 20), at(2026, 4, 6), 15],
  ] as const)('of %s are as long as its offsets allow', (zone, from, to, minutes) => {
    expect(stepMinutesFor(zone as Zone, from, to)).toBe(minutes);
  });

  test('see a change of clocks on the last day', () => {
    const change = Date.UTC(2026, 3, 4, 15);
    const from = (change - 3 * 3_600_000) as Instant;
    expect(stepMinutesFor('Australia/Lord_Howe' as Zone, from, (change - 1) as Instant)).toBe(60);
    expect(stepMinutesFor('Australia/Lord_Howe' as Zone, from, (change + 1) as Instant)).toBe(15);
  });
});
