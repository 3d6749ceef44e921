import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { utcDay } from '../utc-day.ts';
import type { TotalColumn } from './total-columns.ts';

/** [from, to) of an installation. */
export interface InstallationSpan {
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** Spans of others, each with the place of the one that it is a part of. */
export type Placed<S = InstallationSpan> = S & { readonly place: number };

export const isSome = ({ from, to }: Pick<InstallationSpan, 'from' | 'to'>): boolean => from < to;

/** The first and the last UTC day that a span touches. */
export const daysTouched = ({ from, to }: InstallationSpan): readonly [first: string, last: string] => [
  utcDay(from),
  utcDay(Math.max(from, to - 1)),
];

/** What of a run lies within a span: [from, to) among its quarter-hours, which may be none. */
export interface ClippedRun<R> {
  readonly run: R;
  readonly from: number;
  readonly to: number;
}

const clipped = <R extends QuarterRunOf<never>>(
  run: R,
  { from, to }: Pick<InstallationSpan, 'from' | 'to'>,
): ClippedRun<R> => {
  const first = run.start / QUARTER_MS;
  return {
    run,
    from: Math.max(0, Math.ceil(from / QUARTER_MS) - first),
    to: Math.min(run.length, Math.ceil(to / QUARTER_MS) - first),
  };
};

/** What of runs lies within a span. */
export const clippedRuns = <R extends QuarterRunOf<never>>(
  span: Pick<InstallationSpan, 'from' | 'to'>,
  runs: readonly R[],
): readonly ClippedRun<R>[] => runs.map((run) => clipped(run, span)).filter(isSomeOfRun);

const isSomeOfRun = ({ from, to }: ClippedRun<unknown>): boolean => from < to;

/** Tells the places of the quarter-hours with data. */
export const forEachPresent = (
  { run: { present }, from, to }: ClippedRun<QuarterRunOf<never>>,
  tell: (place: number) => void,
): void => {
  for (let place = from; place < to; place++) if (present === null || present[place] === '1') tell(place);
};

/** A quarter-hour with data, and what was measured in it by the columns that were asked. */
export interface QuarterRow {
  readonly start: Instant;
  readonly values: readonly number[];
}

/** The quarter-hours of runs with data that lie within a span, one by one, ascending. */
export const rowsOfRuns = <C extends TotalColumn>(
  columns: readonly C[],
  span: Pick<InstallationSpan, 'from' | 'to'>,
  runs: readonly QuarterRunOf<C>[] = [],
): QuarterRow[] => {
  const rows: QuarterRow[] = [];
  for (const clip of clippedRuns(span, runs))
    forEachPresent(clip, (place) =>
      rows.push({
        start: instant(clip.run.start + place * QUARTER_MS),
        values: columns.map((column) => clip.run[column]?.[place] ?? 0),
      }),
    );
  return rows;
};
