import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { expect, test, vi } from 'vitest';
import {
  connectBoard,
  connectMqtt,
  startTestTelemetry,
  type TestBoard,
  triLine,
} from '../../testing/boards/test-telemetry.ts';
import { openRaw } from '../../testing/raw-connections.ts';
import { packetStart } from '../../testing/unfinished.ts';

const PUBLISH_QOS_1 = 0x32;
const MAX_OF_BOARD = 4;
const EVERY_MS = 30_000;
const LINES_OF_DAY = 86_400_000 / EVERY_MS;
const telemetry = await startTestTelemetry({ brokerLimits: { connectionsOfViewer: 3 } });
const { ports, fleet, database, broker, live } = telemetry;
const slow = await startTestTelemetry({
  config: { boardRate: { messagesPerSecond: 20, bytesPerSecond: 1_000_000, burstSeconds: 2 } },
});
/** With the limits of an installation that sets none (config.test.ts). */
const usual = await startTestTelemetry({
  config: { boardRate: { messagesPerSecond: 100, bytesPerSecond: 100_000, burstSeconds: 1_000 } },
});
const full = await startTestTelemetry({ brokerLimits: { connections: 1 } });

const spellings = ({ mac }: TestBoard): string[] => [
  mac,
  mac.toLowerCase(),
  mac.replaceAll(':', '-'),
  mac.replaceAll(':', '-').toLowerCase(),
  mac.replaceAll(':', ''),
  mac.replaceAll(':', '').toLowerCase(),
];

test('a board has at most four connections, however it spells its MAC', async () => {
  const board = await fleet.board();
  const clients = await Promise.all(
    [...spellings(board), ...spellings(board)].map(async (username, n) =>
      connectMqtt(ports.tcp, { clientId: `c${n}`, username, password: board.key }).catch(() => null),
    ),
  );
  const admitted = clients.filter((client) => client !== null);
  expect(admitted.length).toBeGreaterThan(MAX_OF_BOARD);
  await vi.waitFor(() => expect(admitted.filter(({ connected }) => connected).length).toBe(MAX_OF_BOARD));
});

