import { clippedRuns } from '@nascente/domain/consumption/clipped-runs';
import {
  createQuarterSum,
  type QuarterQuantity,
  type QuarterRunOf,
} from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, type StepMinutes, stepMinutesFor } from '@nascente/domain/consumption/series';
import { isSome, openParts } from '@nascente/domain/time/span';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince, spanOfDay } from '../utc-day.ts';
import { createClosedDaysRepository } from './closed-days.repository.ts';
import { createClosedHalfHoursRepository } from './closed-half-hours.repository.ts';
import { addableDays, type ClosedDays, closedRuns } from './closed-runs.ts';
import type { IndexedSpan, InstallationSpan } from './installation-span.ts';
import { createMeasuredGrid, type MeasuredGrid } from './measured-grid.ts';
import { createOpenQuartersRepository, type SpanOfSet } from './open-quarters.repository.ts';
import type { PhaseColumn, TotalColumn } from './total-columns.ts';

export interface SeriesRequest extends InstallationSpan {
  /** In whose days it will be cut: its slots are as short as the civil hours of this zone need them. */
  readonly zone: Zone;
  /** The longest that its slots may be, else an hour. Of half hours and hours closed days have the totals at hand. */
  readonly stepMinutes?: StepMinutes | undefined;
  /** Its installation measured before or after it too: of days that it begins or ends within only a part is told. */
  readonly isClipped?: boolean;
  /** From then on the highest quarter-hour of each slot is told too. */
  readonly highestFrom?: Instant | undefined;
}

/** The one door to what meters measured: it alone knows which days are closed and which lie as rows. */
export interface MeterDays {
  /** The quarter-hours of each span by the columns that are asked, in runs that ascend; closed days come whole, beyond the span too. */
  read<C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly InstallationSpan[],
  ): Promise<readonly (readonly QuarterRunOf<C>[])[]>;
  /** What each set of spans measured together, by quarter-hours, the phases in those of the first one. */
  sums(
    quantities: readonly QuarterQuantity[],
    sets: readonly (readonly InstallationSpan[])[],
  ): Promise<readonly EnergySeries[]>;
  /** What was consumed in each span, the phases together, or its volume. */
  readEach(spans: readonly SeriesRequest[]): Promise<readonly EnergySeries[]>;
  /** The same of all spans together, which are of one zone; highest quarter-hours are told of a single one. */
  readTogether(spans: readonly SeriesRequest[]): Promise<EnergySeries>;
  /** By phase, with the highest quarter-hours. */
  readInDetail(span: SeriesRequest, phases: readonly PhaseColumn[]): Promise<EnergySeries>;
}

interface SteppedRequest extends SeriesRequest {
  readonly stepMinutes: StepMinutes;
}

const stepOf = ({ zone, from, to, stepMinutes = 60 }: SeriesRequest): StepMinutes =>
  Math.min(stepMinutes, stepMinutesFor(zone, from, to)) as StepMinutes;

const indexed = <S>(spans: readonly S[]): readonly IndexedSpan<S>[] =>
  spans.map((span, spanIndex) => ({ ...span, spanIndex }));

const part = <S extends InstallationSpan>(span: S, from: number, to: number): S => ({
  ...span,
  from: instant(from),
  to: instant(to),
});

/** What of spans lies on days that are over, closed or reopened, and what on days that nobody closes yet. */
const cutAtOpen = <S extends InstallationSpan>(spans: readonly S[], now: Instant) => {
  const since = openSince(now);
  return {
    over: spans.map((span) => part(span, span.from, Math.min(span.to, since))),
    recent: spans.map((span) => part(span, Math.max(span.from, since), span.to)),
  };
};

/** The days of which the half hours are asked, and the stretches before and after them of which the quarter-hours are. */
const halfHoursAndQuarters = <S extends SteppedRequest>(
  span: S,
): { readonly halfHours: S; readonly quarters: readonly S[] } => {
  const { from, to, stepMinutes, isClipped = false, highestFrom = to } = span;
  if (stepMinutes === 15) return { halfHours: part(span, from, from), quarters: [span].filter(isSome) };
  const first = isClipped ? Math.min(to, Math.ceil(from / DAY_MS) * DAY_MS) : from;
  const last = isClipped ? Math.floor(to / DAY_MS) * DAY_MS : to;
  const end = Math.max(first, highestFrom < last ? Math.floor(highestFrom / DAY_MS) * DAY_MS : last);
  return {
    halfHours: part(span, first, end),
    quarters: [part(span, from, first), part(span, end, to)].filter(isSome),
  };
};

const byStart = (one: QuarterRunOf<never>, other: QuarterRunOf<never>): number => one.start - other.start;

/** What of spans is not closed; an element of `closed` tells days of one of them. */
const gapsIn = <S extends IndexedSpan>(
  spans: readonly S[],
  closed: readonly Pick<ClosedDays, 'spanIndex' | 'days'>[],
): readonly S[] => {
  const daysOf = new Map(closed.map(({ spanIndex, days }) => [spanIndex, days]));
  return spans.flatMap((span) =>
    openParts(span, Array.from((daysOf.get(span.spanIndex) ?? []).toSorted(), spanOfDay)),
  );
};

