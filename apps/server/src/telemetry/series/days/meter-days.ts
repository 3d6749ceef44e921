import { isSome, openParts } from '@nascente/domain/base/time/span';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { type CivilDays, createCutSpans, createDaySums } from '@nascente/domain/energy/consumption/day-sums';
import {
  clippedRuns,
  createMeasuredGrid,
  createQuarterSum,
  eachQuarter,
  forEachQuarter,
  type MeasuredGrid,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import {
  type PhaseColumn,
  type StepMinutes,
  stepMinutesFor,
} from '@nascente/domain/telemetry/intervals/totals';
import type { Pool } from 'pg';
import { readCutTotals, readDayTotals } from '../encoding/day-totals.ts';
import {
  dayNumber,
  type IndexedSpan,
  type InstallationSpan,
  openSince,
  spanOfDay,
  type TotalColumn,
} from '../interval-queries.repository.ts';
import { createReadEstimated } from './measured-times.repository.ts';
import {
  addableDays,
  type ClosedDays,
  closedRuns,
  createOpenQuartersRepository,
  createReadClosedDays,
  createReadClosedTotals,
  type OpenTotals,
  type SpanOfSet,
} from './stored-days.repository.ts';

/** An interval of an installation, with the slots into which it is summed. */
export interface SeriesRequest extends InstallationSpan {
  /** The zone whose civil hours the slots must fit. */
  readonly zone: Zone;
  /** The maximum length of its slots; by default an hour. */
  readonly stepMinutes?: StepMinutes | undefined;
  /** The time from which the highest quarter-hour of each slot is included. */
  readonly highestFrom?: Instant | undefined;
}

/** The only reader of measured totals: it alone distinguishes closed days from open rows. */
export type MeterDays = ReturnType<typeof createMeterDays>;

const stepOf = ({ zone, from, to, stepMinutes = 60 }: SeriesRequest): StepMinutes =>
  Math.min(stepMinutes, stepMinutesFor(zone, from, to)) as StepMinutes;

const indexed = <S>(spans: readonly S[]): readonly IndexedSpan<S>[] =>
  spans.map((span, spanIndex) => ({ ...span, spanIndex }));

const part = <S extends InstallationSpan>(span: S, from: number, to: number): S => ({
  ...span,
  from: instant(from),
  to: instant(to),
});

/** Divides intervals into days that may be closed and days that cannot be closed yet. */
const cutAtOpen = <S extends InstallationSpan>(spans: readonly S[], now: Instant) => {
  const since = openSince(now);
  return {
    over: spans.map((span) => part(span, span.from, Math.min(span.to, since))),
    recent: spans.map((span) => part(span, Math.max(span.from, since), span.to)),
  };
};

const byStart = (one: QuarterRunOf<never>, other: QuarterRunOf<never>): number => one.start - other.start;

/** The closed days of an interval that were read. */
interface DaysRead {
  readonly spanIndex: number;
  readonly days: ClosedDays['days'];
}

/** The intervals that have a result, with the result. */
const eachFound = <S, A, R>(
  spans: readonly S[],
  answers: readonly (A | null)[],
  take: (answer: A, span: S) => R,
): readonly R[] =>
  answers.flatMap((answer, index) => (answer === null ? [] : [take(answer, spans[index] as S)]));

/** The parts of intervals that are not closed. */
const gapsIn = <S extends IndexedSpan>(spans: readonly S[], closed: readonly DaysRead[]): readonly S[] => {
  const found = Map.groupBy(closed, ({ spanIndex }) => spanIndex);
  return spans.flatMap((span) => {
    const days = (found.get(span.spanIndex) ?? []).flatMap((read) => [...read.days]);
    return openParts(span, days.sort((one, other) => one - other).map(spanOfDay));
  });
};

/** Receives the sum of some meters in a quarter-hour, which is counted from 1970. */
interface Target {
  readonly addTotals: (quarter: number, meters: number, totals: readonly number[]) => void;
}

/** Days read at once: a year of fifty meters, some 50 MB. */
const DAYS_PER_BATCH = 50 * 366;

/** Divides intervals into batches in their order. */
const inBatches = <S extends InstallationSpan>(spans: readonly S[]): Iterable<readonly S[]> => {
  let days = 0;
  return Map.groupBy(spans, ({ from, to }) => {
    days += Math.max(0, to - from) / DAY_MS;
    return Math.floor(days / DAYS_PER_BATCH);
  }).values();
};

const EMPTY = { from: instant(0), to: instant(0) };
const MEASURED = ['measured'] as const;
const QUARTER_MINUTES = 15;

export const createMeterDays = ({ pool, clock }: { pool: Pool; clock: () => Instant }) => {
  const readClosedDays = createReadClosedDays(pool);
  const readClosedTotals = createReadClosedTotals(pool);
  const estimatedIn = createReadEstimated(pool);
  const openQuarters = createOpenQuartersRepository(pool);

  const readRuns = async <C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly InstallationSpan[],
  ): Promise<readonly (readonly QuarterRunOf<C>[])[]> => {
    const runs: QuarterRunOf<C>[][] = spans.map(() => []);
    const addOpen = async (open: readonly IndexedSpan[]): Promise<void> => {
      for (const { spanIndex, run } of await openQuarters.read(columns, open)) runs[spanIndex]?.push(run);
    };
    const { over, recent } = cutAtOpen(indexed(spans), clock());
    const [closed] = await Promise.all([readClosedDays(columns, over), addOpen(recent)]);
    const read = eachFound(over, closed, (found, { spanIndex }) => {
      runs[spanIndex]?.push(...closedRuns(columns, found));
      return { spanIndex, days: found.days };
    });
    await addOpen(gapsIn(over, read));
    return runs.map((found) => found.sort(byStart));
  };

  /** Adds measurements of intervals to the targets of their sets. @param addClosed - adds closed days and returns them */
  const addUp = async (
    open: Pick<OpenTotals, 'addends' | 'together'>,
    spans: readonly SpanOfSet[],
    targets: readonly Target[],
    addClosed: (over: readonly IndexedSpan<SpanOfSet>[]) => Promise<readonly DaysRead[]>,
  ): Promise<void> => {
    const take: OpenTotals['take'] = (setIndex, quarter, meters, totals) =>
      targets[setIndex]?.addTotals(quarter, meters, totals);
    const addOpen = async (some: readonly SpanOfSet[]): Promise<void> => {
      if (some.some(isSome)) await openQuarters.totals({ ...open, spans: some, take });
    };
    const { over, recent } = cutAtOpen(indexed(spans), clock());
    const [closed] = await Promise.all([addClosed(over), addOpen(recent)]);
    await addOpen(gapsIn(over, closed));
  };

  const fill = (spans: readonly (SpanOfSet & SeriesRequest)[], grids: readonly MeasuredGrid[]) => {
    const steps = spans.map((span) => (span.highestFrom === undefined ? stepOf(span) : QUARTER_MINUTES));
    const together = Math.min(...steps) / QUARTER_MINUTES;
    return addUp({ addends: MEASURED, together }, spans, grids, async (over) => {
      const closed = await readClosedTotals(over.map((span) => ({ ...span, cut: null })));
      return eachFound(over, closed, (records, span) => {
        const days = readDayTotals(records, (day) => grids[span.setIndex]?.addDay(span, day));
        return { spanIndex: span.spanIndex, days };
      });
    });
  };

  /**
   * Estimated times are queried concurrently. If highest quarter-hours are requested, they are queried before, because an
   * estimated one must not be selected.
   */
  const fillEstimated = async (
    spans: readonly (SpanOfSet & SeriesRequest)[],
    grids: readonly MeasuredGrid[],
  ): Promise<void> => {
    const marking = estimatedIn(spans).then((estimated) => {
      for (const [index, span] of spans.entries()) grids[span.setIndex]?.addEstimated(estimated[index] ?? []);
    });
    if (spans.some(({ highestFrom }) => highestFrom !== undefined)) await marking;
    await Promise.all([marking, fill(spans, grids)]);
  };

  return {
    /**
     * The quarter-hours of each interval with the requested columns, in ascending runs. Closed days are complete and may extend
     * beyond the interval.
     */
    read: readRuns,
    /** The parts of each interval that imports estimated. */
    estimated: estimatedIn,
    /** The sum of each set of intervals by quarter-hour. */
    async sums(quantities: readonly QuarterQuantity[], sets: readonly (readonly InstallationSpan[])[]) {
      const sums = sets.map((spans) => createQuarterSum(spans, quantities));
      const spans = sets.flatMap((set, setIndex) => set.map((span) => ({ ...span, setIndex })));
      const marking = estimatedIn(spans).then((estimated) => {
        for (const [index, parts] of estimated.entries())
          for (const part of parts)
            forEachQuarter(part, (quarter) => sums[spans[index]?.setIndex ?? 0]?.addEstimated(quarter));
      });
      const addBatches = async (): Promise<void> => {
        for (const batch of inBatches(spans)) {
          await addUp({ addends: quantities, together: 1 }, batch, sums, async (over) =>
            eachFound(over, await readClosedDays(quantities, over), (found, { spanIndex }) => {
              const span = batch[spanIndex] as SpanOfSet;
              for (const day of addableDays(found)) sums[span.setIndex]?.add(span, day);
              return { spanIndex, days: found.days };
            }),
          );
        }
      };
      await Promise.all([marking, addBatches()]);
      return sums.map((sum) => sum.series());
    },
    /** The consumption of each interval as the sum of the phases, or its volume. */
    async readEach(spans: readonly SeriesRequest[]) {
      const grids = spans.map((span) => createMeasuredGrid(span, { ...span, stepMinutes: stepOf(span) }));
      await fillEstimated(
        spans.map((span, setIndex) => ({ ...span, setIndex })),
        grids,
      );
      return grids.map((grid) => grid.series());
    },
    /** The sum of all intervals, which have one zone; highest quarter-hours only for a single interval. */
    async readTogether(spans: readonly SeriesRequest[]) {
      const request = spans.filter(isSome);
      const [only, another] = request;
      if (only === undefined) return createMeasuredGrid(EMPTY).series();
      const complete = {
        from: instant(Math.min(...request.map(({ from }) => from))),
        to: instant(Math.max(...request.map(({ to }) => to))),
      };
      const stepMinutes = Math.min(...request.map(stepOf)) as StepMinutes;
      const highestFrom = another === undefined ? only.highestFrom : undefined;
      const grid = createMeasuredGrid(complete, { stepMinutes, highestFrom });
      await fillEstimated(
        request.map((span) => ({ ...span, setIndex: 0 })),
        [grid],
      );
      return grid.series();
    },
    /** The sum of all intervals by local day. Two running totals of each closed day are read. */
    async readDays(spans: readonly InstallationSpan[], days: CivilDays) {
      const sums = createDaySums(days);
      const target: Target = {
        addTotals: (quarter, meters, [total = 0]) => sums.addQuarter(quarter, total, meters),
      };
      const cutAt = createCutSpans(days);
      const request = spans.map((span) => ({ ...span, setIndex: 0 }));
      const marking = estimatedIn(request).then((parts) => {
        for (const part of parts.flat()) forEachQuarter(part, sums.addEstimated);
      });
      const adding = addUp({ addends: MEASURED, together: 1 }, request, [target], async (over) => {
        const timeIntervals = over.flatMap(cutAt);
        return eachFound(timeIntervals, await readClosedTotals(timeIntervals), (records, span) => {
          const [first, last] = [dayNumber(span.from), dayNumber(span.to - 1)];
          const days = readCutTotals(records, {
            isCut: (day) => first < day && day < last,
            takeCut: sums.addCut,
            take: (day) => eachQuarter(span, day, (quarter, total) => sums.addQuarter(quarter, total, 1)),
          });
          return { spanIndex: span.spanIndex, days };
        });
      });
      await Promise.all([marking, adding]);
      return sums;
    },
    /** An interval by phase, with the highest quarter-hours. */
    async readInDetail(span: SeriesRequest, phases: readonly PhaseColumn[]) {
      const [[estimated = []], [runs = []]] = await Promise.all([
        estimatedIn([span]),
        readRuns(phases, [span]),
      ]);
      const grid = createMeasuredGrid(span, {
        stepMinutes: stepOf(span),
        highestFrom: span.from,
        estimated,
        phases,
      });
      for (const clip of clippedRuns(span, runs)) grid.addRun(clip);
      return grid.series();
    },
  };
};
