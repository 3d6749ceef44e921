import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { emptyReasonOf } from './consolidate.ts';

const today = civilDate('2026-11-13');

test.each([
  ['2026-11-12', 1, 96, null],
  ['2026-11-12', 0, 96, 'noData'],
  ['2026-11-12', 0, 0, 'notInstalled'],
  ['2026-11-13', 0, 0, 'tooEarly'],
  ['2026-11-13', 0, 5, 'noData'],
  ['2026-11-14', 0, 0, 'future'],
] as const)(
  'explains the empty day %s with %i of %i quarter-hours as %s',
  (date, presentQuarters, expectedQuarters, reason) => {
    expect(
      emptyReasonOf(
        { date: civilDate(date), presentQuarters, estimatedQuarters: 0, expectedQuarters },
        today,
      ),
    ).toBe(reason);
  },
);
