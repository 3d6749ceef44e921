import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { FRAME_FIELDS, frameColumn, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import { QUARTER_QUANTITIES, QUARTERS_OF_DAY } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { ClientBase } from 'pg';
import { createBinaryColumns, type ElementType } from '../../../platform/database/binary-column.ts';
import { decodeBlocks } from '../encoding/frame-blocks.ts';
import { decodeCounts, decodePhases } from '../encoding/quarters.ts';
import { createPartition } from '../frames/day-partition.repository.ts';
import { columnsOf, dayNumber } from '../interval-queries.repository.ts';

/** Shared by writers into closed days; exclusive for the job that closes days or drops their rows. */
export const CLOSING_LOCK = 7_305_001;

type Connection = Pick<ClientBase, 'query'>;

const REQUESTED_DAYS = `unnest($1::integer[], $2::integer[]) as asked (id, of_day)
join meter_day on installation_id = asked.id and day = date '1970-01-01' + asked.of_day`;

/** Locks days in the order of their keys until the commit, so that writers cannot deadlock. */
const TOUCHED = `select installation_id as "installationId", (day - date '1970-01-01') as day, format, frames,
  counts, present, imports, ${QUARTER_QUANTITIES.join(', ')} from ${REQUESTED_DAYS} order by 1, 2 for update of meter_day`;

const ROWS = `select count(*)::integer as rows from reading where installation_id = $1
  and at >= to_timestamp($2::float8 * 86400) and at < to_timestamp(($2::float8 + 1) * 86400)`;

const BLOCKS = `select frame_blocks as blocks from meter_day
where installation_id = $1 and day = date '1970-01-01' + $2::integer and frame_blocks is not null`;

const REMOVE = `delete from meter_day using unnest($1::integer[], $2::integer[]) as asked (id, of_day)
where installation_id = asked.id and day = date '1970-01-01' + asked.of_day`;

/** Marks days as open. Days that are being closed get another version. */
const UNFILL = `update meter_day set format = null from unnest($1::integer[], $2::integer[]) as asked (id, of_day)
where installation_id = asked.id and day = date '1970-01-01' + asked.of_day`;

const arrays = (types: readonly ElementType[], first: number): string =>
  types.map((type, index) => `$${index + first}::${type}[]`).join(', ');

const FRAME_TYPES = FRAME_FIELDS.map((field) => (isIncrement(field) ? 'int8' : 'float4'));
const FRAME_NAMES = FRAME_FIELDS.map(frameColumn);
const RESTORE_READINGS = `insert into reading (installation_id, at, ${FRAME_NAMES.join(', ')})
select $1::integer, * from unnest(${arrays(['timestamptz', ...FRAME_TYPES], 2)}) on conflict do nothing`;

const SUMS = QUARTER_QUANTITIES.flatMap(columnsOf);
const RESTORED = [...SUMS, 'frames', 'import_id'];
const QUARTER_TYPES: readonly ElementType[] = [
  'int4',
  'timestamptz',
  ...SUMS.map((): ElementType => 'int8'),
  'int4',
  'int4',
];
/** Rows that were not dropped yet exist with equal values; rows opened in advance are empty. */
const RESTORE_QUARTERS = `insert into quarter (installation_id, start, ${RESTORED.join(', ')})
select * from unnest(${arrays(QUARTER_TYPES, 1)})
on conflict (installation_id, start) do update set ${RESTORED.map((name) => `${name} = excluded.${name}`).join(', ')}
  where quarter.frames = 0`;

interface DayKey {
  readonly installationId: number;
  /** Days since 1970. */
  readonly day: number;
}

interface TouchedDay extends DayKey, Readonly<Record<(typeof QUARTER_QUANTITIES)[number], Buffer | null>> {
  /** `null`: the day is open or is being closed. */
  readonly format: number | null;
  readonly frames: number;
  readonly counts: Buffer;
  readonly present: string | null;
  readonly imports: readonly number[] | null;
}

/** An instant of an installation. */
export interface TouchedFrame {
  readonly installationId: number;
  /** Epoch ms. */
  readonly at: number;
}

const DAYS_PER_BATCH = 100;

const restoreQuarters = async (connection: Connection, days: readonly TouchedDay[]): Promise<void> => {
  const columns = createBinaryColumns(QUARTER_TYPES);
  for (const day of days) {
    const counts = decodeCounts(day.counts);
    const grids = QUARTER_QUANTITIES.flatMap((name) => {
      const phases = decodePhases(day[name]);
      return columnsOf(name).map((_, phase) => phases[phase] ?? null);
    });
    for (let quarter = 0; quarter < QUARTERS_OF_DAY; quarter++) {
      if (day.present !== null && day.present[quarter] !== '1') continue;
      const importId = day.imports?.[quarter] || null;
      const sums = grids.map((grid) => grid?.[quarter] ?? 0);
      const start = day.day * DAY_MS + quarter * QUARTER_MS;
      const frames = importId === null ? (counts[quarter] as number) : 1;
      for (const [index, value] of [day.installationId, start, ...sums, frames, importId].entries())
        columns[index]?.push(value);
    }
  }
  const values = columns.map((column) => column.encoded());
  await connection.query({ name: 'restore-quarters', text: RESTORE_QUARTERS, values });
};

/** Restores one day at a time, because many boards that reconnect late may concern thousands. */
const restoreReadings = async (connection: Connection, { installationId, day }: DayKey): Promise<void> => {
  const { rows } = await connection.query<{ blocks: Buffer }>(BLOCKS, [installationId, day]);
  const [stored] = rows;
  if (stored === undefined) return;
  const { at, columns } = decodeBlocks(stored.blocks, 'all');
  await createPartition(connection, 'reading', day);
  const [instants, ...fields] = createBinaryColumns(['timestamptz', ...FRAME_TYPES]);
  for (const instant of at) instants?.push(instant);
  for (const [index, target] of fields.entries()) {
    const column = columns[FRAME_FIELDS[index] as (typeof FRAME_FIELDS)[number]];
    for (const frame of at.keys()) {
      const number = column?.[frame] ?? Number.NaN;
      target.push(Number.isNaN(number) ? null : number);
    }
  }
  const values = [installationId, ...[instants, ...fields].map((column) => column?.encoded())];
  await connection.query({ name: 'restore-readings', text: RESTORE_READINGS, values });
};

const daysOf = (touched: readonly TouchedFrame[]): DayKey[] => {
  const days = new Map(
    touched.map(({ installationId, at }) => {
      const day = dayNumber(at);
      return [`${installationId} ${day}`, { installationId, day }];
    }),
  );
  return [...days.values()].sort((a, b) => a.installationId - b.installationId || a.day - b.day);
};

/** Restores the quarter-hours of closed days as rows. @returns the days with a row, closed or not */
const touchedDays = async (
  connection: Connection,
  days: readonly DayKey[],
): Promise<{ readonly found: readonly TouchedDay[]; readonly keys: number[][] }> => {
  const keys = [days.map(({ installationId }) => installationId), days.map(({ day }) => day)];
  const { rows } = await connection.query<TouchedDay>({ name: 'days-touched', text: TOUCHED, values: keys });
  const closed = rows.filter(({ format }) => format !== null);
  for (let first = 0; first < closed.length; first += DAYS_PER_BATCH)
    await restoreQuarters(connection, closed.slice(first, first + DAYS_PER_BATCH));
  return { found: rows, keys };
};

/**
 * Reopens the totals of the closed days of these instants, within the transaction of the connection. Their frames stay closed,
 * because corrections and imports change no frames. Must be called before any total is written and before other locks. Until the
 * commit, no other day can start to close.
 */
export const reopenTotals = async (
  connection: Connection,
  touched: readonly TouchedFrame[],
): Promise<void> => {
  await connection.query(`select pg_advisory_xact_lock_shared(${CLOSING_LOCK})`);
  const { found, keys } = await touchedDays(connection, daysOf(touched));
  if (found.length > 0) await connection.query({ name: 'reopen-totals', text: UNFILL, values: keys });
};

/**
 * Reopens the closed days of these frames within the transaction of the connection: readings and quarter-hours are rows again, so
 * new frames count and repetitions are recognised. Must be called before anything is written to these days, while `CLOSING_LOCK`
 * is held.
 */
export const reopenFrames = async (
  connection: Connection,
  touched: readonly TouchedFrame[],
): Promise<void> => {
  if (touched.length === 0) return;
  const { found, keys } = await touchedDays(connection, daysOf(touched));
  if (found.length === 0) return;
  for (const day of found) {
    const { rows } = await connection.query<{ rows: number }>(ROWS, [day.installationId, day.day]);
    if ((rows[0]?.rows ?? 0) < day.frames) await restoreReadings(connection, day);
  }
  await connection.query({ name: 'reopen-frames', text: REMOVE, values: keys });
};
