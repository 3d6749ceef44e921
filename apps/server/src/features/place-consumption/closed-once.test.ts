import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import { type EnergySeries, seriesWith } from '@nascente/domain/consumption/series';
import { sumSeries } from '@nascente/domain/consumption/sum-series';
import { simplePosts } from '@nascente/domain/tariff/posts/posts';
import { simplePostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import { addDays, type CivilDate } from '@nascente/domain/time/civil-day';
import { DAY_MS, HOUR_MS, instant, parseZone, type Zone } from '@nascente/domain/time/zone';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { cutClosedOnce } from './closed-once.ts';

const FIRST_DAY = '2024-10-30' as CivilDate;
const FIRST = Date.parse('2024-10-30T00:00:00Z');
const HOURS = 10 * 24;

/** Hours in a row, each with its own consumption. */
const hours = (from: number, to: number): EnergySeries => {
  const numbers = Array.from({ length: to - from }, (_, n) => from + n);
  return seriesWith({
    stepMinutes: 60,
    start: Float64Array.from(numbers, (hour) => FIRST + hour * HOUR_MS),
    quarters: Float64Array.from(numbers, () => 4),
    consumedA: Float64Array.from(numbers, (hour) => 1_000 + hour),
  });
};

let cuts: (readonly [first: CivilDate, last: CivilDate])[];
let cut: ReturnType<typeof cutClosedOnce<ReturnType<typeof consolidateDays>[number]>>;

beforeEach(() => {
  cuts = [];
  cut = cutClosedOnce((series, options) => {
    cuts.push([options.first, options.last]);
    return consolidateDays(series, options);
  });
});

const optionsOf = (zone: string, first: number, last: number, now: number, stayed: number) => ({
  zone: parseZone(zone) as Zone,
  first: addDays(FIRST_DAY, first),
  last: addDays(FIRST_DAY, last),
  now: instant(now),
  kind: 'electric' as const,
  posts: simplePosts,
  postsOn: simplePostsOn,
  since: null,
  stays: [{ from: instant(FIRST), to: instant(stayed), meters: 2 }],
});

describe('days of which some are closed', () => {
  it('are what they are cut into together, the first time and again, in any zone and whenever closed', () => {
    const zones = ['America/Sao_Paulo', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(8), fc.nat(HOURS)), { minLength: 1, maxLength: 4 }),
        (zone, asked) => {
          for (const [one, other, closedDays, stayed] of [...asked, ...asked]) {
            const since = instant(FIRST + closedDays * DAY_MS);
            const [closed, open] = [hours(0, closedDays * 24), hours(closedDays * 24, HOURS)];
            const now = since + 30 * HOUR_MS;
            const stay = FIRST + stayed * HOUR_MS;
            const options = optionsOf(zone, Math.min(one, other), Math.max(one, other), now, stay);
            const consumed = { closed, open, openSince: since };
            const plain = consolidateDays(sumSeries([closed, open]), options);
            expect(cut(consumed, options)).toEqual(plain);
            expect(cut(consumed, options)).toEqual(plain);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are cut once while nothing of them changes, however long the meters stay and whatever comes', () => {
    const [closed, since] = [hours(0, 8 * 24), instant(FIRST + 8 * DAY_MS)];
    for (const later of [0, 1, 2]) {
      const now = since + (10 + later) * HOUR_MS;
      const open = hours(8 * 24, 8 * 24 + 10 + later);
      cut({ closed, open, openSince: since }, optionsOf('America/Sao_Paulo', 1, 8, now, now));
    }
    expect(cuts).toEqual([['2024-10-31', '2024-11-05'], ...Array(3).fill(['2024-11-06', '2024-11-07'])]);
  });

  it('are cut anew where other days are asked, where another was there, and when something of them changed', () => {
    const [closed, since] = [hours(0, 8 * 24), instant(FIRST + 8 * DAY_MS)];
    const now = since + 10 * HOUR_MS;
    const consumed = { closed, open: hours(0, 0), openSince: since };
    cut(consumed, optionsOf('UTC', 1, 5, now, now));
    cut(consumed, optionsOf('UTC', 1, 4, now, now));
    cut(consumed, optionsOf('UTC', 1, 5, now, FIRST + 3 * DAY_MS));
    cut({ ...consumed, closed: hours(0, 8 * 24) }, optionsOf('UTC', 1, 5, now, now));
    expect(cuts).toHaveLength(4);
    cut(consumed, optionsOf('UTC', 1, 5, now + 1, now + 1));
    expect(cuts).toHaveLength(4);
  });
});