/** A year of fifty meters, some 50 MB on the way. */
const DAYS_AT_ONCE = 50 * 366;

/** Spans in their order, as many at once as may be read together. */
const inBatches = <S extends InstallationSpan>(spans: readonly S[]): Iterable<readonly S[]> => {
  let days = 0;
  return Map.groupBy(spans, ({ from, to }) => {
    days += Math.max(0, to - from) / DAY_MS;
    return Math.floor(days / DAYS_AT_ONCE);
  }).values();
};

const NOTHING = { from: instant(0), to: instant(0) };
const MEASURED = ['consumed', 'volume'] as const;

export const createMeterDays = ({ pool, clock }: { pool: Pool; clock: () => Instant }): MeterDays => {
  const closedDays = createClosedDaysRepository(pool);
  const closedHalfHours = createClosedHalfHoursRepository(pool);
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
    const [closed] = await Promise.all([closedDays.read(columns, over), addOpen(recent)]);
    for (const days of closed) runs[days.spanIndex]?.push(...closedRuns(columns, days));
    await addOpen(gapsIn(over, closed));
    return runs.map((found) => found.sort(byStart));
  };

  /** Adds what was measured in spans to the grid of each, which may be one and the same. */
  const fill = async (
    spans: readonly SteppedRequest[],
    gridOf: (spanIndex: number) => MeasuredGrid,
    isTogether: boolean,
  ) => {
    const parts = indexed(spans).map(halfHoursAndQuarters);
    const { over, recent } = cutAtOpen(
      parts.map(({ halfHours }) => halfHours),
      clock(),
    );
    const quarters = parts.flatMap((one) => one.quarters);
    const addQuarters = async (): Promise<void> => {
      const runs = quarters.length === 0 ? [] : await readRuns(MEASURED, quarters);
      for (const [index, span] of quarters.entries())
        for (const clip of clippedRuns(span, runs[index] ?? [])) gridOf(span.spanIndex).addRun(clip);
    };
    const addHalfHour = (spanIndex: number, halfHour: number, total: number, count: number): void =>
      gridOf(spanIndex).addHalfHour(halfHour, total, count);
    const [records] = await Promise.all([
      closedHalfHours.read(over),
      openQuarters.halfHours(recent, isTogether, addHalfHour),
      addQuarters(),
    ]);
    const closed = over.flatMap((span) => {
      const { spanIndex } = span;
      const found = records[spanIndex];
      return found ? [{ spanIndex, days: Float64Array.from(gridOf(spanIndex).addRecords(span, found)) }] : [];
    });
    await openQuarters.halfHours(gapsIn(over.filter(isSome), closed), isTogether, addHalfHour);
  };

  return {
    read: readRuns,
    async sums(quantities, sets) {
      const sums = sets.map((spans) => createQuarterSum(spans, quantities));
      const spans = sets.flatMap((set, setIndex) => set.map((span) => ({ ...span, setIndex })));
      for (const batch of inBatches(spans)) {
        const addOpen = (open: readonly SpanOfSet[]): Promise<void> =>
          openQuarters.totals(quantities, open, (setIndex, total) => sums[setIndex]?.addTotal(total));
        const { over, recent } = cutAtOpen(indexed(batch), clock());
        const [closed] = await Promise.all([closedDays.read(quantities, over), addOpen(recent)]);
        for (const days of closed) {
          const span = batch[days.spanIndex] as SpanOfSet;
          for (const day of addableDays(days)) sums[span.setIndex]?.add(span, day);
        }
        await addOpen(gapsIn(over, closed));
      }
      return sums.map((sum) => sum.series());
    },
    async readEach(spans) {
      const stepped = spans.map((span) => ({ ...span, stepMinutes: stepOf(span) }));
      const grids = stepped.map((span) =>
        createMeasuredGrid(span, { ...span, isHighestAsked: span.highestFrom !== undefined }),
      );
      await fill(stepped, (spanIndex) => grids[spanIndex] as MeasuredGrid, false);
      return grids.map((grid) => grid.series());
    },
    async readTogether(spans) {
      const asked = spans.filter(isSome);
      const [only, another] = asked;
      if (only === undefined) return createMeasuredGrid(NOTHING).series();
      const whole = {
        from: instant(Math.min(...asked.map(({ from }) => from))),
        to: instant(Math.max(...asked.map(({ to }) => to))),
      };
      const isHighestAsked = another === undefined && only.highestFrom !== undefined;
      const stepMinutes = Math.min(...asked.map(stepOf)) as StepMinutes;
      const grid = createMeasuredGrid(whole, { stepMinutes, isHighestAsked });
      await fill(
        asked.map((span) => ({ ...span, stepMinutes })),
        () => grid,
        true,
      );
      return grid.series();
    },
    async readInDetail(span, phases) {
      const grid = createMeasuredGrid(span, { stepMinutes: stepOf(span), isHighestAsked: true, phases });
      const [runs = []] = await readRuns(phases, [span]);
      for (const clip of clippedRuns(span, runs)) grid.addRun(clip);
      return grid.series();
    },
  };
};
