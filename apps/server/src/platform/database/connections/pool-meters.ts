import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** How many connections to the database answers have, and how many of them wait for one. */
export const measurePool = (
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  registry: Registry,
): void => {
  new Gauge({
    name: 'nascente_database_pool',
    help: 'Connections of this process for answers: in use, idle, and what waits for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
};
