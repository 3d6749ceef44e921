import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { connectMqtt, startTestTelemetry, triLine } from '../../testing/boards/test-telemetry.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../testing/fixtures/${name}`, import.meta.url));
const tls = { certificateFile: fixture('localhost.crt'), keyFile: fixture('localhost.key') };
const { ports, fleet, database } = await startTestTelemetry({ tls });

test('stores a line that a board sends over TLS', async () => {
  const board = await fleet.board();
  const client = await connectMqtt(ports.tls, {
    protocol: 'mqtts',
    ca: await readFile(tls.certificateFile),
    username: board.mac,
    password: board.key,
  });
  await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
  const { rows } = await database.pool.query('select 1 from reading where installation_id = $1', [
    board.installationId,
  ]);
  expect(rows.length).toBe(1);
});

test('with a certificate the WebSocket port accepts wss only', async () => {
  const board = await fleet.board();
  const client = await connectMqtt(ports.websocket, {
    protocol: 'wss',
    ca: await readFile(tls.certificateFile),
    username: board.mac,
    password: board.key,
  });
  await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
  await expect(
    connectMqtt(ports.websocket, { protocol: 'ws', username: board.mac, password: board.key }),
  ).rejects.toThrow();
});
