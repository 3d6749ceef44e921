import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./board-process.ts', import.meta.url));

/** A board whose process is killed now and then: what it was acknowledged is known here. */
export const startKilledBoard = (port: number, { mac, key }: { readonly mac: Mac; readonly key: string }) => {
  const acknowledged = new Set<number>();
  let child: ChildProcess;
  const start = (): void => {
    child = fork(PROGRAM, [String(port), mac, key, String(Date.now())]);
    child.on('message', (at) => acknowledged.add(Number(at)));
  };
  start();
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    acknowledged: () => acknowledged.size,
    /** Killed, and started again at once. */
    kill(): void {
      child.kill('SIGKILL');
      start();
    },
    async stop(): Promise<void> {
      const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
      child.kill('SIGKILL');
      await gone;
    },
    /** Each acknowledged reading is stored once, and the totals are the sums of what is stored. */
    async expectWhole(pool: Pool): Promise<void> {
      const { rows } = await pool.query<{ at: Date }>(
        'select at from reading join installation i on i.id = installation_id where i.mac = $1',
        [mac],
      );
      const stored = new Set(rows.map(({ at }) => at.getTime()));
      expect(stored.size).toBe(rows.length);
      expect([...acknowledged].filter((at) => !stored.has(at))).toEqual([]);
      const { rows: sums } = await pool.query(
        `with mine as (select id from installation where mac = $1),
          readings as (select count(*)::int as frames, sum(energy_a_mwh)::int8 as energy from reading join mine on id = installation_id),
          quarters as (select sum(frames)::int as frames, sum(consumed_a_mwh)::int8 as energy from quarter join mine on id = installation_id)
         select readings.frames - quarters.frames as frames, readings.energy - quarters.energy as energy from readings, quarters`,
        [mac],
      );
      expect(sums).toEqual([{ frames: 0, energy: 0 }]);
    },
  };
};
