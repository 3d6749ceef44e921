import {
  type MeasuredQuarters,
  QUARTER_QUANTITIES,
  type QuarterQuantity,
} from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { Pool } from 'pg';
import { inHalves } from '../../platform/database/in-halves.ts';
import { ASKED_QUANTITIES, type QuarterSpan, type QuartersOf } from './quarter-days.repository.ts';
import { QUANTITY_SUMS } from './quarter-statements.repository.ts';
import { readNumbers } from './series-columns.ts';

/** Sums are float8, exact below 2^53: a sum of bigint would be numeric, which is slower. */
const sums = (names: readonly QuarterQuantity[]): string => `select count(*)::integer as length,
  array_agg(quarter)::text as quarters, array_agg(present)::text as present,
  ${names.map((name) => `case when max(${name}) > 0 then array_agg(${name}::bigint)::text end as ${name}`).join(',\n  ')}
from (
  select date_part('epoch', start)::bigint / 900 as quarter, count(*) as present,
    ${names.map((name) => `sum((${QUANTITY_SUMS[name]})::float8) as ${name}`).join(', ')}
  from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as given (id, since, until)
  join quarter on installation_id = given.id and start >= given.since and start < given.until and frames > 0
  group by start
) summed`;

/** Columns of texts of arrays, in the same order. */
interface SumsRow extends Partial<Readonly<Record<QuarterQuantity, string | null>>> {
  readonly length: number;
  readonly quarters: string | null;
  readonly present: string | null;
}

const toMeasured = ({ length: count, quarters, present, ...columns }: SumsRow): MeasuredQuarters => {
  const places = new Float64Array(count);
  if (quarters !== null) readNumbers(quarters, places, 0);
  const first = places.reduce((least, place) => Math.min(least, place), places[0] ?? 0);
  const length = places.reduce((most, place) => Math.max(most, place - first + 1), 0);
  const read = new Float64Array(count);
  const spread = <C extends Float64Array | Uint16Array>(text: string | null | undefined, into: C): C => {
    if (!text) return into;
    readNumbers(text, read, 0);
    for (const [index, place] of places.entries()) into[place - first] = read[index] ?? 0;
    return into;
  };
  const column = (name: QuarterQuantity) => spread(columns[name], new Float64Array(length));
  return {
    origin: first * QUARTER_MS,
    length,
    present: spread(present, new Uint16Array(length)),
    ...(Object.fromEntries(QUARTER_QUANTITIES.map((name) => [name, column(name)])) as Record<
      QuarterQuantity,
      Float64Array
    >),
  };
};

export interface OpenSumsRepository {
  /** What installations measured together, from their quarter-hours, in parts that add up. */
  read(of: QuartersOf, spans: readonly QuarterSpan[]): Promise<readonly MeasuredQuarters[]>;
}

export const createOpenSumsRepository = (pool: Pool): OpenSumsRepository => ({
  async read(of, spans) {
    const answers = await inHalves(
      spans.filter(({ from, to }) => from < to),
      (some) =>
        pool.query<SumsRow>({
          name: `open-sums-${of}`,
          text: sums(ASKED_QUANTITIES[of]),
          values: [
            some.map(({ installationId }) => installationId),
            some.map(({ from }) => new Date(from).toISOString()),
            some.map(({ to }) => new Date(to).toISOString()),
          ],
        }),
    );
    return answers.flatMap(({ rows }) => rows.filter(({ length }) => length > 0).map(toMeasured));
  },
});
