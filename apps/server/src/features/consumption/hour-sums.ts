import {
  type EnergySeries,
  emptySeries,
  SERIES_COLUMNS,
  seriesWith,
} from '@nascente/domain/consumption/series';
import { sumSeries } from '@nascente/domain/consumption/sum-series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import { createRemembered } from '../../platform/memory/remembered.ts';
import type { MeterDaysRepository } from '../series/index.ts';
import { cutSpans } from './cut-spans.ts';
import { type ClippedRun, clippedRuns, tellClipped } from './quarter-runs.ts';
import type { RecentQuarters } from './recent-quarters.ts';
import { type SpansReader, stepOf, type ZonedSpan } from './spans-reader.ts';

/** What was consumed, in two parts that follow one another. */
export interface SummedHours {
  /** The same object while nothing of it has changed, which is seldom. */
  readonly closed: EnergySeries;
  readonly open: EnergySeries;
  /** Where the one ends and the other begins. */
  readonly openSince: Instant;
}

export interface HourSums {
  /**
   * What was consumed in spans of one zone together, as `sumSeries` says: by hours where those of the zone are whole ones
   * of UTC. The highest quarter-hours are told of a single span only.
   */
  read(spans: readonly ZonedSpan[]): Promise<SummedHours>;
}

const NOTHING = emptySeries(0, 60);

/** What is not remembered is all open. */
const allOpen = (open: EnergySeries): SummedHours => ({
  closed: NOTHING,
  open,
  openSince: instant(0),
});

/** Of every column of it eight, and what it takes once it is cut out (`closed-once.ts`). */
const BYTES_OF_HOUR = 8 * (SERIES_COLUMNS.length + 1) + 110;
/** The year and a half, of which forecasts learn, of eighteen places; the half year of fifty. */
const CLOSED_BYTES = 60_000_000;
const QUARTERS_OF_HOUR = HOUR_MS / QUARTER_MS;

const bytesOf = ({ length }: EnergySeries): number => length * BYTES_OF_HOUR;

/** Whether by closed days alone or by everything, and of which spans. */
const keyOf = (isWhole: boolean, spans: readonly ZonedSpan[]): string =>
  [
    isWhole,
    ...spans.flatMap(({ installationId, from, to, isClipped, highestFrom = 0 }) => [
      installationId,
      from,
      to,
      isClipped === true,
      highestFrom,
    ]),
  ].join(' ');

const frameOf = (spans: readonly ZonedSpan[]): Pick<ZonedSpan, 'zone' | 'from' | 'to'> => ({
  zone: (spans[0] as ZonedSpan).zone,
  from: instant(Math.min(...spans.map(({ from }) => from))),
  to: instant(Math.max(...spans.map(({ to }) => to))),
});

const addHours = (
  total: Float64Array,
  quarters: Float64Array,
  first: number,
  clips: readonly ClippedRun[],
) => {
  for (const clip of clips) {
    tellClipped(clip, (quarter, measured) => {
      const hour = Math.floor(quarter / QUARTERS_OF_HOUR) - first;
      total[hour] = (total[hour] as number) + measured;
      quarters[hour] = (quarters[hour] as number) + 1;
    });
  }
};

const endOfClip = ({ run, to }: ClippedRun): number => run.start + to * QUARTER_MS;

const hoursOf = (clips: readonly ClippedRun[]): EnergySeries => {
  if (clips.length === 0) return emptySeries(0, 60);
  const first = Math.floor(
    Math.min(...clips.map(({ run, from }) => run.start + from * QUARTER_MS)) / HOUR_MS,
  );
  const length = Math.ceil(Math.max(...clips.map(endOfClip)) / HOUR_MS) - first;
  const [total, quarters] = [new Float64Array(length), new Float64Array(length)];
  addHours(total, quarters, first, clips);
  const measured = [...quarters.keys()].filter((hour) => quarters[hour] !== 0);
  const consumed = Float64Array.from(measured, (hour) => total[hour] as number);
  return seriesWith({
    stepMinutes: 60,
    start: Float64Array.from(measured, (hour) => (first + hour) * HOUR_MS),
    quarters: Float64Array.from(measured, (hour) => quarters[hour] as number),
    consumedA: consumed,
    volume: consumed,
  });
};

/**
 * What the meters of a place consumed together on closed days is added up once, and again when a closed day of any of
 * them was written or undone; where not all of their days are closed, when anything of theirs was.
 */
export const createHourSums = (needs: {
  spans: SpansReader;
  recentQuarters: RecentQuarters;
  closedDays: Pick<MeterDaysRepository, 'areWhole'>;
  changes: Pick<ChangeLog, 'ask' | 'ofAny'>;
  clock: () => Instant;
}): HourSums => {
  const { spans: reader, recentQuarters, closedDays, changes, clock } = needs;
  const closedSums = createRemembered<EnergySeries>(CLOSED_BYTES, bytesOf);

  const readClosed = async (spans: readonly ZonedSpan[]): Promise<EnergySeries> => {
    await changes.ask();
    const ids = spans.map(({ installationId }) => installationId);
    const [whole, inPart] = [keyOf(true, spans), keyOf(false, spans)];
    const closed = changes.ofAny('closed', ids);
    const known = closedSums.recall(whole, closed);
    if (known !== null) return known;
    const written = Math.max(closed, changes.ofAny('passed', ids));
    const knownInPart = closedSums.recall(inPart, written);
    if (knownInPart !== null) return knownInPart;
    const [series, areWhole] = await Promise.all([reader.read(spans), closedDays.areWhole(spans)]);
    const sum = sumSeries(series);
    if (areWhole.every(Boolean)) closedSums.keep(whole, closed, sum);
    else closedSums.keep(inPart, written, sum);
    return sum;
  };

  const readOpen = async (spans: readonly ZonedSpan[]): Promise<EnergySeries> => {
    // Of one span nothing is to be added up, and its highest quarter-hours may be asked.
    if (spans.length === 1) return sumSeries(await reader.read(spans));
    const runs = await recentQuarters.read(spans.map(({ installationId }) => installationId));
    return hoursOf(clippedRuns(spans, runs));
  };

  return {
    async read(spans) {
      if (spans.length === 0 || stepOf(frameOf(spans)) !== 60)
        return allOpen(sumSeries(await reader.read(spans)));
      const { openSince, begun, recent } = cutSpans(spans, clock());
      const [closed, open] = await Promise.all([
        begun.length > 0 ? readClosed(begun) : NOTHING,
        recent.length > 0 ? readOpen(recent) : NOTHING,
      ]);
      return { closed, open, openSince };
    },
  };
};
