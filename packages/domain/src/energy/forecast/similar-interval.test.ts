import { describe, expect, test } from 'vitest';
import { civilDate, endOfDay } from '../../base/time/civil-day.ts';
import { DEFAULT_ZONE, instant, parseZone } from '../../base/time/zone.ts';
import { daysOfEvenUse } from '../consumption/testing/days-of-even-use.ts';
import { alikeInterval, cutDays, intervalUntilNow } from './alike.ts';

const NEW_YORK = parseZone('America/New_York') ?? DEFAULT_ZONE;
const span = (first: string, last: string) => ({ first: civilDate(first), last: civilDate(last) });
const at = (text: string) => instant(Date.parse(text));
const iso = (epoch: number) => new Date(epoch).toISOString();

describe('an interval until now', () => {
  test('ends with the last complete hour', () => {
    const interval = intervalUntilNow(
      span('2026-11-01', '2026-11-30'),
      DEFAULT_ZONE,
      at('2026-11-10T15:40Z'),
    );
    expect(interval.span).toEqual(span('2026-11-01', '2026-11-10'));
    expect(iso(interval.until)).toBe('2026-11-10T15:00:00.000Z');
  });

  test('ends with the last day when all its days are over', () => {
    const requested = span('2026-10-01', '2026-10-31');
    const interval = intervalUntilNow(requested, DEFAULT_ZONE, at('2026-11-10T15:40Z'));
    expect(interval).toEqual({ span: requested, until: endOfDay(requested.last, DEFAULT_ZONE) });
  });
});

describe('the interval for comparison', () => {
  const current = { span: span('2026-11-01', '2026-11-10'), until: at('2026-11-10T15:00Z') };

  test('ends at the same local time of its last day', () => {
    const beside = alikeInterval(current, span('2026-10-01', '2026-10-31'), DEFAULT_ZONE);
    expect(beside.span).toEqual(span('2026-10-01', '2026-10-10'));
    expect(iso(beside.until)).toBe('2026-10-10T15:00:00.000Z');
  });

  test('is complete when the current interval is complete, or when it has fewer days', () => {
    const complete = { ...current, until: endOfDay(current.span.last, DEFAULT_ZONE) };
    const october = span('2026-10-01', '2026-10-10');
    const end = endOfDay(october.last, DEFAULT_ZONE);
    expect(alikeInterval(complete, october, DEFAULT_ZONE)).toEqual({ span: october, until: end });
    const shorter = span('2026-10-01', '2026-10-05');
    const until = endOfDay(shorter.last, DEFAULT_ZONE);
    expect(alikeInterval(current, shorter, DEFAULT_ZONE)).toEqual({ span: shorter, until });
  });

  test('ends at the next hour or at the end of the day when the clock skipped that hour', () => {
    const untilTwo = { span: span('2026-03-10', '2026-03-10'), until: at('2026-03-10T06:00Z') };
    const spring = span('2026-03-08', '2026-03-08');
    expect(iso(alikeInterval(untilTwo, spring, NEW_YORK).until)).toBe('2026-03-08T07:00:00.000Z');
    const sãoPaulo = { span: span('2018-11-05', '2018-11-05'), until: at('2018-11-05T02:00Z') };
    expect(iso(alikeInterval(sãoPaulo, span('2018-11-04', '2018-11-04'), DEFAULT_ZONE).until)).toBe(
      '2018-11-04T03:00:00.000Z',
    );
  });
});

test('cuts days to an interval, and the last day to its hours', () => {
  const days = daysOfEvenUse({
    ...span('2026-10-30', '2026-11-12'),
    zone: DEFAULT_ZONE,
    since: at('2026-10-01T03:00Z'),
    now: at('2026-11-13T03:00Z'),
    perHour: 1000,
  });
  const within = span('2026-11-01', '2026-11-02');
  const cut = cutDays(days, { span: within, until: at('2026-11-02T10:00Z') }, DEFAULT_ZONE);
  expect(cut.map(({ total }) => total)).toEqual([24_000, 7000]);
  const complete = cutDays(days, { span: within, until: endOfDay(within.last, DEFAULT_ZONE) }, DEFAULT_ZONE);
  expect(complete.map(({ total }) => total)).toEqual([24_000, 24_000]);
});
