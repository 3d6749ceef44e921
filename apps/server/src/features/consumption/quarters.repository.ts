import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { utcDay } from './day-packer.ts';
import { type Gap, gapsOf } from './packed-gaps.ts';
import { readNumbers } from './series-columns.ts';

const COLUMNS = ['a', 'b', 'c', 'volume'] as const;
export type QuarterColumn = (typeof COLUMNS)[number];

/** Quarter-hours with data, ascending: what each consumed by phase (mWh), or its volume (ml). */
export interface ReadQuarters extends Readonly<Record<QuarterColumn, Float64Array>> {
  /** Epoch ms. */
  readonly start: Float64Array;
}

/** Columns as texts of arrays, `{1,2}`; null is a column of zeros. */
interface QuartersRow extends Partial<Readonly<Record<QuarterColumn, string | null>>> {
  readonly length: number;
  readonly starts: string | null;
}

type PackedRow = QuartersRow & { readonly day: string };

export type QuartersOf = 'electric' | 'water';

const PACKED: Readonly<Record<QuartersOf, string>> = {
  electric: 'consumed_a as a, consumed_b as b, consumed_c as c',
  water: 'volume',
};

const arrayOf = (name: QuarterColumn, column: string): string =>
  `case when max(${column}) > 0 then array_agg(${column} order by start)::text end as ${name}`;

const OPEN: Readonly<Record<QuartersOf, string>> = {
  electric: `${arrayOf('a', 'consumed_a_mwh')}, ${arrayOf('b', 'consumed_b_mwh')}, ${arrayOf('c', 'consumed_c_mwh')}`,
  water: arrayOf('volume', 'volume_ml'),
};

const IN_SPAN = 'installation_id = $1 and start >= $2 and start < $3 and frames > 0';

/** What quarter-hours of some installations consumed together, by the start of each. */
export interface LoadRow {
  readonly installationId: number;
  readonly start: Instant;
  /** mWh. */
  readonly consumed: number;
}

export interface QuartersRepository {
  read(installationId: number, of: QuartersOf, span: Gap): Promise<ReadQuarters>;
  /** What each of the installations consumed in each of the quarter-hours. */
  loads(installationIds: readonly number[], starts: readonly Instant[]): Promise<readonly LoadRow[]>;
}

/** A part of the answer: its rows, and the instant from which its `starts` count quarters. */
interface Part {
  readonly origin: number;
  readonly row: QuartersRow;
}

const join = (parts: readonly Part[]): ReadQuarters => {
  const length = parts.reduce((sum, { row }) => sum + row.length, 0);
  const column = () => new Float64Array(length);
  const joined = { start: column(), a: column(), b: column(), c: column(), volume: column() };
  let offset = 0;
  for (const { origin, row } of parts) {
    if (row.starts !== null) readNumbers(row.starts, joined.start, offset);
    for (let index = offset; index < offset + row.length; index++) {
      joined.start[index] = origin + (joined.start[index] ?? 0) * QUARTER_MS;
    }
    for (const name of COLUMNS) {
      const text = row[name];
      if (text) readNumbers(text, joined[name], offset);
    }
    offset += row.length;
  }
  return joined;
};

/** Packed days are whole: what lies outside the span is cut off. */
const within = (quarters: ReadQuarters, { from, to }: Gap): ReadQuarters => {
  const first = quarters.start.findIndex((start) => start >= from);
  const last = quarters.start.findLastIndex((start) => start < to);
  if (first === 0 && last === quarters.start.length - 1) return quarters;
  const slice = (column: Float64Array) => (first < 0 ? column.slice(0, 0) : column.slice(first, last + 1));
  const { start, a, b, c, volume } = quarters;
  return { start: slice(start), a: slice(a), b: slice(b), c: slice(c), volume: slice(volume) };
};

export const createQuartersRepository = (pool: Pool): QuartersRepository => {
  const readPacked = async (installationId: number, of: QuartersOf, { from, to }: Gap) => {
    const { rows } = await pool.query<PackedRow>({
      name: `packed-quarters-${of}`,
      text: `select day, length, starts, ${PACKED[of]} from packed_quarters
        where installation_id = $1 and day between $2 and $3 order by day`,
      values: [installationId, utcDay(from), utcDay(to - 1)],
    });
    return rows;
  };
  const readOpen = async (installationId: number, of: QuartersOf, { from, to }: Gap): Promise<Part> => {
    const { rows } = await pool.query<QuartersRow>({
      name: `open-quarters-${of}`,
      text: `select count(*)::integer as length,
        array_agg(date_part('epoch', start)::bigint / 900 order by start)::text as starts, ${OPEN[of]}
        from quarter where ${IN_SPAN}`,
      values: [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
    });
    return { origin: 0, row: rows[0] ?? { length: 0, starts: null } };
  };

  return {
    async read(installationId, of, span) {
      if (span.to <= span.from) return join([]);
      const packed = await readPacked(installationId, of, span);
      const gaps = gapsOf(span, packed);
      const open = await Promise.all(gaps.map((gap) => readOpen(installationId, of, gap)));
      const parts = [
        ...packed.map((row) => ({ at: Date.parse(row.day), part: { origin: Date.parse(row.day), row } })),
        ...open.map((part, index) => ({ at: gaps[index]?.from ?? 0, part })),
      ];
      return within(join(parts.sort((one, other) => one.at - other.at).map(({ part }) => part)), span);
    },
    async loads(installationIds, starts) {
      if (installationIds.length === 0 || starts.length === 0) return [];
      const { rows } = await pool.query<{ id: number; start: Date; consumed: number }>({
        name: 'loads-of-quarters',
        text: `select installation_id as id, start, consumed_a_mwh + consumed_b_mwh + consumed_c_mwh as consumed
          from unnest($1::integer[]) as one (id), unnest($2::timestamptz[]) as wanted (begins), quarter
          where installation_id = one.id and start = begins and frames > 0`,
        values: [installationIds, starts.map((start) => new Date(start).toISOString())],
      });
      return rows.map(({ id, start, consumed }) => ({
        installationId: id,
        start: start.getTime() as Instant,
        consumed,
      }));
    },
  };
};
