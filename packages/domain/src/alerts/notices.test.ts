import { expect, it } from 'vitest';
import { instant, type Zone } from '../base/time/zone.ts';
import { endDelayOf, reachesSeverity, sendableAt } from './notices.ts';

const at = (text: string) => instant(Date.parse(text));
const quiet = (from: number, until: number, zone = 'America/Sao_Paulo') => ({
  from: from * 60,
  until: until * 60,
  zone: zone as Zone,
});

it.each([
  ['urgent', 'serious', true],
  ['serious', 'serious', true],
  ['notable', 'serious', false],
] as const)(
  'sends an alert of severity %s to an account with minimum severity %s: %s',
  (severity, min, isNotified) => {
    expect(reachesSeverity(severity, min)).toBe(isNotified);
  },
);

it('delays the end notice while the incident may return, for one hour at most', () => {
  const returning = (minutes: number) => ({ togetherMs: 0, returnsMs: minutes * 60_000, calmMs: 0 });
  expect([30, 2_880, 0].map((minutes) => endDelayOf(returning(minutes)))).toEqual([
    30 * 60_000,
    60 * 60_000,
    0,
  ]);
});

it.each([
  ['in the evening before them', '2026-11-23T23:59:00Z', quiet(22, 7), '2026-11-23T23:59:00Z'],
  ['at their first minute', '2026-11-24T01:00:30Z', quiet(22, 7), '2026-11-24T10:00:00Z'],
  ['after midnight', '2026-11-24T05:10:00Z', quiet(22, 7), '2026-11-24T10:00:00Z'],
  ['at their end', '2026-11-24T10:00:00Z', quiet(22, 7), '2026-11-24T10:00:00Z'],
  ['at noon, where the day is quiet', '2026-11-23T15:00:00Z', quiet(8, 18), '2026-11-23T21:00:00Z'],
  [
    'in Manaus, an hour behind',
    '2026-11-24T02:30:00Z',
    quiet(22, 7, 'America/Manaus'),
    '2026-11-24T11:00:00Z',
  ],
  [
    'where the clock leaves the end out',
    '2026-03-08T05:00:00Z',
    quiet(22, 2.5, 'America/New_York'),
    '2026-03-08T07:00:00Z',
  ],
])('finds the sending time: %s', (_, now, hours, expected) => {
  expect(new Date(sendableAt(at(now), hours)).toISOString()).toBe(new Date(expected).toISOString());
});

it('sends the notice now without quiet hours, or when quiet hours never end', () => {
  const now = at('2026-11-24T05:10:00Z');
  expect(sendableAt(now, null)).toBe(now);
  expect(sendableAt(now, { from: 0, until: 1_440, zone: 'UTC' as Zone })).toBe(now);
});
