import { type Instant, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Log } from '@nascente/runtime/log';
import type { Pool } from 'pg';
import { Counter, type Registry } from 'prom-client';
import {
  type BoardConnection,
  type BoardLink,
  createConnectionsRepository,
} from './connections.repository.ts';

/** Thousands of boards come back at once after an outage: they are kept together, once in a while. */
const GATHER_MS = 500;
/** A board that waits again and again is written that often. */
const HELD_BACK_WRITE_MS = 10_000;

/** The last connection of each board. It never delays a board, and a crash loses only moments. */
export const createConnectionLog = (needs: {
  pool: Pick<Pool, 'query'>;
  clock: () => Instant;
  log: Log;
  registry: Registry;
  /** The name of this edge, where there are several. */
  edge?: string;
}) => {
  const { clock, log } = needs;
  const waits = new Counter({
    name: 'nascente_boards_held_back_seconds_total',
    help: 'Time for which boards were not read because they had sent more than their allowance (BOARD_…_PER_SECOND).',
    registers: [needs.registry],
  });
  const repository = createConnectionsRepository(needs.pool, needs.edge ?? '');
  /** Of boards that are connected: the newest connection, and how many there are. */
  const open = new Map<Mac, { readonly newest: BoardConnection; readonly count: number }>();
  let unkept = new Map<Mac, BoardConnection>();
  let timer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> = Promise.resolve();

  const keep = async (): Promise<void> => {
    timer = undefined;
    if (unkept.size === 0) return;
    const batch = unkept;
    unkept = new Map();
    try {
      await repository.keep(batch);
    } catch (failure) {
      log.warn({ err: failure }, 'connections of boards could not be kept yet');
      unkept = new Map([...batch, ...unkept]);
      later();
    }
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      keeping = keep();
    }, GATHER_MS);
  };

  const note = (mac: Mac, connection: BoardConnection): void => {
    unkept.set(mac, connection);
    later();
  };

  return {
    joined(mac: Mac, { address, protocol, bySharedCredential }: BoardLink) {
      const before = open.get(mac)?.newest ?? unkept.get(mac);
      const heldBackAt = before?.heldBackAt ?? null;
      const link = { address, protocol, bySharedCredential };
      const newest = { connectedAt: clock(), disconnectedAt: null, ...link, heldBackAt };
      open.set(mac, { newest, count: (open.get(mac)?.count ?? 0) + 1 });
      note(mac, newest);
    },
    left(mac: Mac) {
      const connection = open.get(mac);
      if (connection === undefined) return;
      // A board that comes back before its old connection is noticed to be dead is still connected.
      if (connection.count > 1) open.set(mac, { ...connection, count: connection.count - 1 });
      else {
        open.delete(mac);
        // Clocks are set back.
        note(mac, {
          ...connection.newest,
          disconnectedAt: instant(Math.max(connection.newest.connectedAt, clock())),
        });
      }
    },
    /** A board that is connected waits for so long, because it has sent more than its allowance. */
    heldBack(mac: Mac, ms: number) {
      waits.inc(ms / SECOND_MS);
      const connection = open.get(mac);
      const now = clock();
      if (connection === undefined || now - (connection.newest.heldBackAt ?? 0) < HELD_BACK_WRITE_MS) return;
      const newest = { ...connection.newest, heldBackAt: now };
      open.set(mac, { ...connection, newest });
      note(mac, newest);
    },
    start: () => repository.endOpen(clock()),
    /** Writes pending connections. */
    async stop() {
      clearTimeout(timer);
      await keeping;
      clearTimeout(timer);
      await keep();
      clearTimeout(timer);
    },
  };
};
