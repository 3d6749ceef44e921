import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../platform/database/in-halves.ts';
import type { Stretch } from './hour-columns.ts';
import { columnsOfRow, type QuarterColumns, type QuarterRow } from './quarter-columns.ts';
import { CONSUMED, quartersStatement } from './quarter-statements.repository.ts';

/** Of an installation, a stretch of which no closed day tells, and which request it belongs to. */
export interface OpenSpan {
  readonly place: number;
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
  /** Ascending. Given, only what was measured between them is asked, not the hours. */
  readonly cuts?: readonly Instant[] | undefined;
}

type Placed<R> = R & { readonly place: number };

/** In no order. */
export interface OpenHoursRows {
  readonly quarters: readonly Placed<QuarterColumns>[];
  readonly stretches: readonly Placed<Stretch>[];
}

const GIVEN =
  'unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::timestamptz[]) as given (place, id, since, until)';
const IN_SPAN = 'installation_id = given.id and start >= given.since and start < given.until';
const MEASURED = `${CONSUMED} + volume_ml`;

const QUARTERS = `select given.place, read.* from ${GIVEN}
cross join lateral (${quartersStatement(MEASURED, IN_SPAN)}) read where read.length > 0`;

/** Half of the time in which quarter-hours are told one by one. */
const SUMS = `select given.place, read.* from ${GIVEN}
cross join lateral (
  select count(*)::integer as quarters, sum(${MEASURED})::bigint as total from quarter where ${IN_SPAN} and frames > 0
) read where read.quarters > 0`;

const read = async <R extends { readonly place: number }>(
  pool: Pool,
  name: string,
  text: string,
  spans: readonly OpenSpan[],
): Promise<readonly R[]> => {
  const answers = await inHalves(spans, (some) =>
    pool.query<R>({
      name,
      text,
      values: [
        some.map(({ place }) => place),
        some.map(({ installationId }) => installationId),
        some.map(({ from }) => new Date(from).toISOString()),
        some.map(({ to }) => new Date(to).toISOString()),
      ],
    }),
  );
  return answers.flatMap(({ rows }) => rows);
};

const partsOf = ({ from, to, cuts = [], ...span }: OpenSpan): OpenSpan[] => {
  const within = cuts.filter((cut) => cut > from && cut < to);
  return [from, ...within].map((start, index) => ({
    ...span,
    from: start,
    to: instant(within[index] ?? to),
  }));
};

const readStretches = async (pool: Pool, spans: readonly OpenSpan[]): Promise<readonly Placed<Stretch>[]> => {
  const parts = spans.flatMap(partsOf);
  const numbered = parts.map((part, index) => ({ ...part, place: index }));
  const rows = await read<Placed<Omit<Stretch, 'start'>>>(pool, 'open-hours-sums', SUMS, numbered);
  return rows.map(({ place: index, total, quarters }) => {
    const { place, from } = parts[index] as OpenSpan;
    return { place, start: from, total, quarters };
  });
};

/** What the quarter-hours of spans tell: one by one, or where cuts are given between these. */
export const readOpenHours = async (pool: Pool, spans: readonly OpenSpan[]): Promise<OpenHoursRows> => {
  const [quarters, stretches] = await Promise.all([
    read<Placed<QuarterRow>>(
      pool,
      'open-quarters',
      QUARTERS,
      spans.filter(({ cuts }) => cuts === undefined),
    ),
    readStretches(
      pool,
      spans.filter(({ cuts }) => cuts !== undefined),
    ),
  ]);
  return { quarters: quarters.map((row) => ({ place: row.place, ...columnsOfRow(row) })), stretches };
};
