import { civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import { expect, it } from 'vitest';
import { analysedDays, framedDays, pointsFor } from '../period/period-range.ts';

const period = (start: string, end: string) => ({ start: civilDate(start), end: civilDate(end) });

it('analyses the last year of a longer period, and the frames of its last 31 days', () => {
  const long = period('2021-01-01', '2026-11-20');
  expect(daysBetween(analysedDays(long).start, long.end) + 1).toBe(366);
  expect(framedDays(long)).toEqual(period('2026-10-21', '2026-11-20'));
  const short = period('2026-11-01', '2026-11-20');
  expect([analysedDays(short), framedDays(short)]).toEqual([short, short]);
});

it('requests as many points as a window can show', () => {
  expect([0, 360, 361, 1440].map(pointsFor)).toEqual([240, 360, 480, 1200]);
});
