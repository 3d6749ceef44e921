import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import mqttPacket from 'mqtt-packet';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectBoard, startTestTelemetry, triLine } from '../../testing/boards/test-telemetry.ts';
import {
  connectBoardFrom,
  openMany,
  openRaw,
  openRawWebSocket,
  stillOpen,
} from '../../testing/raw-connections.ts';
import { binaryFrame, packetStart } from '../../testing/unfinished.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../testing/fixtures/${name}`, import.meta.url));
const tls = { certificateFile: fixture('localhost.crt'), keyFile: fixture('localhost.key') };
const CONNECT = 0x10;
const FOUR_MB = 4_000_000;
const ELSEWHERE = '127.0.0.2';

const crowded = await startTestTelemetry({
  brokerLimits: { maxUnauthenticated: 200, unauthenticatedOfAddress: 100 },
});
const impatient = await startTestTelemetry({
  tls,
  brokerLimits: { signInWithinMs: 300 },
});

test('drops 200 unfinished frames of 4 MB before sign-in, over WebSocket and TCP', async () => {
  const { ports } = crowded;
  const start = Buffer.concat([packetStart(CONNECT, FOUR_MB), Buffer.alloc(20_000)]);
  const webSockets = await Promise.all(Array.from({ length: 100 }, () => openRawWebSocket(ports.websocket)));
  for (const socket of webSockets) socket.write(Buffer.concat([binaryFrame(FOUR_MB), start]));
  await vi.waitFor(() => expect(stillOpen(webSockets).length).toBe(0));
  const sockets = await openMany(100, ports.tcp);
  for (const socket of sockets) socket.write(start);
  await vi.waitFor(() => expect(stillOpen(sockets).length).toBe(0));
});

test('hundreds of unauthenticated connections of one address do not disturb boards of another', async () => {
  const { ports, fleet, broker, database } = crowded;
  const board = await fleet.board();
  const attackers = await openMany(400, ports.tcp);
  const webSockets = await openMany(200, ports.websocket);
  await vi.waitFor(() => expect(broker.unauthenticated().present).toBeLessThanOrEqual(100));
  expect(stillOpen([...attackers, ...webSockets]).length).toBeGreaterThan(0);
  const client = await connectBoardFrom(ELSEWHERE, ports.tcp, board);
  await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
  const { rows } = await database.pool.query('select 1 from reading where installation_id = $1', [
    board.installationId,
  ]);
  expect(rows.length).toBe(1);
});

test('unauthenticated connections of many addresses together do not disturb a board', async () => {
  const { ports, fleet, broker } = crowded;
  const board = await fleet.board();
  const addresses = Array.from({ length: 8 }, (_, n) => `127.0.1.${n + 1}`);
  await Promise.all(addresses.map((address) => openMany(60, ports.tcp, address)));
  await vi.waitFor(() => expect(broker.unauthenticated().present).toBeLessThanOrEqual(200));
  const client = await connectBoardFrom(ELSEWHERE, ports.tcp, board);
  expect(client.connected).toBe(true);
});

test('accepts any number of signed-in boards behind one address', async () => {
  const { ports, fleet } = crowded;
  const boards = await Promise.all(Array.from({ length: 130 }, () => fleet.provision()));
  const clients: Awaited<ReturnType<typeof connectBoard>>[] = [];
  for (const board of boards) {
    clients.push(await connectBoardFrom('127.0.0.3', ports.tcp, board));
  }
  expect(clients.filter(({ connected }) => connected).length).toBe(130);
});

test('closes a WebSocket that the other side closed', async () => {
  const socket = await openRawWebSocket(crowded.ports.websocket, { allowHalfOpen: true });
  socket.end();
  await vi.waitFor(() => expect(socket.readableEnded).toBe(true));
});

test.for([
  ['says nothing over TCP', () => openRaw(impatient.ports.tcp)],
  ['says nothing where TLS is spoken', () => openRaw(impatient.ports.tls)],
  ['says nothing where WebSocket over TLS is spoken', () => openRaw(impatient.ports.websocket)],
  [
    'begins to sign in, and never ends',
    async () => {
      const socket = await openRaw(impatient.ports.tcp);
      socket.write(packetStart(CONNECT, 100));
      return socket;
    },
  ],
  [
    'speaks TLS and nothing more',
    async () => {
      const socket = connectTls({
        port: impatient.ports.tls ?? 0,
        host: '127.0.0.1',
        rejectUnauthorized: false,
      });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      return socket.resume();
    },
  ],
] as const)('closes the connection of a client that %s', async ([, open]) => {
  const socket = await open();
  await vi.waitFor(() => expect(stillOpen([socket]).length).toBe(0), { timeout: 10_000 });
});

test('preserves a signed-in connection', async () => {
  const board = await impatient.fleet.board();
  const client = await connectBoard(impatient.ports.tcp, board);
  const unauthenticated = await openRaw(impatient.ports.tcp);
  await vi.waitFor(() => expect(stillOpen([unauthenticated]).length).toBe(0), { timeout: 10_000 });
  expect(client.connected).toBe(true);
});

test('accepts a message sent before the answer to its sign-in', async () => {
  const { ports, fleet } = crowded;
  const board = await fleet.board();
  const socket = await openRaw(ports.tcp, '127.0.0.4');
  const answers: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => answers.push(chunk));
  const line = triLine(board.mac, Date.now());
  socket.write(
    Buffer.concat([
      mqttPacket.generate({
        cmd: 'connect',
        clientId: board.mac,
        username: board.mac,
        password: Buffer.from(board.key),
        keepalive: 0,
        clean: true,
        protocolId: 'MQTT',
        protocolVersion: 4,
      }),
      mqttPacket.generate({
        cmd: 'publish',
        topic: `message/${board.mac}`,
        payload: line,
        qos: 1,
        messageId: 7,
        dup: false,
        retain: false,
      }),
    ]),
  );
  const PUBACK = Buffer.from([0x40, 2, 0, 7]);
  await vi.waitFor(() => expect(Buffer.concat(answers).includes(PUBACK)).toBe(true));
});
