import { readFeed } from '@nascente/contract/connections/feed';
import mqtt, { type MqttClient } from 'mqtt';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connectBoard, createFleet, type TestBoard, triLine } from '../../testing/boards/test-telemetry.ts';
import { createSeed, type SeededPerson } from '../../testing/seeds/seed.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
const seed = createSeed(server.database, Date.now);
const fleet = createFleet(server.database);

let admin: SeededPerson;
beforeAll(async () => {
  admin = await seed.person({ profile: 'Admin' });
});

const call = async (method: string, path: string, token: string, body?: object): Promise<unknown> => {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'access-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answered: unknown = await answer.json();
  expect(answered).toMatchObject({ ok: true });
  return answered;
};

/** A browser on the live feed of a meter, with the frames that it received. */
const watch = async (token: string, { mac }: TestBoard) => {
  const { clientId, username, password } = readFeed.answer.parse(await call('GET', '/feed', token));
  const url = `ws://127.0.0.1:${server.ports.websocket}`;
  const client = await mqtt.connectAsync(url, { clientId, username, password, reconnectPeriod: 0 }, false);
  client.on('error', () => undefined);
  onTestFinished(() => void client.end(true));
  const lines: string[] = [];
  client.on('message', (_topic, line) => lines.push(line.toString()));
  // A notification of the database announces a board inserted by the test.
  await vi.waitFor(() => client.subscribeAsync(`message/${mac}`), { timeout: 10_000 });
  return { client, lines };
};

/** Waits until the browser has received all earlier messages, or its connection is closed. */
const settled = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', resolve);
    if (!client.connected) resolve();
    else client.subscribe('message/nothing', () => resolve());
  });

/** A Manager with a meter that publishes, and the other people who may watch it. */
const scene = async () => {
  const manager = await seed.person({ profile: 'Manager' });
  const board = await fleet.board('tri', manager.id);
  const publisher = await vi.waitFor(() => connectBoard(server.ports.tcp, board), { timeout: 10_000 });
  const witness = await watch(admin.token, board);
  const publish = async (): Promise<string> => {
    const line = triLine(board.mac, Date.now());
    await publisher.publishAsync(`message/${board.mac}`, line, { qos: 1 });
    await vi.waitFor(() => expect(witness.lines).toContain(line));
    return line;
  };
  return { manager, board, publish };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const clientOf = async ({ manager, board }: Scene): Promise<SeededPerson> => {
  const client = await seed.person({ profile: 'client', manager_id: manager.id });
  await seed.give(client, board);
  return client;
};

test.each<[string, (scene: Scene) => Promise<{ token: string; end: () => Promise<unknown> }>]>([
  [
    'an Admin disables the account',
    async ({ manager: { id, token } }) => ({
      token,
      end: () => call('PATCH', `/admin/users/${id}`, admin.token, { disabled: true }),
    }),
  ],
  [
    'an Admin changes the profile',
    async ({ manager: { id, token } }) => ({
      token,
      end: () => call('PATCH', `/admin/users/${id}`, admin.token, { profile: 'partner' }),
    }),
  ],
  [
    'an Admin disables the Manager of the client user who watches',
    async (scenery) => {
      const { token } = await clientOf(scenery);
      const { id } = scenery.manager;
      return { token, end: () => call('PATCH', `/admin/users/${id}`, admin.token, { disabled: true }) };
    },
  ],
  [
    'the person signs out',
    async ({ manager: { token } }) => ({ token, end: () => call('POST', '/logout', token, {}) }),
  ],
  [
    'the person revokes the API key that watches',
    async ({ manager }) => {
      const made = await call('POST', '/user/generate-token', manager.token, {});
      const { token } = (made as { data: { token: string } }).data;
      const listed = await call('GET', '/user/api-keys', manager.token);
      const [key] = (listed as { apiKeys: { id: string }[] }).apiKeys;
      return { token, end: () => call('DELETE', `/user/api-keys/${key?.id}`, manager.token) };
    },
  ],
  [
    'the Manager takes the meter from the client user',
    async (scenery) => {
      const { id, token } = await clientOf(scenery);
      return { token, end: () => call('PATCH', '/Consumer', scenery.manager.token, { _id: id, boards: [] }) };
    },
  ],
  [
    'the Manager removes the client user',
    async (scenery) => {
      const { id, token } = await clientOf(scenery);
      return { token, end: () => call('DELETE', `/Consumer/${id}`, scenery.manager.token) };
    },
  ],
])('ends the live feed with the answer when %s', async (_, prepare) => {
  const scenery = await scene();
  const { token, end } = await prepare(scenery);
  const watching = await watch(token, scenery.board);
  const before = await scenery.publish();
  await vi.waitFor(() => expect(watching.lines).toEqual([before]));
  await end();
  await scenery.publish();
  await settled(watching.client);
  expect(watching.lines).toEqual([before]);
});
