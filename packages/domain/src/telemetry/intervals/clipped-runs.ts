import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { type Instant, instant } from '../../base/time/zone.ts';
import type { QuarterRunOf } from './quarter-days.ts';

/** What of a run lies within a span: [from, to) among its quarter-hours. */
export interface ClippedRun<R> {
  readonly run: R;
  readonly from: number;
  readonly to: number;
}

/** What of runs lies within a span; those of which nothing does are left out. */
export function clippedRuns<R extends QuarterRunOf<never>>(
  span: TimeSpan,
  runs: readonly R[],
): readonly ClippedRun<R>[] {
  const [from, to] = [Math.ceil(span.from / QUARTER_MS), Math.ceil(span.to / QUARTER_MS)];
  return runs.flatMap((run) => {
    const first = run.start / QUARTER_MS;
    const clipped = { run, from: Math.max(0, from - first), to: Math.min(run.length, to - first) };
    return clipped.from < clipped.to ? [clipped] : [];
  });
}

/** Tells which of the quarter-hours have data, by their index in the run. */
export function forEachPresent(
  { run: { present }, from, to }: ClippedRun<QuarterRunOf<never>>,
  tell: (index: number) => void,
): void {
  for (let index = from; index < to; index++) if (present === null || present[index] === '1') tell(index);
}

/** A quarter-hour with data, and what was measured in it by the columns that were asked, in mWh, mvarh or ml. */
export interface QuarterRow {
  readonly start: Instant;
  readonly values: readonly number[];
}

/** The quarter-hours of runs with data that lie within a span, one by one, in the order of the runs. */
export function rowsOfRuns<C extends string>(
  columns: readonly C[],
  span: TimeSpan,
  runs: readonly QuarterRunOf<C>[] = [],
): QuarterRow[] {
  const rows: QuarterRow[] = [];
  for (const clip of clippedRuns(span, runs))
    forEachPresent(clip, (index) =>
      rows.push({
        start: instant(clip.run.start + index * QUARTER_MS),
        values: columns.map((column) => clip.run[column]?.[index] ?? 0),
      }),
    );
  return rows;
}
