import type { QuarterQuantity, QuarterRunOf, QuarterTotal } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { isSome } from '@nascente/domain/time/span';
import { instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../../platform/database/in-halves.ts';
import { sentArray, sentNumbers } from '../../../platform/database/sent-array.ts';
import type { IndexedSpan, InstallationSpan } from './installation-span.ts';
import { sqlOf, type TotalColumn } from './total-columns.ts';

const ASKED = `with asked as materialized (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span (id, since, until, span_index)
)`;
const QUARTERS_ASKED =
  'from asked join quarter on installation_id = asked.id and start >= since and start < until and frames > 0';

/**
 * One row of arrays: pg builds no value for each number, and a row an installation would take longer to send and to take
 * in than what is in it. A column of zeros, such as what a meter without a solar panel injected, is null.
 */
const readStatement = (columns: readonly TotalColumn[]): string => `${ASKED}, measured as (
  select ${['asked.span_index - 1 as span_index', "date_part('epoch', start)::bigint / 900 as quarter", ...columns.map((column) => `${sqlOf(column)} as "${column}"`)].join(', ')}
  ${QUARTERS_ASKED}
)
select ${[`${sentArray('span_index')} as "spanIndexes"`, `${sentArray('quarter')} as quarters`, ...columns.map((column) => `case when max("${column}") > 0 then ${sentArray(`"${column}"`)} end as "${column}"`)].join(', ')}
from measured`;

/** The same added up by the half hour: half of it to be sent and taken in, of all spans together as little as of one. */
const halfHoursStatement = (isTogether: boolean): string => `${ASKED}, measured as (
  select ${isTogether ? '0::bigint' : 'asked.span_index - 1'} as span_index, date_part('epoch', start)::bigint / 1800 as half_hour,
    sum((${sqlOf('consumed')} + ${sqlOf('volume')})::float8) as total, count(*) as quarters
  ${QUARTERS_ASKED}
  group by 1, 2
)
select ${sentArray('span_index')} as "spanIndexes", ${sentArray('half_hour')} as "halfHours", ${sentArray('total')} as totals,
  ${sentArray('quarters')} as quarters from measured`;

/** The quarter-hours of sets of spans, each set added up: of hundreds of meters as few are sent as of one. */
const totalsStatement = (quantities: readonly QuarterQuantity[]): string => `with asked as materialized (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as span (id, since, until, set_index)
), measured as (
  select ${['set_index', "date_part('epoch', start)::bigint / 900 as quarter", 'count(*) as meters', ...quantities.map((quantity) => `sum((${sqlOf(quantity)})::float8) as ${quantity}`)].join(', ')}
  ${QUARTERS_ASKED}
  group by 1, 2
)
select ${['set_index', 'quarter', 'meters', ...quantities].map((column) => `${sentArray(column)} as "${column}"`).join(', ')}
from measured`;

/** PostgreSQL tells statements apart by 63 characters: `inductiveA` is indA. */
const abbreviated = (column: TotalColumn): string => column.slice(0, 3) + column.slice(-1);

/** Columns of arrays, in the same order. */
type ReadRow<C extends TotalColumn> = Readonly<Record<C, string | null>> & {
  readonly spanIndexes: string | null;
  readonly quarters: string | null;
};

/** Takes in what was measured in a half hour, counted from 1970, in one of the spans. */
type TakeHalfHour = (spanIndex: number, halfHour: number, total: number, quarters: number) => void;

interface HalfHoursRow {
  readonly spanIndexes: string | null;
  readonly halfHours: string | null;
  readonly totals: string | null;
  readonly quarters: string | null;
}

/** A span of a set of them that are added up. */
export type SpanOfSet = InstallationSpan & { readonly setIndex: number };

type TotalsRow = Readonly<Record<QuarterQuantity | 'set_index' | 'quarter' | 'meters', string | null>>;

interface OpenQuartersRepository {
  /** The quarter-hours of each span that are rows, as a run from its begin to the last one with data. */
  read<C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly IndexedSpan[],
  ): Promise<readonly { readonly spanIndex: number; readonly run: QuarterRunOf<C> }[]>;
  /** Hands over what spans of a set measured together in each quarter-hour; a quarter-hour may come in parts. */
  totals(
    quantities: readonly QuarterQuantity[],
    spans: readonly SpanOfSet[],
    take: (setIndex: number, total: QuarterTotal) => void,
  ): Promise<void>;
  /** Hands over what was consumed in each span by the half hour, or the volume; or in all of them together, as if in the first. */
  halfHours(spans: readonly IndexedSpan[], isTogether: boolean, take: TakeHalfHour): Promise<void>;
}

