import { clippedRuns } from '@nascente/domain/consumption/clipped-runs';
import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, type StepMinutes, stepMinutesFor } from '@nascente/domain/consumption/series';
import { isSome, openParts } from '@nascente/domain/time/span';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince, spanOfDay } from '../utc-day.ts';
import { createClosedDaysRepository, type TakeRun } from './closed-days.repository.ts';
import { createClosedHalfHoursRepository } from './closed-half-hours.repository.ts';
import type { IndexedSpan, InstallationSpan } from './installation-span.ts';
import { createMeasuredGrid, type MeasuredGrid } from './measured-grid.ts';
import { createOpenQuartersRepository } from './open-quarters.repository.ts';
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
  /** The same quarter-hours, handed over run by run, in no order: each only until the next one. */
  each<C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly InstallationSpan[],
    take: TakeRun<C>,
  ): Promise<void>;
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

const NOTHING = { from: instant(0), to: instant(0) };
const MEASURED = ['consumed', 'volume'] as const;

export const createMeterDays = ({ pool, clock }: { pool: Pool; clock: () => Instant }): MeterDays => {
  const closedDays = createClosedDaysRepository(pool);
  const closedHalfHours = createClosedHalfHoursRepository(pool);
  const openQuarters = createOpenQuartersRepository(pool);

  const takeAll = async <C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly InstallationSpan[],
    take: TakeRun<C>,
    isKept: boolean,
  ): Promise<void> => {
    const { over, recent } = cutAtOpen(indexed(spans), clock());
    const [gaps] = await Promise.all([
      closedDays.each(columns, over, take, isKept),
      openQuarters.each(columns, recent, take),
    ]);
    await openQuarters.each(columns, gaps, take);
  };

  const each: MeterDays['each'] = (columns, spans, take) => takeAll(columns, spans, take, false);

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
    const addRun = (index: number, run: QuarterRunOf<'consumed' | 'volume'>): void => {
      const span = quarters[index] as IndexedSpan<SteppedRequest>;
      for (const clip of clippedRuns(span, [run])) gridOf(span.spanIndex).addRun(clip);
    };
    const addHalfHour = (spanIndex: number, halfHour: number, total: number, count: number): void =>
      gridOf(spanIndex).addHalfHour(halfHour, total, count);
    const [records] = await Promise.all([
      closedHalfHours.read(over),
      openQuarters.halfHours(recent, isTogether, addHalfHour),
      quarters.length === 0 ? [] : each(MEASURED, quarters, addRun),
    ]);
    const gaps = over.filter(isSome).flatMap((span) => {
      const found = records[span.spanIndex];
      const days = found ? gridOf(span.spanIndex).addRecords(span, found) : [];
      return openParts(span, days.toSorted((one, other) => one - other).map(spanOfDay));
    });
    await openQuarters.halfHours(gaps, isTogether, addHalfHour);
  };

  return {
    async read<C extends TotalColumn>(columns: readonly C[], spans: readonly InstallationSpan[]) {
      const runs: QuarterRunOf<C>[][] = spans.map(() => []);
      await takeAll(columns, spans, (spanIndex, run) => void runs[spanIndex]?.push(run), true);
      return runs.map((found) => found.sort(byStart));
    },
    each,
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
      await each(phases, [span], (_, run) => {
        for (const clip of clippedRuns(span, [run])) grid.addRun(clip);
      });
      return grid.series();
    },
  };
};