test('limits the live feeds of an account', async () => {
  const accountId = await fleet.account();
  const sessionHash = randomBytes(32);
  await database.pool.query(
    `insert into session (token_hash, account_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [sessionHash, accountId],
  );
  const caller = { accountId, profile: 'user', email: '', managerId: null, sessionHash } as const;
  const open = async () => {
    const { clientId, username, password } = await live.service.issue(caller);
    return connectMqtt(ports.tcp, { clientId, username, password });
  };
  const feeds = [await open(), await open(), await open()];
  await expect(open()).rejects.toThrow(/Server unavailable/);
  await feeds[0]?.endAsync();
  await vi.waitFor(async () => expect((await open()).connected).toBe(true));
});

test('refuses a client as server unavailable when all places are taken', async () => {
  const [first, second] = [await full.fleet.board(), await full.fleet.board()];
  const client = await connectBoard(full.ports.tcp, first);
  await expect(connectBoard(full.ports.tcp, second)).rejects.toThrow(/Server unavailable/);
  await client.endAsync();
  await vi.waitFor(async () => expect((await connectBoard(full.ports.tcp, second)).connected).toBe(true));
});

/** Signed in, with a message of 4 MB begun and never ended. */
const beginLargeMessage = async (board: TestBoard, n: number): Promise<Socket> => {
  const socket = await openRaw(ports.tcp);
  socket.write(
    mqttPacket.generate({
      cmd: 'connect',
      clientId: `large-${n}`,
      username: board.mac,
      password: Buffer.from(board.key),
      keepalive: 0,
      clean: true,
      protocolId: 'MQTT',
      protocolVersion: 4,
    }),
  );
  await once(socket, 'data');
  socket.write(Buffer.concat([packetStart(PUBLISH_QOS_1, 4_000_000), Buffer.alloc(100_000)]));
  return socket;
};

test('four unfinished packets of 4 MB of one board do not delay the backlog of another', async () => {
  const [hostile, other] = [await fleet.board(), await fleet.board()];
  await Promise.all(Array.from({ length: MAX_OF_BOARD }, (_, n) => beginLargeMessage(hostile, n)));
  const client = await connectBoard(ports.tcp, other);
  const start = Date.now() - 3_600_000;
  const lines = Array.from({ length: 2_000 }, (_, n) => triLine(other.mac, start + n * 1_000));
  await client.publishAsync(`message/${other.mac}`, lines.join('\n'), { qos: 1 });
  const { rows } = await database.pool.query(
    'select count(*)::int as readings from reading where installation_id = $1',
    [other.installationId],
  );
  expect(rows).toEqual([{ readings: 2_000 }]);
}, 30_000);

/** By the credential that the fleet shares. */
const connectFleet = (clientId: string) =>
  connectMqtt(slow.ports.tcp, { clientId, username: 'fleet', password: 'fleet-password' });

const readingsOf = async ({ installationId }: TestBoard): Promise<number> => {
  const { rows } = await slow.database.pool.query<{ readings: number }>(
    'select count(*)::int as readings from reading where installation_id = $1',
    [installationId],
  );
  return rows[0]?.readings ?? 0;
};

const heldBackOf = async ({ mac }: TestBoard): Promise<Date | null> => {
  const { rows } = await slow.database.pool.query<{ held_back_at: Date | null }>(
    'select held_back_at from board_connection where mac = $1',
    [mac],
  );
  return rows[0]?.held_back_at ?? null;
};

test('a board above its rate waits without loss, and is reported to the operator', async () => {
  const [noisy, quiet] = [await slow.fleet.board(), await slow.fleet.board()];
  await vi.waitFor(() => connectBoard(slow.ports.tcp, quiet));
  const client = await connectBoard(slow.ports.tcp, noisy);
  const start = Date.now() - 60_000;
  // Each in a separate segment, so that the server reads them one by one.
  const sending = Array.from({ length: 70 }, async (_, n) => {
    await client.publishAsync(`message/${noisy.mac}`, triLine(noisy.mac, start + n * 500), { qos: 1 });
  });
  await Promise.all(sending);
  await client.publishAsync(`message/${noisy.mac}`, triLine(noisy.mac, start + 50_000), { qos: 1 });
  expect(await readingsOf(noisy)).toBe(71);
  await vi.waitFor(async () => expect(await heldBackOf(noisy)).not.toBeNull());
  expect(await heldBackOf(quiet)).toBeNull();
  const metrics = await slow.registry.metrics();
  expect(Number(/^nascente_boards_held_back_seconds_total (\S+)/m.exec(metrics)?.[1])).toBeGreaterThan(0);
});

test('accepts the backlog of a day at once, without loss', async () => {
  const board = await usual.fleet.board();
  const client = await vi.waitFor(() => connectBoard(usual.ports.tcp, board));
  const begin = Date.now() - LINES_OF_DAY * EVERY_MS;
  await Promise.all(
    Array.from({ length: LINES_OF_DAY }, (_, n) =>
      client.publishAsync(`message/${board.mac}`, triLine(board.mac, begin + n * EVERY_MS), { qos: 1 }),
    ),
  );
  const { rows } = await usual.database.pool.query(
    `select (select count(*)::integer from reading) as stored, (select count(*)::integer from refused_frame) as refused`,
  );
  expect(rows).toEqual([{ stored: LINES_OF_DAY, refused: 0 }]);
  expect(await usual.registry.metrics()).toMatch(/^nascente_boards_held_back_seconds_total 0$/m);
});

test('limits boards with a shared credential by their own MAC, on any connection', async () => {
  const [noisy, quiet] = [await slow.fleet.board(), await slow.fleet.board()];
  const [one, another, third] = [await connectFleet('a'), await connectFleet('b'), await connectFleet('c')];
  const publish = (by: typeof one, { mac }: TestBoard, n: number) =>
    by.publishAsync(`message/${mac}`, triLine(mac, Date.now() - 60_000 + n * 500), { qos: 1 });
  const sending = Array.from({ length: 80 }, (_, n) => publish(n % 2 === 0 ? one : another, noisy, n));
  await publish(third, quiet, 0);
  await Promise.all(sending);
  await Promise.all([publish(one, noisy, 80), publish(another, noisy, 81)]);
  expect([await readingsOf(noisy), await readingsOf(quiet)]).toEqual([82, 1]);
  await vi.waitFor(async () => expect(await heldBackOf(noisy)).not.toBeNull());
  expect(await heldBackOf(quiet)).toBeNull();
});

test('shows a board as connected by the shared credential from its first message until disconnection', async () => {
  const board = await slow.fleet.board();
  const connectionOf = async () => {
    const { rows } = await slow.database.pool.query(
      'select disconnected_at is null as "isOpen", by_shared_credential as "isShared" from board_connection where mac = $1',
      [board.mac],
    );
    return rows;
  };
  const bridge = await connectFleet('bridge');
  expect(await connectionOf()).toEqual([]);
  await bridge.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now() - 1_000), { qos: 1 });
  await vi.waitFor(async () => expect(await connectionOf()).toEqual([{ isOpen: true, isShared: true }]));
  await bridge.endAsync();
  await vi.waitFor(async () => expect(await connectionOf()).toEqual([{ isOpen: false, isShared: true }]));
});

test('metrics show the number of connected and refused clients', async () => {
  await connectBoard(ports.tcp, await fleet.board());
  const metrics = await telemetry.registry.metrics();
  expect(metrics).toMatch(/nascente_mqtt_connections\{state="open"\} [1-9]/);
  expect(metrics).toContain('nascente_mqtt_connections{state="stranger"}');
  expect(metrics).toContain('nascente_mqtt_turned_away_total');
  expect(broker.connections()).toBeGreaterThan(0);
});
