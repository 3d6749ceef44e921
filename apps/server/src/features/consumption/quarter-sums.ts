import {
  createQuarterSum,
  type MeasuredQuarters,
  QUARTER_QUANTITIES,
  type QuarterQuantity,
  type QuarterRun,
  type QuarterStay,
} from '@nascente/domain/consumption/quarter-days';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import { createRemembered } from '../../platform/memory/remembered.ts';
import { cutSpans } from './cut-spans.ts';
import type { OpenSumsRepository } from './open-sums.repository.ts';
import {
  ASKED_QUANTITIES,
  type QuarterDaysRepository,
  type QuarterSpan,
  type QuartersOf,
} from './quarter-days.repository.ts';
import { type ClippedRun, clippedRuns } from './quarter-runs.ts';
import type { RecentQuarters } from './recent-quarters.ts';

export interface QuarterSums {
  /** What installations measured together, by quarter-hours. */
  read(of: QuartersOf, spans: readonly QuarterSpan[]): Promise<EnergySeries>;
  /** A text that is another one as soon as what they measured is; null while any day of it is open. */
  stamp(spans: readonly QuarterSpan[]): Promise<string | null>;
}

/** A year of them is some 50 MB on the way. */
const METERS_AT_ONCE = 50;
const BYTES_OF_QUARTER = 42;
/** A hundred cycles of places. */
const CLOSED_BYTES = 13_000_000;
/** Longer ones are asked for seldom, and would drive out the others. */
const LONGEST_KEPT_MS = 62 * DAY_MS;

/** What closed days came to, and what of the spans is not closed. */
interface ClosedSums {
  readonly measured: MeasuredQuarters;
  readonly unclosed: readonly QuarterSpan[];
}

const bytesOf = ({ length }: MeasuredQuarters): number => length * BYTES_OF_QUARTER;

/** Of which quantities, and of which spans. */
const keyOf = (of: QuartersOf, spans: readonly QuarterSpan[]): string =>
  [of, ...spans.flatMap(({ installationId, from, to }) => [installationId, from, to])].join(' ');

const isLong = (spans: readonly QuarterSpan[]): boolean =>
  Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from)) > LONGEST_KEPT_MS;

/** What of a span lies within one of its days. */
const dayOf = ({ installationId, from, to }: QuarterSpan, day: number): QuarterSpan => ({
  installationId,
  from: instant(Math.max(from, day * DAY_MS)),
  to: instant(Math.min(to, (day + 1) * DAY_MS)),
});

/** As long as there is anything of it. */
const stayOf = ({ run, from, to }: ClippedRun): QuarterStay => ({
  from: instant(run.start + from * QUARTER_MS),
  to: instant(run.start + to * QUARTER_MS),
});

/** Without what was not asked. */
const onlyOf = (of: QuartersOf, run: QuarterRun): QuarterRun => {
  const asked: readonly QuarterQuantity[] = ASKED_QUANTITIES[of];
  const left = QUARTER_QUANTITIES.filter((name) => !asked.includes(name));
  return { ...run, ...Object.fromEntries(left.map((name) => [name, null])) };
};

/**
 * Closed days of hundreds of meters are added up once, and again when any of them is closed anew: most of a cycle is
 * closed, and looked at many times.
 */
export const createQuarterSums = (needs: {
  quarterDays: Pick<QuarterDaysRepository, 'readClosed' | 'stamp'>;
  /** What has not been closed, and what was reopened of what had been. */
  recentQuarters: RecentQuarters;
  open: OpenSumsRepository;
  changes: Pick<ChangeLog, 'ask' | 'ofAny'>;
  clock: () => Instant;
}): QuarterSums => {
  const { quarterDays, recentQuarters, open: openSums, changes, clock } = needs;
  const sums = createRemembered<ClosedSums>(CLOSED_BYTES, ({ measured }) => bytesOf(measured));
  const idsOf = (spans: readonly QuarterSpan[]) => spans.map(({ installationId }) => installationId);
  const changesOf = async (spans: readonly QuarterSpan[]): Promise<number> => {
    await changes.ask();
    return changes.ofAny('closed', idsOf(spans));
  };

  const addUp = async (of: QuartersOf, spans: readonly QuarterSpan[]): Promise<ClosedSums> => {
    const sum = createQuarterSum(spans);
    const unclosed: QuarterSpan[] = [];
    for (let first = 0; first < spans.length; first += METERS_AT_ONCE) {
      const some = spans.slice(first, first + METERS_AT_ONCE);
      const closed = await quarterDays.readClosed(of, some);
      for (const [index, span] of some.entries())
        for (const day of closed.days[index] ?? []) sum.add(span, day);
      unclosed.push(...closed.unclosed.map(([index, , day]) => dayOf(some[index] as QuarterSpan, day)));
    }
    return { measured: sum.measured, unclosed };
  };

  const closedOf = async (of: QuartersOf, spans: readonly QuarterSpan[]): Promise<ClosedSums> => {
    if (isLong(spans)) return addUp(of, spans);
    const key = keyOf(of, spans);
    const madeFrom = await changesOf(spans);
    const known = sums.recall(key, madeFrom);
    if (known !== null) return known;
    const made = await addUp(of, spans);
    sums.keep(key, madeFrom, made);
    return made;
  };

  return {
    async read(of, spans) {
      const { begun, recent } = cutSpans(spans, clock());
      const [closed, runs] = await Promise.all([closedOf(of, begun), recentQuarters.read(idsOf(recent))]);
      const rest = await openSums.read(of, closed.unclosed);
      const sum = createQuarterSum(spans);
      for (const measured of [closed.measured, ...rest]) sum.addMeasured(measured);
      for (const clip of clippedRuns(recent, runs)) sum.add(stayOf(clip), onlyOf(of, clip.run));
      return sum.series();
    },
    stamp: async (spans) => (await quarterDays.stamp(spans)).stamp,
  };
};
