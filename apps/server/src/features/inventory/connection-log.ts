import type { Mac } from '@nascente/domain/metering/mac';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { Log } from '../../platform/log/log.ts';
import { type BoardConnection, createConnectionsRepository } from './connections.repository.ts';

export interface ConnectionLog {
  readonly joined: (mac: Mac, link: { readonly address: string; readonly protocol: string }) => void;
  readonly left: (mac: Mac) => void;
  readonly start: () => Promise<void>;
  /** Keeps what is not kept yet. */
  readonly stop: () => Promise<void>;
}

/** Thousands of boards come back at once after an outage: they are kept together, once in a while. */
const GATHER_MS = 500;

/** The last connection of each board. It never makes a board wait, and what it loses in a crash is a moment. */
export const createConnectionLog = (needs: {
  pool: Pick<Pool, 'query'>;
  clock: () => Instant;
  log: Log;
}): ConnectionLog => {
  const { clock, log } = needs;
  const repository = createConnectionsRepository(needs.pool);
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
    joined(mac, { address, protocol }) {
      const newest = { connectedAt: clock(), disconnectedAt: null, address, protocol };
      open.set(mac, { newest, count: (open.get(mac)?.count ?? 0) + 1 });
      note(mac, newest);
    },
    left(mac) {
      const known = open.get(mac);
      if (known === undefined) return;
      // A board that comes back before its old connection is noticed to be dead is still connected.
      if (known.count > 1) open.set(mac, { ...known, count: known.count - 1 });
      else {
        open.delete(mac);
        // Clocks are set back.
        note(mac, { ...known.newest, disconnectedAt: instant(Math.max(known.newest.connectedAt, clock())) });
      }
    },
    start: () => repository.endOpen(clock()),
    async stop() {
      clearTimeout(timer);
      await keeping;
      clearTimeout(timer);
      await keep();
      clearTimeout(timer);
    },
  };
};
