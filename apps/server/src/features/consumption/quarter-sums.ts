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
import type { ChangeFeed } from '../../platform/database/change-feed.ts';
import { createRememberedByNumbers } from '../../platform/memory/remembered-by-numbers.ts';
import { cutOnce, type SpansCut } from './cut-once.ts';
import type { OpenSumsRepository } from './open-sums.repository.ts';
import {
  ASKED_QUANTITIES,
  type QuarterDaysRepository,
  type QuarterSpan,
  type QuartersOf,
  type StampOfDays,
} from './quarter-days.repository.ts';
import { type ClippedRun, clippedByAge, numbersOf } from './quarter-runs.ts';
import type { RecentQuarters } from './recent-quarters.ts';

export interface QuarterSums {
  /** What installations measured together, by quarter-hours: of the same list the same object, while nothing of it changes. */
  read(of: QuartersOf, spans: readonly QuarterSpan[]): Promise<EnergySeries>;
  /** A text that is another one as soon as what they measured is; null while any day of it is open. */
  stamp(spans: readonly QuarterSpan[]): Promise<string | null>;
}

/** A year of them is some 50 MB on the way. */
const METERS_AT_ONCE = 50;
const BYTES_OF_QUARTER = 42;
/** A hundred cycles of places. */
const CLOSED_BYTES = 13_000_000;
/** Of a place of hundreds of meters, some sixteen thousand. */
const PASSED_BYTES = 8_000_000;
/** Longer ones are asked for seldom, and would drive out the others. */
const LONGEST_KEPT_MS = 62 * DAY_MS;
const STAMP_BYTES = 4_000_000;
/** Cycles of places, some two hundred thousand bytes each. */
const SUMMED_KEPT = 20;

/** What closed days came to, and what of the spans is not closed. */
interface ClosedSums {
  readonly measured: MeasuredQuarters;
  readonly unpacked: readonly QuarterSpan[];
}

const bytesOf = ({ length }: MeasuredQuarters): number => length * BYTES_OF_QUARTER;

const ASKED = Object.keys(ASKED_QUANTITIES) as readonly QuartersOf[];

/** Of which quantities, and of which spans. */
const numbersOfSpans = (of: QuartersOf, spans: readonly QuarterSpan[]): Float64Array => {
  const all = new Float64Array(spans.length * 3 + 1);
  all[0] = ASKED.indexOf(of);
  for (const [index, { installationId, from, to }] of spans.entries())
    all.set([installationId, from, to], index * 3 + 1);
  return all;
};

const isLong = (spans: readonly QuarterSpan[]): boolean =>
  Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from)) > LONGEST_KEPT_MS;

type Runs = readonly (readonly QuarterRun[])[];

/** What spans came to, and of what. */
interface Summed {
  readonly of: QuartersOf;
  readonly packed: ClosedSums;
  readonly runs: Runs;
  readonly series: EnergySeries;
}

const isSame = (one: Runs, other: Runs): boolean => one.every((runs, index) => runs === other[index]);

/** What of a span lies within one of its days. */
const dayOf = ({ installationId, from, to }: QuarterSpan, day: number): QuarterSpan => ({
  installationId,
  from: instant(Math.max(from, day * DAY_MS)),
  to: instant(Math.min(to, (day + 1) * DAY_MS)),
});

