import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { startBusyBoard } from './testing/busy-board.ts';
import { startRealServer } from './testing/real-server.ts';

const KILLS = 10;
const LEAST_BETWEEN_MS = 400;
const MOST_BETWEEN_MS = 3_000;

test('ten kills at any moment lose nothing that was acknowledged, and count nothing twice', async ({
  annotate,
}) => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const busy = startBusyBoard(server.connect(board), board.mac);
  for (let kill = 1; kill <= KILLS; kill++) {
    await pause(LEAST_BETWEEN_MS + Math.random() * (MOST_BETWEEN_MS - LEAST_BETWEEN_MS));
    process.kill(server.pid(), 'SIGKILL');
    await server.ready(kill + 1);
  }
  await busy.finish();
  await annotate(`${busy.publications.length} messages sent and acknowledged`);
  await busy.expectWhole(server, token);
});
