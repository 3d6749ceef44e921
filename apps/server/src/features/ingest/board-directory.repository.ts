import type { BoardKind } from '@nascente/domain/metering/frame';
import type { Mac } from '@nascente/domain/metering/mac';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool, PoolClient } from 'pg';

export interface BoardRow {
  readonly mac: Mac;
  readonly kind: BoardKind;
  readonly keyHash: Buffer;
}

export interface InstallationRow {
  readonly id: number;
  readonly mac: Mac;
  readonly from: Instant;
  readonly until: Instant | null;
  readonly ratedPhaseWatts: number | null;
}

export interface BoardRows {
  readonly boards: readonly BoardRow[];
  readonly installations: readonly InstallationRow[];
}

export interface BoardDirectoryRepository {
  /** All boards, or one. */
  read(mac?: Mac): Promise<BoardRows>;
  /** Instant of the newest frame of each installation. */
  newestFrames(): Promise<ReadonlyMap<number, Instant>>;
  /** Calls back with the MAC of each board that is changed by anybody, until the connection ends. */
  listen(onChange: (mac: Mac) => void, onEnd: () => void): Promise<{ stop(): void }>;
}

const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const BOARDS = `select mac, case when type = 'water' then 'water' else model end as kind, key_hash as "keyHash"
  from board where $1::text is null or mac = $1`;

/** Times are cut to the millisecond, as those of frames are. */
const INSTALLATIONS = `select id, mac, floor(${epochMs('installed_at')}) as "from", floor(${epochMs('removed_at')}) as until,
    rated_phase_w as "ratedPhaseWatts"
  from installation where $1::text is null or mac = $1`;

const NEWEST = `select installation_id as id, ${epochMs('at')} as at from last_state`;

export const createBoardDirectoryRepository = (pool: Pool): BoardDirectoryRepository => ({
  async read(mac) {
    const given = [mac ?? null];
    const boards = await pool.query<BoardRow>(BOARDS, given);
    const installations = await pool.query<InstallationRow>(INSTALLATIONS, given);
    return { boards: boards.rows, installations: installations.rows };
  },
  async newestFrames() {
    const { rows } = await pool.query<{ id: number; at: Instant }>(NEWEST);
    return new Map(rows.map(({ id, at }) => [id, at]));
  },
  async listen(onChange, onEnd) {
    const connection: PoolClient = await pool.connect();
    let ended = false;
    const end = (failure?: Error): void => {
      if (ended) return;
      ended = true;
      connection.release(failure ?? true);
      onEnd();
    };
    connection.on('error', end);
    connection.on('notification', ({ payload }) => {
      if (payload !== undefined) onChange(payload as Mac);
    });
    await connection.query('listen board_changed');
    return { stop: () => end() };
  },
});
