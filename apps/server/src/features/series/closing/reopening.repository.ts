import type { ClientBase } from 'pg';
import { createBinaryColumn } from '../../../platform/database/binary-column.ts';
import { decodeBlocks } from '../encoding/frame-blocks.ts';
import { createPartition } from '../frames/day-partition.repository.ts';
import { FRAME_COLUMNS, FRAME_FIELDS } from '../frames/frame-fields.ts';
import { dayName, dayNumber, startOfDayNumber } from '../utc-day.ts';

/** Held shared by whoever writes into a closed day, and exclusively by whoever begins to close some, or drops their rows. */
export const CLOSING_LOCK = 7_305_001;

/**
 * SQL that reopens the totals of closed days, in the transaction of whatever changes them; their frames stay as they were
 * closed, since a correction or an import touches none. Whoever adds frames calls `reopenFrames`.
 *
 * @param touched - SQL of rows with `installation_id`, and `start`, an instant of the day
 */
export const reopenTotals = (touched: string): string => `update meter_day set format = null from (
    select distinct installation_id, (start at time zone 'UTC')::date as day from (${touched}) touched
  ) changed where meter_day.installation_id = changed.installation_id and meter_day.day = changed.day`;

/** Of closed days how many frames they hold, and how many of these are rows still. Nobody changes them until the commit. */
const CLOSED = `select installation_id as "installationId", (day - date '1970-01-01') as day, frames, (
    select count(*) from reading where reading.installation_id = meter_day.installation_id
      and at >= day::timestamp at time zone 'UTC' and at < (day + 1)::timestamp at time zone 'UTC'
  )::integer as rows
from unnest($1::integer[], $2::integer[]) as given (id, of_day)
join meter_day on installation_id = given.id and day = date '1970-01-01' + given.of_day
order by 1, 2 for update of meter_day`;

const BLOCKS = `select frame_blocks as blocks from meter_day
where installation_id = $1 and day = date '1970-01-01' + $2::integer and frame_blocks is not null`;

const REOPEN = `delete from meter_day using unnest($1::integer[], $2::integer[]) as given (id, of_day)
where installation_id = given.id and day = date '1970-01-01' + given.of_day`;

const TYPES = FRAME_FIELDS.map((field) => (FRAME_COLUMNS[field].isIncrement ? 'int8' : 'float4'));
const NAMES = ['installation_id', 'at', ...FRAME_FIELDS.map((field) => FRAME_COLUMNS[field].column)].join(
  ', ',
);

const RESTORE = `insert into reading (${NAMES})
select $1::integer, * from unnest($2::timestamptz[], ${TYPES.map((type, index) => `$${index + 3}::${type}[]`).join(', ')})
on conflict do nothing`;

interface ClosedDay {
  readonly installationId: number;
  /** Since 1970. */
  readonly day: number;
  readonly frames: number;
  readonly rows: number;
}

/** A frame of an installation. */
export interface TouchedFrame {
  readonly installationId: number;
  /** Epoch ms. */
  readonly at: number;
}

/** A day at a time: a fleet that comes back late touches thousands. */
const restore = async (
  connection: Pick<ClientBase, 'query'>,
  { installationId, day }: ClosedDay,
): Promise<void> => {
  const { rows } = await connection.query<{ blocks: Buffer }>(BLOCKS, [installationId, day]);
  const [kept] = rows;
  if (kept === undefined) return;
  const { at, columns } = decodeBlocks(kept.blocks, 'all');
  await createPartition(connection, dayName(startOfDayNumber(day)));
  const instants = createBinaryColumn('timestamptz', at.length);
  for (const instant of at) instants.push(instant);
  const values = FRAME_FIELDS.map((field, index) => {
    const target = createBinaryColumn(TYPES[index] as 'int8' | 'float4', at.length);
    const column = columns[field];
    for (const place of at.keys()) {
      const number = column?.[place] ?? Number.NaN;
      target.push(Number.isNaN(number) ? null : number);
    }
    return target.encoded();
  });
  await connection.query({
    name: 'restore-readings',
    text: RESTORE,
    values: [installationId, instants.encoded(), ...values],
  });
};

/**
 * Reopens the closed days in which these frames lie, within the transaction of its connection: their readings are rows
 * again, whatever is added to them counts, and a repetition is known. To be called before anything is written into them,
 * while `CLOSING_LOCK` is held shared.
 */
export const reopenFrames = async (
  connection: Pick<ClientBase, 'query'>,
  touched: readonly TouchedFrame[],
): Promise<void> => {
  const days = new Map(
    touched.map(({ installationId, at }) => {
      const day = dayNumber(at);
      return [`${installationId} ${day}`, { installationId, day }];
    }),
  );
  // In the order of their keys: two who reopen the same days never wait for each other.
  const given = [...days.values()].sort((a, b) => a.installationId - b.installationId || a.day - b.day);
  const keys = [given.map(({ installationId }) => installationId), given.map(({ day }) => day)];
  const closed = await connection.query<ClosedDay>({
    name: 'closed-days-touched',
    text: CLOSED,
    values: keys,
  });
  if (closed.rows.length === 0) return;
  // Until they are dropped the rows are there still.
  for (const day of closed.rows) if (day.rows < day.frames) await restore(connection, day);
  await connection.query({ name: 'reopen-frames', text: REOPEN, values: keys });
};
