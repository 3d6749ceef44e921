import { readInventoryBoard, rotateDeviceKey } from '@nascente/contract/telemetry/inventory';
import { expect, test } from 'vitest';
import { connectBoard, createFleet, type TestBoard, triLine } from '../../testing/boards/test-telemetry.ts';
import { makeCall } from '../../testing/calls.ts';
import { createSeed } from '../../testing/seeds/seed.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
const admin = await createSeed(server.database, Date.now).person({ profile: 'Admin' });
const fleet = createFleet(server.database);
const { tcp } = server.ports;

/** The server hears of a board by the database's notification. */
/** Written twice a second, by a machine that may have other work. */
const CROWDED = { timeout: 15_000 };
const connected = (board: Pick<TestBoard, 'mac' | 'key'>) =>
  expect.poll(() => connectBoard(tcp, board).catch(() => null), CROWDED).not.toBeNull();

const read = async (mac: string) => {
  const { text } = await makeCall(server, readInventoryBoard, admin.token, { params: { mac } });
  return readInventoryBoard.answer.parse(JSON.parse(text)).board;
};

const rotate = async (mac: string) => {
  const { text } = await makeCall(server, rotateDeviceKey, admin.token, { params: { mac } });
  return rotateDeviceKey.answer.parse(JSON.parse(text)).board;
};

test('stores the last connection of a board, its origin and protocol, and its end', async () => {
  const board = await fleet.board();
  await connected(await fleet.board());
  const client = await connectBoard(tcp, board);
  await expect
    .poll(async () => (await read(board.mac)).connection, CROWDED)
    .toMatchObject({
      address: '127.0.0.1',
      protocol: 'MQTT 3.1.1, TCP',
      disconnectedAt: null,
    });
  const second = await connectBoard(tcp, board, {
    clientId: 'second',
    protocolVersion: 3,
    protocolId: 'MQIsdp',
  });
  await expect.poll(async () => (await read(board.mac)).connection?.protocol, CROWDED).toBe('MQTT 3.1, TCP');
  await client.endAsync();
  await second.endAsync();
  await expect.poll(async () => (await read(board.mac)).connection?.disconnectedAt, CROWDED).not.toBeNull();
});

test('a new key ends the connection with the old key, which is refused afterwards', async () => {
  const board = await fleet.board();
  await connected(board);
  const client = await connectBoard(tcp, board);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const renewed = await rotate(board.mac);
  await closed;
  await expect(connectBoard(tcp, board)).rejects.toThrow();
  const again = await connectBoard(tcp, { mac: board.mac, key: renewed.key });
  await again.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
  expect((await read(board.mac)).hasReadings).toBe(true);
});

test('counts the refusals of a board, with a text for each', async () => {
  const board = await fleet.board();
  await connected(board);
  const client = await connectBoard(tcp, board);
  for (const line of ['rubbish', 'rubbish', ''])
    await client.publishAsync(`message/${board.mac}`, line, { qos: 1 });
  const { refused, refusals, storedFrames } = await read(board.mac);
  expect(refused).toBe(3);
  expect(refusals.map(({ reason, frames }) => [reason, frames])).toEqual([
    ['field-count', 2],
    ['empty', 1],
  ]);
  expect(storedFrames.map(({ text }) => text)).toEqual(['', 'rubbish', 'rubbish']);
});