/** Spreads the quarter-hours of a row over the spans in which they lie. */
const runsOf = <C extends TotalColumn>(
  columns: readonly C[],
  spans: readonly InstallationSpan[],
  row: ReadRow<C>,
): QuarterRunOf<C>[] => {
  const spanIndexes = sentNumbers(row.spanIndexes);
  const quarters = sentNumbers(row.quarters);
  const firsts = Float64Array.from(spans, ({ from }) => Math.floor(from / QUARTER_MS));
  const lengths = new Float64Array(spans.length);
  const offsets = quarters.map(
    (quarter, index) => quarter - (firsts[spanIndexes[index] as number] as number),
  );
  for (const [index, spanIndex] of spanIndexes.entries())
    lengths[spanIndex] = Math.max(lengths[spanIndex] as number, (offsets[index] as number) + 1);
  const present = Array.from(lengths, (length) => new Uint8Array(length));
  for (const [index, spanIndex] of spanIndexes.entries())
    (present[spanIndex] as Uint8Array)[offsets[index] as number] = 1;
  const spread = (text: string | null): readonly (Float64Array | null)[] => {
    const grids = spans.map((): Float64Array | null => null);
    if (text === null) return grids;
    for (const [index, measured] of sentNumbers(text).entries()) {
      if (measured === 0) continue;
      const spanIndex = spanIndexes[index] as number;
      const grid = grids[spanIndex] ?? new Float64Array(lengths[spanIndex] as number);
      grid[offsets[index] as number] = measured;
      grids[spanIndex] = grid;
    }
    return grids;
  };
  const grids = columns.map((column) => [column, spread(row[column])] as const);
  return spans.map((_, spanIndex) => {
    const isPresent = present[spanIndex] as Uint8Array;
    const measured = grids.map(([column, of]) => [column, of[spanIndex] ?? null] as const);
    return {
      start: instant((firsts[spanIndex] as number) * QUARTER_MS),
      length: isPresent.length,
      present: isPresent.includes(0) ? isPresent.join('') : null,
      ...(Object.fromEntries(measured) as Record<C, Float64Array | null>),
    };
  });
};

const boundsOf = (spans: readonly InstallationSpan[]): unknown[] => [
  spans.map(({ installationId }) => installationId),
  spans.map(({ from }) => new Date(from).toISOString()),
  spans.map(({ to }) => new Date(to).toISOString()),
];

export const createOpenQuartersRepository = (pool: Pool): OpenQuartersRepository => ({
  async halfHours(spans, isTogether, take) {
    await inHalves(spans.filter(isSome), async (asked) => {
      const { rows } = await pool.query<HalfHoursRow>({
        name: isTogether ? 'open-half-hours-together' : 'open-half-hours',
        text: halfHoursStatement(isTogether),
        values: boundsOf(asked),
      });
      const row = rows[0] as HalfHoursRow;
      const [spanIndexes, halfHours, totals, quarters] = [
        row.spanIndexes,
        row.halfHours,
        row.totals,
        row.quarters,
      ].map((numbers) => sentNumbers(numbers)) as [Float64Array, Float64Array, Float64Array, Float64Array];
      for (const [index, halfHour] of halfHours.entries()) {
        const { spanIndex } = asked[spanIndexes[index] as number] as IndexedSpan;
        take(spanIndex, halfHour, totals[index] as number, quarters[index] as number);
      }
    });
  },
  async read<C extends TotalColumn>(columns: readonly C[], spans: readonly IndexedSpan[]) {
    const runs = await inHalves(spans.filter(isSome), async (asked) => {
      const { rows } = await pool.query<ReadRow<C>>({
        name: `open-${columns.map(abbreviated).join('')}`,
        text: readStatement(columns),
        values: boundsOf(asked),
      });
      return runsOf(columns, asked, rows[0] as ReadRow<C>).map((run, index) => ({
        spanIndex: (asked[index] as IndexedSpan).spanIndex,
        run,
      }));
    });
    return runs.flat();
  },
  async totals(quantities, spans, take) {
    await inHalves(spans.filter(isSome), async (asked) => {
      const { rows } = await pool.query<TotalsRow>({
        name: `open-totals-${quantities.map((quantity) => quantity.slice(0, 3)).join('-')}`,
        text: totalsStatement(quantities),
        values: [...boundsOf(asked), asked.map(({ setIndex }) => setIndex)],
      });
      const row = rows[0] as TotalsRow;
      const [setIndexes, quarters, meters] = [row.set_index, row.quarter, row.meters].map((sent) =>
        sentNumbers(sent),
      ) as [Float64Array, Float64Array, Float64Array];
      const columns = quantities.map((quantity) => [quantity, sentNumbers(row[quantity])] as const);
      for (const [index, quarter] of quarters.entries())
        take(setIndexes[index] as number, {
          quarter,
          meters: meters[index] as number,
          totals: Object.fromEntries(columns.map(([quantity, of]) => [quantity, of[index] as number])),
        });
    });
  },
});
