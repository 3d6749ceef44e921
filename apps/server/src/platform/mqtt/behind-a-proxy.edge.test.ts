import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mqtt from 'mqtt';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestTelemetry, type TestBoard } from '../../testing/boards/test-telemetry.ts';

const PERSON = '203.0.113.7';
const telemetry = await startTestTelemetry({
  config: { trustProxy: true, publicUrl: 'https://nascente.test' },
  brokerLimits: { unauthenticatedOfAddress: 3 },
});
const { fleet, database, ports } = telemetry;

const httpPort = async (): Promise<number> => {
  const server = createServer((_request, response) => response.end());
  telemetry.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

/** As a proxy asks that names its own address in the request, and the person's at the end of the list. */
const forwarded = (from: string) => ({
  host: 'upstream:8080',
  origin: 'https://nascente.test',
  'x-forwarded-for': `192.0.2.1, ${from}`,
});

const connect = async (port: number | null, board: Pick<TestBoard, 'mac' | 'key'>) => {
  const client = await mqtt.connectAsync(
    `ws://127.0.0.1:${port}/mqtt`,
    {
      username: board.mac,
      password: board.key,
      reconnectPeriod: 0,
      wsOptions: { headers: forwarded(PERSON) },
    },
    false,
  );
  onTestFinished(() => void client.end(true));
  return client;
};

test.for([
  ['/mqtt of the HTTP port', httpPort],
  ['the WebSocket port', async () => ports.websocket],
] as const)('accepts a client by %s from the address that the proxy names', async ([, port]) => {
  const board = await fleet.board();
  expect((await connect(await port(), board)).connected).toBe(true);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select address from board_connection where mac = $1', [
      board.mac,
    ]);
    expect(rows).toEqual([{ address: PERSON }]);
  });
});

test('counts unauthenticated clients at their own addresses, not at that of the proxy', async () => {
  const port = await httpPort();
  const open = async (from: string): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt', { headers: forwarded(from) });
    socket.on('error', () => undefined);
    onTestFinished(() => socket.terminate());
    await new Promise<void>((resolve) => socket.once('open', () => resolve()).once('close', () => resolve()));
    return socket;
  };
  const people = [];
  for (let n = 1; n <= 6; n++) people.push(await open(`203.0.113.${n}`));
  expect(people.map(({ readyState }) => readyState)).toEqual(people.map(() => WebSocket.OPEN));
  for (let n = 1; n <= 3; n++) people.push(await open('203.0.113.200'));
  const refused = await open('203.0.113.200');
  expect(refused.readyState).not.toBe(WebSocket.OPEN);
});
