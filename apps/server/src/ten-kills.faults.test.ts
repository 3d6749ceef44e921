import { setTimeout as pause } from 'node:timers/promises';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/time/zone';
import { expect, test } from 'vitest';
import { startRealServer } from './testing/real-server.ts';
import { triLine } from './testing/test-telemetry.ts';

const KILLS = 10;
const EVERY_MS = 10;
const LEAST_BETWEEN_MS = 400;
const MOST_BETWEEN_MS = 3_000;
/** Wh of each message, by phase A alone. */
const ENERGY_WH = 1;

test('ten kills at any moment lose nothing that was acknowledged, and count nothing twice', async ({
  annotate,
}) => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const client = server.connect(board);
  let [sent, isOver] = [0, false];
  const acknowledged = new Set<number>();
  const first = Date.now();
  const waiting = new Set<Promise<void>>();
  /** As a board does: what was not acknowledged is sent again, the same. */
  const untilAcknowledged = async (line: string): Promise<void> => {
    for (;;) {
      try {
        if (client.connected) {
          await client.publishAsync(`message/${board.mac}`, line, { qos: 1 });
          return;
        }
      } catch {
        // The connection broke before the acknowledgement came.
      }
      await pause(50);
    }
  };
  const publish = (): void => {
    const at = first + sent++ * EVERY_MS;
    const line = triLine(board.mac, at).split(',');
    const [energyA, energyB, energyC] = [19, 20, 21];
    line[energyA] = String(ENERGY_WH);
    line[energyB] = '0';
    line[energyC] = '0';
    const done = untilAcknowledged(line.join(',')).then(() => void acknowledged.add(at));
    waiting.add(done);
    void done.finally(() => waiting.delete(done));
  };
  const publishing = (async () => {
    while (!isOver) {
      if (waiting.size < 200) publish();
      await pause(EVERY_MS);
    }
  })();
  for (let kill = 1; kill <= KILLS; kill++) {
    await pause(LEAST_BETWEEN_MS + Math.random() * (MOST_BETWEEN_MS - LEAST_BETWEEN_MS));
    process.kill(server.pid(), 'SIGKILL');
    await server.ready(kill + 1);
  }
  isOver = true;
  await publishing;
  await Promise.all(waiting);
  client.end(true);
  const span = { id: board.mac, dateIn: first - 60_000, dateOut: first + sent * EVERY_MS };
  const { value: stored } = await server.read<{ value: number }>(
    'POST',
    '/board/values/last/pagination/count',
    span,
    token,
  );
  // Consumption is told of whole quarter-hours: of the civil days on which the messages begin and end.
  const [dateIn, dateOut] = [first, first + sent * EVERY_MS].map((at) =>
    civilDateAt(instant(at), DEFAULT_ZONE),
  );
  const days = { id: board.mac, dateIn, dateOut };
  const { value: used } = await server.read<{ value: { total: number } }>(
    'POST',
    '/board/consumption',
    days,
    token,
  );
  await annotate(
    `${sent} messages sent, ${acknowledged.size} acknowledged, ${stored} stored, ${used.total} kWh`,
  );
  expect(acknowledged.size).toBe(sent);
  expect(stored).toBe(sent);
  expect(used.total).toBeCloseTo((sent * ENERGY_WH) / 1_000, 6);
});
