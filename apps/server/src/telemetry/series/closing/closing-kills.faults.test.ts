import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, DEFAULT_ZONE, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { createLog } from '@nascente/runtime/log';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../platform/database/connections/connection-pool.ts';
import { triLine } from '../../../testing/boards/test-telemetry.ts';
import { startRealServer } from '../../../testing/processes/real-server.ts';
import { createPartitionsRepository, createReadingPartitions } from '../index.ts';
import { createCloseDays } from './close-days.ts';
import { createClosingRepository } from './closing.repository.ts';

/** `KILLS=100` takes half an hour, because the supervisor waits longer before each restart. */
const KILLS = Number(process.env.KILLS ?? 8);
const MIN_BETWEEN_MS = 1_500;
const MAX_BETWEEN_MS = 4_000;
const DAYS = 3;
const EVERY_MS = 30 * SECOND_MS;
const CONCURRENT = 20;
/** mWh, by phase A alone. */
const ENERGY = { energyA: 1_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as const;
const RETENTION_DAYS = 400;

const log = createLog('silent');
const clock = () => instant(Date.now());

/** Every day of the board is closed, and its rows are dropped, again and again, whatever comes late meanwhile. */
const startClosing = (connectionString: string) => {
  const counted = { days: 0, runs: 0 };
  let isOver = false;
  const closeDays = async (): Promise<void> => {
    const pool = createPool(
      connectionString,
      { name: 'closing', connections: 2, statementTimeoutMs: 30_000 },
      log,
    );
    try {
      const closing = createClosingRepository(pool);
      counted.days += await createCloseDays({ closing, clock, retentionDays: RETENTION_DAYS })();
      const partitions = createPartitionsRepository(pool);
      await createReadingPartitions({ partitions, clock, retentionDays: RETENTION_DAYS, log }).maintain();
      counted.runs += 1;
    } catch {
      // The database was killed under it.
    } finally {
      await pool.end();
    }
  };
  const running = (async () => {
    while (!isOver) {
      await closeDays();
      await pause(100);
    }
  })();
  return {
    counted,
    async stop() {
      isOver = true;
      await running;
      await closeDays();
    },
  };
};

test(
  'counts each late frame once, despite repetitions, kills and simultaneous closing',
  async ({ annotate }) => {
    const server = await startRealServer();
    const token = await server.signIn();
    const board = await server.installBoard(token);
    const password = readFileSync(join(server.dataDir, 'postgres.password'), 'utf8').trim();
    const host = encodeURIComponent(join(server.dataDir, 'postgres.socket'));
    const connectionString = `postgresql://nascente:${password}@/nascente?host=${host}`;
    const first = Math.floor(Date.now() / DAY_MS - 8) * DAY_MS;
    const database = new pg.Client({ connectionString });
    await database.connect();
    await database.query('update installation set installed_at = $1', [new Date(first - DAY_MS)]);
    await database.end();

    const client = server.connect(board);
    onTestFinished(() => void client.end(true));
    const instants = Array.from({ length: (DAYS * DAY_MS) / EVERY_MS }, (_, n) => first + n * EVERY_MS);
    // In an order of its own, so that every day is touched again and again.
    const shuffled = instants.map((at, n) => ({ at, order: (n * 7_919) % instants.length }));
    const waiting = shuffled.sort((a, b) => a.order - b.order).map(({ at }) => at);
    let sent = 0;
    const send = async (at: number): Promise<void> => {
      for (;;) {
        try {
          if (client.connected) {
            await client.publishAsync(`message/${board.mac}`, triLine(board.mac, at, ENERGY as never), {
              qos: 1,
            });
            sent += 1;
            return;
          }
        } catch {
          // The connection broke before the acknowledgement came.
        }
        await pause(50);
      }
    };
    let isOver = false;
    const closing = startClosing(connectionString);
    const sending = Promise.all(
      Array.from({ length: CONCURRENT }, async () => {
        for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
          await send(at);
          if (at % 7 === 0) await send(at);
          // The board has lines to send as long as kills continue.
          if (!isOver) await pause(CONCURRENT * 2 * Math.max(1, KILLS / 8));
        }
      }),
    );
    for (let kill = 1; kill <= KILLS; kill++) {
      await pause(MIN_BETWEEN_MS + Math.random() * (MAX_BETWEEN_MS - MIN_BETWEEN_MS));
      process.kill(server.pid(), 'SIGKILL');
      await server.ready(kill + 1);
    }
    isOver = true;
    await sending;
    await closing.stop();

    const end = first + DAYS * DAY_MS;
    const span = { id: board.mac, dateIn: first, dateOut: end };
    const { value } = await server.read<{ value: number }>(
      'POST',
      '/board/values/last/pagination/count',
      span,
      token,
    );
    const [dateIn, dateOut] = [first, end].map((at) => civilDateAt(instant(at), DEFAULT_ZONE));
    const used = await server.read<{ value: { total: number } }>(
      'POST',
      '/board/consumption',
      { id: board.mac, dateIn, dateOut },
      token,
    );
    await annotate(
      `${sent} messages of ${instants.length} instants; ${closing.counted.runs} runs closed ${closing.counted.days} days`,
    );
    expect(value).toBe(instants.length);
    expect(used.value.total).toBeCloseTo(instants.length / 1_000, 6);
    // A busy machine closes about two days between two kills.
    expect(closing.counted.days).toBeGreaterThan(KILLS);
  },
  5 * 60_000 + KILLS * 120_000,
);
