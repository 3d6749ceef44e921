import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../../platform/database/in-halves.ts';
import { sqlOf } from '../quarter-columns.ts';
import { readNumbers } from './number-text.ts';
import { type InstallationSpan, isSome, type RunsOfSpans } from './quarter-runs.ts';
import type { TotalColumn } from './total-columns.ts';

/**
 * One row of texts: pg builds no value for each number, and a row an installation would take longer to send and to take
 * in than what is in it. A column of zeros, such as what a meter without a solar panel injected, is null.
 */
const readStatement = (columns: readonly TotalColumn[]): string => `with asked as materialized (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span (id, since, until, place)
), measured as (
  select ${['asked.place - 1 as place', "date_part('epoch', start)::bigint / 900 as quarter", ...columns.map((column) => `${sqlOf(column)} as "${column}"`)].join(', ')}
  from asked join quarter on installation_id = asked.id and start >= since and start < until and frames > 0
)
select ${['count(*)::integer as length', 'array_agg(place)::text as places', 'array_agg(quarter)::text as quarters', ...columns.map((column) => `case when max("${column}") > 0 then array_agg("${column}")::text end as "${column}"`)].join(', ')}
from measured`;

/** PostgreSQL tells statements apart by 63 characters: `inductiveA` is indA. */
const abbreviated = (column: TotalColumn): string => column.slice(0, 3) + column.slice(-1);

/** Columns of texts of arrays, in the same order. */
type ReadRow<C extends TotalColumn> = Readonly<Record<C, string | null>> & {
  readonly length: number;
  readonly places: string | null;
  readonly quarters: string | null;
};

interface OpenQuartersRepository {
  /** The quarter-hours of each span that are rows: a run from its begin to the last one with data, which may be empty. */
  read<C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly InstallationSpan[],
  ): Promise<RunsOfSpans<C>>;
}

const numbersOf = (text: string | null, length: number): Float64Array => {
  const numbers = new Float64Array(length);
  if (text !== null) readNumbers(text, numbers, 0);
  return numbers;
};

/** Spreads the quarter-hours of a row over the spans in which they lie. */
const runsOf = <C extends TotalColumn>(
  columns: readonly C[],
  spans: readonly InstallationSpan[],
  row: ReadRow<C>,
): QuarterRunOf<C>[] => {
  const places = numbersOf(row.places, row.length);
  const quarters = numbersOf(row.quarters, row.length);
  const firsts = Float64Array.from(spans, ({ from }) => Math.floor(from / QUARTER_MS));
  const lengths = new Float64Array(spans.length);
  const offsets = quarters.map((quarter, index) => quarter - (firsts[places[index] as number] as number));
  for (const [index, place] of places.entries())
    lengths[place] = Math.max(lengths[place] as number, (offsets[index] as number) + 1);
  const present = Array.from(lengths, (length) => new Uint8Array(length));
  for (const [index, place] of places.entries()) (present[place] as Uint8Array)[offsets[index] as number] = 1;
  const spread = (text: string | null): readonly (Float64Array | null)[] => {
    const grids = spans.map((): Float64Array | null => null);
    if (text === null) return grids;
    for (const [index, measured] of numbersOf(text, row.length).entries()) {
      if (measured === 0) continue;
      const place = places[index] as number;
      const grid = grids[place] ?? new Float64Array(lengths[place] as number);
      grid[offsets[index] as number] = measured;
      grids[place] = grid;
    }
    return grids;
  };
  const grids = columns.map((column) => [column, spread(row[column])] as const);
  return spans.map((_, place) => {
    const isPresent = present[place] as Uint8Array;
    const measured = grids.map(([column, of]) => [column, of[place] ?? null] as const);
    return {
      start: instant((firsts[place] as number) * QUARTER_MS),
      length: isPresent.length,
      present: isPresent.includes(0) ? isPresent.join('') : null,
      ...(Object.fromEntries(measured) as Record<C, Float64Array | null>),
    };
  });
};

export const createOpenQuartersRepository = (pool: Pool): OpenQuartersRepository => ({
  async read<C extends TotalColumn>(columns: readonly C[], spans: readonly InstallationSpan[]) {
    const answers = await inHalves(spans.filter(isSome), async (asked) => {
      const { rows } = await pool.query<ReadRow<C>>({
        name: `open-quarters-${columns.map(abbreviated).join('')}`,
        text: readStatement(columns),
        values: [
          asked.map(({ installationId }) => installationId),
          asked.map(({ from }) => new Date(from).toISOString()),
          asked.map(({ to }) => new Date(to).toISOString()),
        ],
      });
      return runsOf(columns, asked, rows[0] as ReadRow<C>);
    });
    const runs = answers.flat().values();
    return spans.map((span) => (isSome(span) ? [runs.next().value as QuarterRunOf<C>] : []));
  },
});