/** As long as there is anything of it. */
const staysOf = ({ run, from, to }: ClippedRun): QuarterStay => ({
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
  quarterDays: Pick<QuarterDaysRepository, 'readClosed' | 'stamp' | 'beginnings'>;
  /** What has not been closed, and what was reopened of what had been. */
  recentQuarters: RecentQuarters;
  open: OpenSumsRepository;
  changes: Pick<ChangeFeed, 'ask' | 'ofAny'>;
  clock: () => Instant;
}): QuarterSums => {
  const { quarterDays, recentQuarters, open: openSums, changes, clock } = needs;
  const sums = createRememberedByNumbers<ClosedSums>(CLOSED_BYTES, ({ measured }) => bytesOf(measured));
  const passedSums = createRememberedByNumbers(PASSED_BYTES, bytesOf);
  const stamps = createRememberedByNumbers<StampOfDays>(STAMP_BYTES, ({ stamp }) => stamp?.length ?? 0);
  const summed = new Map<SpansCut, Summed>();
  const idsOf = (spans: readonly QuarterSpan[]) => spans.map(({ installationId }) => installationId);
  const changesOf = async (spans: readonly QuarterSpan[]): Promise<number> => {
    await changes.ask();
    return changes.ofAny('closed', idsOf(spans));
  };

  const addUp = async (of: QuartersOf, spans: readonly QuarterSpan[]): Promise<ClosedSums> => {
    const sum = createQuarterSum(spans);
    const unpacked: QuarterSpan[] = [];
    for (let first = 0; first < spans.length; first += METERS_AT_ONCE) {
      const some = spans.slice(first, first + METERS_AT_ONCE);
      const packed = await quarterDays.readClosed(of, some);
      for (const [index, span] of some.entries())
        for (const day of packed.days[index] ?? []) sum.add(span, day);
      unpacked.push(...packed.unpacked.map(([index, , day]) => dayOf(some[index] as QuarterSpan, day)));
    }
    return { measured: sum.measured, unpacked };
  };

  const closedOf = async (of: QuartersOf, spans: readonly QuarterSpan[]): Promise<ClosedSums> => {
    if (isLong(spans)) return addUp(of, spans);
    const numbers = numbersOfSpans(of, spans);
    const madeFrom = await changesOf(spans);
    const known = sums.recall(numbers, madeFrom);
    if (known !== null) return known;
    const made = await addUp(of, spans);
    sums.keep(numbers, madeFrom, made);
    return made;
  };

  /** The same runs come to the same, so those that have passed are added up once. */
  const sumOf = (of: QuartersOf, clips: readonly ClippedRun[]): MeasuredQuarters => {
    const numbers = Float64Array.of(ASKED.indexOf(of), ...numbersOf(clips));
    const known = passedSums.recall(numbers, 0);
    if (known !== null) return known;
    const stays = clips.map(staysOf);
    const sum = createQuarterSum(stays);
    for (const [index, { run }] of clips.entries()) sum.add(stays[index] as QuarterStay, onlyOf(of, run));
    passedSums.keep(numbers, 0, sum.measured);
    return sum.measured;
  };

  const keepSummed = (cut: SpansCut, its: Summed): void => {
    summed.delete(cut);
    summed.set(cut, its);
    const [oldest] = summed.keys();
    if (summed.size > SUMMED_KEPT && oldest !== undefined) summed.delete(oldest);
  };

  return {
    async read(of, spans) {
      const cut = cutOnce(spans, clock());
      const { begun, recent } = cut;
      const [packed, runs] = await Promise.all([closedOf(of, begun), recentQuarters.read(idsOf(recent))]);
      const before = summed.get(cut);
      if (before?.of === of && before.packed === packed && isSame(before.runs, runs)) return before.series;
      const rest = await openSums.read(of, packed.unpacked);
      const sum = createQuarterSum(spans);
      const passed = clippedByAge(recent, runs).map((clips) => sumOf(of, clips));
      for (const measured of [packed.measured, ...rest, ...passed]) sum.addMeasured(measured);
      const series = sum.series();
      // What is not closed may be added to without any of these being another.
      if (packed.unpacked.length === 0 && !isLong(begun)) keepSummed(cut, { of, packed, runs, series });
      return series;
    },
    async stamp(spans) {
      const numbers = numbersOfSpans('all quantities', spans);
      const [changed, begun] = await Promise.all([changesOf(spans), quarterDays.beginnings(idsOf(spans))]);
      const madeFrom = `${changed} ${begun}`;
      const known = stamps.recall(numbers, madeFrom);
      if (known !== null) return known.stamp;
      const found = await quarterDays.stamp(spans);
      // A day that is not closed may be added to without any closed day being written or undone.
      if (found.areClosed) stamps.keep(numbers, madeFrom, found);
      return found.stamp;
    },
  };
};
