import type { AdapterKind } from '@nascente/domain/telemetry/adapters/adapter';
import type { Mapping } from '@nascente/domain/telemetry/adapters/mapping';
import type { Database } from '../../platform/database/open-database.ts';
import type { TestBoard } from './test-telemetry.ts';

export interface TestAdapter {
  readonly adapter: AdapterKind;
  readonly topic: string;
  readonly zone?: string;
  readonly mapping?: Mapping;
  readonly width?: number;
  readonly maxPerHour?: number;
}

/** Says how a board's messages are read. */
export const giveAdapter = async (
  { pool }: Pick<Database, 'pool'>,
  board: TestBoard,
  { adapter, topic, zone = 'America/Sao_Paulo', mapping, width, maxPerHour }: TestAdapter,
): Promise<void> => {
  await pool.query(
    `insert into board_adapter (mac, adapter, topic, zone, mapping, register_width, max_per_hour)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [board.mac, adapter, topic, zone, mapping ?? null, width ?? null, maxPerHour ?? null],
  );
};
