import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { DEFAULT_ZONE, instant } from '../../base/time/zone.ts';
import { addStays, seriesWith } from '../../telemetry/intervals/totals.ts';
import { consolidateDays } from './consolidate.ts';

const at = (text: string) => instant(Date.parse(text));
const HOUR_MS = 3_600_000;
const [FIRST, LAST] = [civilDate('2026-03-02'), civilDate('2026-03-04')];
const END = at('2026-03-05T00:00-03:00');
const start = Float64Array.from({ length: 72 }, (_, hour) => at('2026-03-02T00:00-03:00') + hour * HOUR_MS);
/** Every hour of the day is intermediate. */
const intermediate = new Uint8Array(96).fill(1);

test('expects quarter-hours of each meter from its installation within a day', () => {
  const stays = addStays([
    { from: at('2026-03-03T00:00-03:00'), to: END },
    { from: at('2026-03-03T12:00-03:00'), to: END },
  ]);
  const series = seriesWith({
    stepMinutes: 60,
    start,
    quarters: new Float64Array(72).fill(8),
    consumedA: new Float64Array(72).fill(1_000),
  });
  const days = consolidateDays(series, {
    zone: DEFAULT_ZONE,
    first: FIRST,
    last: LAST,
    now: END,
    kind: 'electric',
    touPeriodsOn: () => intermediate,
    since: null,
    stays,
  });
  expect(days.map(({ expectedQuarters }) => expectedQuarters)).toEqual([0, 144, 192]);
  expect(days.map(({ presentQuarters }) => presentQuarters)).toEqual([0, 144, 192]);
  expect(days[2]).toMatchObject({ inPoint: 0, interPoint: 24_000, outPoint: 0 });
  expect(days[2]?.hours[5]).toMatchObject({
    expectedQuarters: 8,
    interPoint: 1_000,
    touPeriod: 'interPoint',
  });
});
