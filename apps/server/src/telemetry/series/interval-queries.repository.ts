import { isSome, type TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { QUARTER_QUANTITIES, type QuarterQuantity } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/totals';
import type { Pool, QueryResultRow } from 'pg';

/** An interval of an installation; `from` is included, `to` is not. */
export interface InstallationSpan extends TimeSpan {
  readonly installationId: number;
}

/** A part of an interval, with the index of that interval. */
export type IndexedSpan<S = InstallationSpan> = S & { readonly spanIndex: number };

/** The first and the last UTC day that an interval touches. */
const daysTouched = ({ from, to }: InstallationSpan): readonly [first: string, last: string] => [
  utcDay(from),
  utcDay(Math.max(from, to - 1)),
];

/** The UTC day of an instant as days since 1970. */
export const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

/** The interval of a UTC day, which is counted from 1970. */
export const spanOfDay = (day: number): TimeSpan => ({
  from: instant(day * DAY_MS),
  to: instant((day + 1) * DAY_MS),
});

/** Time after the end of a day until it is closed. Live frames arrive earlier, also after an outage; late ones reopen the day. */
const CLOSED_AFTER_MS = 6 * HOUR_MS;

/** The UTC day of an instant, YYYY-MM-DD. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Start of the first UTC day that cannot be closed yet: its data are in `quarter`. */
export const openSince = (now: Instant): Instant =>
  instant(Math.floor((now - CLOSED_AFTER_MS) / DAY_MS) * DAY_MS);

/** A column of quarter-hours: a quantity of all phases together, or of one phase, in thousandths (mWh, mvarh, ml). */
export type TotalColumn = QuarterQuantity | PhaseColumn;

interface Source {
  readonly quantity: QuarterQuantity;
  /** 0 to 2; `null`: all phases together. */
  readonly phase: number | null;
}

const PHASES = ['A', 'B', 'C'] as const;

const SOURCES: ReadonlyMap<string, Source> = new Map(
  QUARTER_QUANTITIES.flatMap((quantity): [string, Source][] => [
    [quantity, { quantity, phase: null }],
    ...PHASES.map((letter, phase): [string, Source] => [`${quantity}${letter}`, { quantity, phase }]),
  ]),
);

export const sourceOf = (column: TotalColumn): Source => SOURCES.get(column) as Source;

const UNITS: Readonly<Record<QuarterQuantity, string>> = {
  consumed: 'mwh',
  injected: 'mwh',
  inductive: 'mvarh',
  capacitive: 'mvarh',
  volume: 'ml',
};

/** The columns of the table `quarter` for a quantity, one for each phase; a volume has one column. */
export const columnsOf = (quantity: QuarterQuantity): readonly string[] =>
  quantity === 'volume'
    ? ['volume_ml']
    : PHASES.map((phase) => `${quantity}_${phase.toLowerCase()}_${UNITS[quantity]}`);

/** SQL of a column of quarter-hours, of one phase or of all phases together. */
export const sqlOf = (column: TotalColumn): string => {
  const { quantity, phase } = sourceOf(column);
  const columns = columnsOf(quantity);
  return phase === null ? columns.join(' + ') : (columns[phase] as string);
};

/** Above this number of intervals, two concurrent queries are faster than one. */
const MANY = 60;

/** PostgreSQL answers a query on one processor: large sets are queried in two concurrent halves. */
export const inHalves = <T, R>(
  all: readonly T[],
  ask: (some: readonly T[]) => Promise<R>,
): Promise<readonly R[]> => {
  if (all.length === 0) return Promise.resolve([]);
  if (all.length < MANY) return ask(all).then((answer) => [answer]);
  const half = Math.ceil(all.length / 2);
  return Promise.all([ask(all.slice(0, half)), ask(all.slice(half))]);
};

/** SQL of the requested intervals: `span_index`, `id` of the installation, `first` and `last` UTC day. */
export const REQUESTED_SPANS =
  'unnest($1::integer[], $2::integer[], $3::date[], $4::date[]) as asked (span_index, id, first, last)';

/** A row of a statement with {@link REQUESTED_SPANS} contains the index of its interval. */
export type RowOfSpan = QueryResultRow & { readonly spanIndex: number };

/**
 * The row of each interval, in their order; `undefined`: there is none, as for empty intervals. Many intervals are queried in
 * halves, each on its own connection.
 *
 * @param values - of the intervals that are not empty, after the four parameters of {@link REQUESTED_SPANS}
 */
export const askOfSpans = async <Row extends RowOfSpan, S extends InstallationSpan = InstallationSpan>(
  pool: Pool,
  spans: readonly S[],
  statement: { readonly name: string; readonly text: string },
  values: (spans: readonly S[]) => readonly unknown[] = () => [],
): Promise<readonly (Row | undefined)[]> => {
  const request = spans.map((span, spanIndex) => ({ span, spanIndex })).filter(({ span }) => isSome(span));
  const found = Array.from<unknown, Row | undefined>(spans, () => undefined);
  await inHalves(request, async (some) => {
    const days = some.map(({ span }) => daysTouched(span));
    const { rows } = await pool.query<Row>({
      ...statement,
      values: [
        some.map(({ spanIndex }) => spanIndex),
        some.map(({ span }) => span.installationId),
        days.map(([first]) => first),
        days.map(([, last]) => last),
        ...values(some.map(({ span }) => span)),
      ],
    });
    for (const row of rows) found[row.spanIndex] = row;
  });
  return found;
};
