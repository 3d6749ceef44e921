import { createHash } from 'node:crypto';
import { type EnergySeries, seriesWith } from '@nascente/domain/consumption/series';
import { sumSeries } from '@nascente/domain/consumption/sum-series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { ChangeFeed } from '../../platform/database/change-feed.ts';
import { createRemembered } from '../../platform/memory/remembered.ts';
import { openSince } from './closed-after.ts';
import type { PackedDaysRepository } from './packed-days.repository.ts';
import { tellMeasured } from './quarter-runs.ts';
import type { RecentQuarters } from './recent-quarters.ts';
import { type SpansReader, stepOf, type ZonedSpan } from './spans-reader.ts';

export interface HourSums {
  /**
   * What was consumed in spans of one zone together, as `sumSeries` says: by hours where those of the zone are whole ones
   * of UTC.
   */
  read(spans: readonly ZonedSpan[]): Promise<EnergySeries>;
}

/** An hour takes some hundred bytes: the half year of a hundred places. */
const HOURS_KEPT = 400_000;
const QUARTERS_OF_HOUR = HOUR_MS / QUARTER_MS;

const keyOf = (spans: readonly ZonedSpan[]): string => {
  const text = spans
    .map(({ installationId, from, to, isClipped }) => `${installationId} ${from} ${to} ${isClipped === true}`)
    .join();
  return createHash('sha256').update(text).digest('base64');
};

const lasting = (spans: readonly ZonedSpan[]): readonly ZonedSpan[] =>
  spans.filter(({ from, to }) => from < to);

const wholeOf = (spans: readonly ZonedSpan[]): Pick<ZonedSpan, 'zone' | 'from' | 'to'> => ({
  zone: (spans[0] as ZonedSpan).zone,
  from: instant(Math.min(...spans.map(({ from }) => from))),
  to: instant(Math.max(...spans.map(({ to }) => to))),
});

/** Each span up to where days are closed, and from there on, as far as there is anything of it. */
const cutAt = (spans: readonly ZonedSpan[], since: Instant) => ({
  closed: lasting(spans.map((span) => ({ ...span, to: instant(Math.min(span.to, since)) }))),
  open: lasting(spans.map((span) => ({ ...span, from: instant(Math.max(span.from, since)) }))),
});

/**
 * What the meters of a place consumed together on closed days is added up once, and again when a packed day of any of
 * them was written or undone; where not all of their days are packed, when anything of theirs was.
 */
export const createHourSums = (needs: {
  spans: SpansReader;
  recentQuarters: RecentQuarters;
  packedDays: Pick<PackedDaysRepository, 'areWhole'>;
  changes: Pick<ChangeFeed, 'ask' | 'of'>;
  clock: () => Instant;
}): HourSums => {
  const { spans: reader, recentQuarters, packedDays, changes, clock } = needs;
  const remembered = createRemembered<EnergySeries>(HOURS_KEPT, ({ length }) => length + 1);

  const readClosed = async (spans: readonly ZonedSpan[]): Promise<EnergySeries> => {
    await changes.ask();
    const versionsOf = (kind: 'packed' | 'passed') =>
      spans.map(({ installationId }) => changes.of(kind, installationId)).join();
    const key = keyOf(spans);
    const packed = versionsOf('packed');
    const known = remembered.recall(`packed ${key}`, packed);
    if (known !== null) return known;
    const written = `${packed} ${versionsOf('passed')}`;
    const knownInPart = remembered.recall(`in part ${key}`, written);
    if (knownInPart !== null) return knownInPart;
    const [series, areWhole] = await Promise.all([reader.read(spans), packedDays.areWhole(spans)]);
    const sum = sumSeries(series);
    if (areWhole.every(Boolean)) remembered.keep(`packed ${key}`, packed, sum);
    else remembered.keep(`in part ${key}`, written, sum);
    return sum;
  };

  const readOpen = async (spans: readonly ZonedSpan[]): Promise<EnergySeries> => {
    const runs = await recentQuarters.read(spans.map(({ installationId }) => installationId));
    const first = Math.floor(Math.min(...spans.map(({ from }) => from)) / HOUR_MS);
    const length = Math.ceil(Math.max(...spans.map(({ to }) => to)) / HOUR_MS) - first;
    const [total, quarters] = [new Float64Array(length), new Float64Array(length)];
    for (const [index, span] of spans.entries()) {
      for (const run of runs[index] ?? []) {
        tellMeasured(run, span, (quarter, measured) => {
          const hour = Math.floor(quarter / QUARTERS_OF_HOUR) - first;
          total[hour] = (total[hour] as number) + measured;
          quarters[hour] = (quarters[hour] as number) + 1;
        });
      }
    }
    const measured = [...quarters.keys()].filter((hour) => quarters[hour] !== 0);
    const start = Float64Array.from(measured, (hour) => (first + hour) * HOUR_MS);
    const consumed = Float64Array.from(measured, (hour) => total[hour] as number);
    return seriesWith({
      stepMinutes: 60,
      start,
      quarters: Float64Array.from(measured, (hour) => quarters[hour] as number),
      consumedA: consumed,
      volume: consumed,
    });
  };

  return {
    async read(spans) {
      if (spans.length < 2 || stepOf(wholeOf(spans)) !== 60) return sumSeries(await reader.read(spans));
      const { closed, open } = cutAt(spans, openSince(clock()));
      return sumSeries(
        await Promise.all([
          ...(closed.length > 0 ? [readClosed(closed)] : []),
          ...(open.length > 0 ? [readOpen(open)] : []),
        ]),
      );
    },
  };
};
