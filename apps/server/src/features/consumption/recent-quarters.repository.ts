import {
  QUARTER_QUANTITIES,
  type QuarterQuantity,
  type QuarterRun,
} from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../platform/database/in-halves.ts';
import { QUANTITY_SUMS } from './quarter-statements.repository.ts';
import { readNumbers } from './series-columns.ts';

const SUMS = QUARTER_QUANTITIES.map((name) => `${QUANTITY_SUMS[name]} as ${name}`).join(', ');
const COLUMNS = QUARTER_QUANTITIES.map(
  (name) => `case when max(${name}) > 0 then array_agg(${name})::text end as ${name}`,
).join(',\n  ');

/** One row of texts: a row an installation would take longer to send and to take in than what is in it. */
const READ = `with given as materialized (
  select id, to_timestamp(since::bigint * 900) as since, place
  from unnest($1::integer[], $2::integer[]) with ordinality as given (id, since, place)
), recent as (
  select given.place - 1 as place, date_part('epoch', start)::bigint / 900 as quarter, ${SUMS}
  from given join quarter on installation_id = given.id and start >= given.since and start < $3::timestamptz and frames > 0
)
select date_part('epoch', now()) * 1000 as "readAt", measured.* from (
  select count(*)::integer as length, array_agg(place)::text as places, array_agg(quarter)::text as quarters,
  ${COLUMNS}
  from recent
) measured`;

/** Columns of texts of arrays, in the same order. */
interface ReadRow extends Readonly<Record<QuarterQuantity, string | null>> {
  readonly readAt: number;
  readonly length: number;
  readonly places: string | null;
  readonly quarters: string | null;
}

/** An installation, and from when on its quarter-hours are asked. */
export interface RecentAsked {
  readonly installationId: number;
  readonly since: Instant;
}

/** What was read of an installation at one moment. */
export interface RecentRead {
  /** On the clock of the database. */
  readonly readAt: number;
  /** From the quarter-hour that was asked for to the last one with data. */
  readonly run: QuarterRun;
}

export interface RecentQuartersRepository {
  /** Of each, in their order. */
  read(asked: readonly RecentAsked[], until: Instant): Promise<readonly RecentRead[]>;
}

const numbersOf = (text: string | null, length: number): Float64Array | null => {
  if (text === null) return null;
  const numbers = new Float64Array(length);
  readNumbers(text, numbers, 0);
  return numbers;
};

/** The quarter-hours of each installation in a row, one after the other from the one that was asked for. */
const runsOf = (asked: readonly RecentAsked[], row: ReadRow): QuarterRun[] => {
  const places = numbersOf(row.places, row.length) ?? new Float64Array();
  const quarters = numbersOf(row.quarters, row.length) ?? new Float64Array();
  const firsts = Float64Array.from(asked, ({ since }) => Math.floor(since / QUARTER_MS));
  const lengths = new Float64Array(asked.length);
  for (const [index, place] of places.entries()) {
    const length = (quarters[index] as number) - (firsts[place] as number) + 1;
    lengths[place] = Math.max(lengths[place] as number, length);
  }
  const present = Array.from(lengths, (length) => new Uint8Array(length));
  for (const [index, place] of places.entries())
    (present[place] as Uint8Array)[(quarters[index] as number) - (firsts[place] as number)] = 1;
  const spread = (text: string | null): readonly (Float64Array | null)[] => {
    const read = numbersOf(text, row.length);
    const columns = asked.map((): Float64Array | null => null);
    for (const [index, measured] of (read ?? new Float64Array()).entries()) {
      if (measured === 0) continue;
      const place = places[index] as number;
      columns[place] ??= new Float64Array(lengths[place] as number);
      columns[place][(quarters[index] as number) - (firsts[place] as number)] = measured;
    }
    return columns;
  };
  const columns = QUARTER_QUANTITIES.map((name) => [name, spread(row[name])] as const);
  return asked.map((_, place) => ({
    start: instant((firsts[place] as number) * QUARTER_MS),
    length: lengths[place] as number,
    present: (present[place] as Uint8Array).every((one) => one === 1)
      ? null
      : (present[place] as Uint8Array).join(''),
    ...(Object.fromEntries(columns.map(([name, of]) => [name, of[place] ?? null])) as Record<
      QuarterQuantity,
      Float64Array | null
    >),
  }));
};

export const createRecentQuartersRepository = (pool: Pool): RecentQuartersRepository => ({
  async read(asked, until) {
    const answers = await inHalves(asked, async (some) => {
      const { rows } = await pool.query<ReadRow>({
        name: 'recent-quarters',
        text: READ,
        values: [
          some.map(({ installationId }) => installationId),
          some.map(({ since }) => Math.floor(since / QUARTER_MS)),
          new Date(until).toISOString(),
        ],
      });
      const row = rows[0] as ReadRow;
      return runsOf(some, row).map((run): RecentRead => ({ readAt: row.readAt, run }));
    });
    return answers.flat();
  },
});
