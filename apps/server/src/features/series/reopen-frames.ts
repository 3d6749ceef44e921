import { DAY_MS } from '@nascente/domain/time/zone';
import type { ClientBase } from 'pg';
import { createBinaryColumn } from '../../platform/database/binary-column.ts';
import { decodeBlocks } from './encoding/frame-blocks.ts';
import { FRAME_COLUMNS, FRAME_FIELDS } from './frame-fields.ts';
import { createPartition } from './partitions.repository.ts';
import { dayName } from './utc-day.ts';

const REOPEN = `delete from meter_day using unnest($1::integer[], $2::integer[]) as given (id, of_day)
where installation_id = given.id and day = date '1970-01-01' + given.of_day
returning installation_id as "installationId", given.of_day::bigint * 86400000 as midnight, frame_blocks as blocks`;

const TYPES = FRAME_FIELDS.map((field) => (FRAME_COLUMNS[field].isIncrement ? 'int8' : 'float4'));
const NAMES = ['installation_id', 'at', ...FRAME_FIELDS.map((field) => FRAME_COLUMNS[field].column)].join(
  ', ',
);

/** A day whose rows were not dropped yet has them still. */
const RESTORE = `insert into reading (${NAMES})
select $1::integer, * from unnest($2::timestamptz[], ${TYPES.map((type, index) => `$${index + 3}::${type}[]`).join(', ')})
on conflict do nothing`;

interface ReopenedDay {
  readonly installationId: number;
  /** Epoch ms. */
  readonly midnight: number;
  readonly blocks: Buffer | null;
}

/** A frame of an installation. */
export interface TouchedFrame {
  readonly installationId: number;
  /** Epoch ms. */
  readonly at: number;
}

const restore = async (
  connection: Pick<ClientBase, 'query'>,
  installationId: number,
  blocks: Buffer,
): Promise<void> => {
  const { at, columns } = decodeBlocks(blocks, 'all');
  if (at.length === 0) return;
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
      const day = Math.floor(at / DAY_MS);
      return [`${installationId} ${day}`, { installationId, day }];
    }),
  );
  // In the order of their keys: two who reopen the same days never wait for each other.
  const given = [...days.values()].sort((a, b) => a.installationId - b.installationId || a.day - b.day);
  const { rows } = await connection.query<ReopenedDay>({
    name: 'reopen-frames',
    text: REOPEN,
    values: [given.map(({ installationId }) => installationId), given.map(({ day }) => day)],
  });
  for (const { installationId, midnight, blocks } of rows) {
    if (blocks === null) continue;
    await createPartition(connection, dayName(midnight));
    await restore(connection, installationId, blocks);
  }
};
