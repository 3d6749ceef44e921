import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import { measuredAt } from '../series/index.ts';

export type ConnectingRepository = ReturnType<typeof createConnectingRepository>;

export const createConnectingRepository = (db: Connection) => ({
  /** The newest rejection of a board since an instant. */
  newestRefusal: async (mac: string, since: Date): Promise<{ receivedAt: Date; reason: string } | null> =>
    (await db
      .selectFrom('refused_frame')
      .where('mac', '=', mac)
      .where('received_at', '>=', since)
      .select(['received_at as receivedAt', 'reason'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null,
  /** The topic of the adapter of a board; `null`: the board sends native records. */
  adapterTopic: async (mac: string): Promise<string | null> =>
    (await db.selectFrom('board_adapter').where('mac', '=', mac).select('topic').executeTakeFirst())?.topic ??
    null,
  /** Whether a quarter-hour was ever counted. */
  isMeasured: async (installationId: number): Promise<boolean> =>
    (
      await sql`select where ${sql.raw(measuredAt('first', String(Number(installationId))))} is not null`.execute(
        db,
      )
    ).rows.length > 0,
});

export interface BoardLink {
  readonly address: string;
  readonly protocol: string;
  /** True if the connection authenticated with a credential for many boards. */
  readonly bySharedCredential: boolean;
}

export interface BoardConnection extends BoardLink {
  readonly connectedAt: Instant;
  /** `null`: connected. */
  readonly disconnectedAt: Instant | null;
  /** Last time at which the board exceeded its rate limit on this connection. */
  readonly heldBackAt: Instant | null;
}

const KEEP = `insert into board_connection (mac, connected_at, disconnected_at, address, protocol, held_back_at,
  by_shared_credential, edge)
  select mac, to_timestamp(connected / 1000), to_timestamp(disconnected / 1000), address, protocol,
    to_timestamp(held_back / 1000), by_shared_credential, $8
  from unnest($1::text[], $2::float8[], $3::float8[], $4::text[], $5::text[], $6::float8[],
    $7::boolean[]) as given (mac, connected, disconnected, address, protocol, held_back, by_shared_credential)
    join board using (mac) order by mac
  on conflict (mac) do update set connected_at = excluded.connected_at, disconnected_at = excluded.disconnected_at,
    address = excluded.address, protocol = excluded.protocol,
    by_shared_credential = excluded.by_shared_credential,
    held_back_at = coalesce(excluded.held_back_at, board_connection.held_back_at), edge = excluded.edge
  where excluded.disconnected_at is null or board_connection.edge = excluded.edge`;

const END_OPEN = `update board_connection set disconnected_at = greatest(connected_at, to_timestamp($1::float8 / 1000))
  where disconnected_at is null and edge = $2`;

/** @param edge - name of this edge; a board that has reconnected to another edge is not changed */
export const createConnectionsRepository = (pool: Pick<Pool, 'query'>, edge: string) => ({
  /** Stores the newest connection of each board. Boards removed from the inventory meanwhile are left out. */
  async keep(connections: ReadonlyMap<Mac, BoardConnection>): Promise<void> {
    const rows = [...connections.values()];
    await pool.query({
      name: 'keep-connections',
      text: KEEP,
      values: [
        [...connections.keys()],
        rows.map(({ connectedAt }) => connectedAt),
        rows.map(({ disconnectedAt }) => disconnectedAt),
        rows.map(({ address }) => address),
        rows.map(({ protocol }) => protocol),
        rows.map(({ heldBackAt }) => heldBackAt),
        rows.map(({ bySharedCredential }) => bySharedCredential),
        edge,
      ],
    });
  },
  /** Ends connections that this edge could not end when it was killed. */
  async endOpen(at: Instant): Promise<void> {
    await pool.query(END_OPEN, [at, edge]);
  },
});
