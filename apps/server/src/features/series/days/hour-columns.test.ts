import { instant } from '@nascente/domain/time/zone';
import { describe, expect, test } from 'vitest';
import { type ClosedHours, type OpenRuns, seriesOfHours } from './hour-columns.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const DAY = 20_000;

/** Of days one after the other, the first hours of each. */
const hoursOf = (...days: readonly (readonly number[])[]): string => {
  const bytes = Buffer.alloc(days.length * 24 * 8);
  for (const [day, totals] of days.entries())
    for (const [hour, total] of totals.entries())
      bytes.writeBigUInt64BE(BigInt(total), (day * 24 + hour) * 8);
  return bytes.toString('base64');
};
/** Of one phase, four bytes a number. */
const gridOf = (...quarters: readonly number[]): string => {
  const bytes = Buffer.alloc(1 + 96 * 4);
  bytes[0] = 1;
  for (const [place, measured] of quarters.entries()) bytes.writeUInt32BE(measured, 1 + place * 4);
  return bytes.toString('base64');
};
const presentAt = (...places: readonly number[]): string =>
  Array.from({ length: 96 }, (_, place) => (places.includes(place) ? '1' : '0')).join('');
const closedHours = (given: Partial<ClosedHours>): ClosedHours => ({
  hours: hoursOf([]),
  present: null,
  grids: null,
  ...given,
});
const startsOf = (...days: readonly number[]) => Float64Array.from(days, (day) => day * DAY_MS);
const NOTHING_OPEN: OpenRuns = [];
const open = (...quarters: readonly (readonly [quarter: number, measured: number])[]): OpenRuns => {
  const first = quarters[0]?.[0] ?? 0;
  const length = (quarters.at(-1)?.[0] ?? 0) - first + 1;
  const consumed = new Float64Array(length);
  for (const [quarter, measured] of quarters) consumed[quarter - first] = measured;
  const present = Array.from({ length }, (_, place) =>
    quarters.some(([quarter]) => quarter === first + place) ? '1' : '0',
  );
  return [{ start: instant(first * QUARTER_MS), length, present: present.join(''), consumed, volume: null }];
};

describe('a closed day', () => {
  test('has its hours, beyond four bytes too, in the columns of energy and of water', () => {
    const series = seriesOfHours(
      closedHours({ hours: hoursOf([7, 2 ** 40 + 1]) }),
      startsOf(DAY),
      NOTHING_OPEN,
      false,
    );
    expect(series).toMatchObject({ length: 24, stepMinutes: 60 });
    expect([...series.start.subarray(0, 2)]).toEqual([DAY * DAY_MS, DAY * DAY_MS + HOUR_MS]);
    expect([...series.consumedA.subarray(0, 3)]).toEqual([7, 2 ** 40 + 1, 0]);
    expect(series.volume).toEqual(series.consumedA);
    expect([...new Set(series.quarters)]).toEqual([4]);
  });

  test('leaves out hours without data and counts the quarter-hours of the others', () => {
    const present = presentAt(4, 5, 11);
    const series = seriesOfHours(
      closedHours({ hours: hoursOf([0, 5, 6]), present }),
      startsOf(DAY),
      NOTHING_OPEN,
      false,
    );
    expect([...series.start]).toEqual([DAY * DAY_MS + HOUR_MS, DAY * DAY_MS + 2 * HOUR_MS]);
    expect([...series.quarters]).toEqual([2, 1]);
    expect([...series.consumedA]).toEqual([5, 6]);
  });
});

describe('the highest quarter-hour', () => {
  test('is told of the days whose quarter-hours were read, the last ones', () => {
    const hours = hoursOf([10], [10]);
    const series = seriesOfHours(
      closedHours({ hours, grids: gridOf(1, 4, 4, 1) }),
      startsOf(DAY, DAY + 1),
      NOTHING_OPEN,
      true,
    );
    expect([...new Set(series.peakQuarterStart.subarray(0, 24))]).toEqual([0]);
    expect(series.peakQuarter[24]).toBe(4);
    expect(series.peakQuarterStart[24]).toBe((DAY + 1) * DAY_MS + QUARTER_MS);
  });

  test('is the first with data where nothing was measured in any', () => {
    const given = closedHours({ present: presentAt(2, 3), grids: '' });
    const series = seriesOfHours(given, startsOf(DAY), NOTHING_OPEN, true);
    expect([...series.peakQuarter]).toEqual([0]);
    expect([...series.peakQuarterStart]).toEqual([DAY * DAY_MS + 2 * QUARTER_MS]);
  });

  test('of open days is known', () => {
    const series = seriesOfHours(null, startsOf(), open([DAY * 96, 3], [DAY * 96 + 2, 9]), true);
    expect([...series.peakQuarter]).toEqual([9]);
    expect([...series.peakQuarterStart]).toEqual([DAY * DAY_MS + 2 * QUARTER_MS]);
  });
});

test('an open day between closed ones stands between them', () => {
  const given = closedHours({
    hours: hoursOf([1], [3]),
    present: presentAt(0) + presentAt(0),
  });
  const series = seriesOfHours(
    given,
    startsOf(DAY, DAY + 2),
    open([(DAY + 1) * 96, 1], [(DAY + 1) * 96 + 1, 1]),
    false,
  );
  expect([...series.start]).toEqual([DAY, DAY + 1, DAY + 2].map((day) => day * DAY_MS));
  expect([...series.consumedA]).toEqual([1, 2, 3]);
  expect([...series.quarters]).toEqual([1, 2, 1]);
});

test('nothing measured is an empty series', () => {
  expect(seriesOfHours(null, startsOf(), NOTHING_OPEN, false)).toMatchObject({ length: 0 });
});
