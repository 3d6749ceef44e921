import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AdapterKind } from '@nascente/domain/telemetry/adapters/adapter';
import type { Mapping } from '@nascente/domain/telemetry/adapters/mapping';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { Pool, PoolClient } from 'pg';
import { enabledAccount } from '../../platform/database/account-conditions.ts';

export interface BoardRow {
  readonly mac: Mac;
  readonly kind: BoardKind;
  readonly keyHash: Buffer;
  /** The owner of the establishment where the board is installed; `null`: it is not installed. */
  readonly owner: string | null;
}

/** The adapter of a board that does not send native records. */
export interface AdapterRow {
  readonly mac: Mac;
  readonly adapter: AdapterKind;
  readonly topic: string;
  readonly zone: Zone;
  readonly mapping: Mapping | null;
  readonly width: number | null;
  readonly maxPerHour: number | null;
}

/** A board at an installation, in [from, until). */
export interface InstallationRow {
  readonly id: number;
  readonly mac: Mac;
  readonly from: Instant;
  readonly until: Instant | null;
  readonly ratedPhaseWatts: number | null;
}

/** The gateways that may send for a board: those of its current owner and of Admins. */
interface GatewayRow {
  readonly mac: Mac;
  readonly ids: readonly string[];
}

interface BoardRows {
  readonly gateways: readonly GatewayRow[];
  readonly boards: readonly BoardRow[];
  readonly adapters: readonly AdapterRow[];
  readonly installations: readonly InstallationRow[];
}

export type BoardDirectoryRepository = ReturnType<typeof createBoardDirectoryRepository>;

const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const BOARDS = `select mac, case when type = 'water' then 'water' else model end as kind, key_hash as "keyHash",
    (select e.owner_id::text from installation i join establishment e on e.id = i.establishment_id
      where i.mac = board.mac and i.removed_at is null limit 1) as owner
  from board where $1::text[] is null or mac = any($1)`;

const ADAPTERS = `select mac, adapter, topic, zone, mapping, register_width as width, max_per_hour as "maxPerHour"
  from board_adapter where $1::text[] is null or mac = any($1)`;

/**
 * The installations of boards over time. A replaced board keeps its earlier ones. Times are truncated to milliseconds, as those
 * of frames are.
 */
const INSTALLATIONS = `select i.id, s.mac, floor(${epochMs('s.since')}) as "from", floor(${epochMs('s.until')}) as until,
    i.rated_phase_w as "ratedPhaseWatts"
  from board_stay s join installation i on i.id = s.installation_id where $1::text[] is null or s.mac = any($1)`;

const GATEWAYS = `select m.mac, array_agg(g.id::text) as ids
  from integration g join account a on a.id = g.account_id cross join unnest(g.boards) as m(mac)
  where g.kind = 'gateway' and ($1::text[] is null or (g.boards && $1 and m.mac = any($1))) and ${enabledAccount('a')}
    and (a.profile = 'Admin' or exists (select from installation i join establishment e on e.id = i.establishment_id
      where i.mac = m.mac and i.removed_at is null and e.owner_id = a.id))
  group by m.mac`;

const NEWEST = `select installation_id as id, ${epochMs('at')} as at from last_state`;

export const createBoardDirectoryRepository = (pool: Pool) => ({
  /** Reads the given boards, or all. */
  async read(macs?: readonly Mac[]): Promise<BoardRows> {
    const wanted = [macs ?? null];
    const boards = await pool.query<BoardRow>(BOARDS, wanted);
    const adapters = await pool.query<AdapterRow>(ADAPTERS, wanted);
    const installations = await pool.query<InstallationRow>(INSTALLATIONS, wanted);
    const gateways = await pool.query<GatewayRow>(GATEWAYS, wanted);
    return {
      gateways: gateways.rows,
      boards: boards.rows,
      adapters: adapters.rows,
      installations: installations.rows,
    };
  },
  /** Instant of the newest frame of each installation. */
  async newestFrames(): Promise<ReadonlyMap<number, Instant>> {
    const { rows } = await pool.query<{ id: number; at: Instant }>(NEWEST);
    return new Map(rows.map(({ id, at }) => [id, at]));
  },
  /** Calls `onChange` with the MAC of each board that any process changes, until the connection ends. */
  async listen(onChange: (mac: Mac) => void, onEnd: () => void): Promise<{ stop(): void }> {
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
