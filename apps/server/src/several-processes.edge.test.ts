import { readFeed } from '@nascente/contract/connections/feed';
import mqtt, { type MqttClient } from 'mqtt';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connectBoard, createFleet, type TestBoard, triLine } from './testing/boards/test-telemetry.ts';
import { createSeed, type SeededPerson } from './testing/seeds/seed.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Two of each role, all on one database. */
const api = await startTestServer({ ROLE: 'api' });
const [otherApi, edge, otherEdge, jobs, otherJobs] = (await Promise.all(
  ['api', 'edge', 'edge', 'jobs', 'jobs'].map((ROLE) => startTestServer({ ROLE }, { beside: api })),
)) as [TestServer, TestServer, TestServer, TestServer, TestServer];
const seed = createSeed(api.database, Date.now);
const fleet = createFleet(api.database);

const ask = async (at: TestServer, method: string, path: string, token: string, body?: object) => {
  const answer = await fetch(`${at.url}/api${path}`, {
    method,
    headers: { 'access-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** A browser on the live feed of one process, with the frames that it received. */
const watch = async (at: TestServer, token: string, { mac }: TestBoard) => {
  const answer = await ask(at, 'GET', '/feed', token);
  const { clientId, username, password } = readFeed.answer.parse(answer.body);
  const url = `ws://127.0.0.1:${at.ports.websocket}`;
  const client: MqttClient = await mqtt.connectAsync(
    url,
    { clientId, username, password, reconnectPeriod: 0 },
    false,
  );
  client.on('error', () => undefined);
  onTestFinished(() => void client.end(true));
  const lines: string[] = [];
  client.on('message', (_topic, line) => lines.push(line.toString()));
  // A notification of the database announces a board inserted by the test.
  await vi.waitFor(() => client.subscribeAsync(`message/${mac}`), { timeout: 10_000 });
  return { client, lines };
};

/** Publishes acknowledged lines until their expected effect occurs. */
const publishUntil = async (publisher: MqttClient, board: TestBoard, check: () => void) => {
  let at = Date.now() - 60_000;
  await vi.waitFor(
    async () => {
      at += 10;
      await publisher.publishAsync(`message/${board.mac}`, triLine(board.mac, at), { qos: 1 });
      check();
    },
    { timeout: 15_000, interval: 50 },
  );
};

let manager: SeededPerson;
let board: TestBoard;
beforeAll(async () => {
  manager = await seed.person({ profile: 'Manager' });
  board = await fleet.board('tri', manager.id);
});

test('a process opens the ports of its own roles only', () => {
  expect(edge.ports).toMatchObject({ tcp: expect.any(Number), websocket: null });
  expect(api.ports).toMatchObject({ tcp: null, websocket: expect.any(Number) });
  expect(jobs.ports).toMatchObject({ tcp: null, websocket: null, tls: null });
});

test('every process reports ready, and only the API answers calls', async () => {
  for (const process of [api, otherApi, edge, otherEdge, jobs, otherJobs]) {
    expect((await fetch(`${process.url}/ready`)).status).toBe(200);
  }
  expect((await fetch(`${jobs.url}/api/user`)).status).toBe(404);
  expect((await ask(otherApi, 'GET', '/user', manager.token)).status).toBe(200);
});

test('browsers of both APIs see a message sent to one edge, and it is stored once', async () => {
  const publisher = await vi.waitFor(() => connectBoard(edge.ports.tcp, board), { timeout: 10_000 });
  const viewers = [await watch(api, manager.token, board), await watch(otherApi, manager.token, board)];
  await publishUntil(publisher, board, () => {
    for (const { lines } of viewers) expect(lines.length).toBeGreaterThan(0);
  });
  const second = await connectBoard(otherEdge.ports.tcp, board);
  const at = Date.now() - 5_000;
  const line = triLine(board.mac, at);
  for (const client of [publisher, second])
    await client.publishAsync(`message/${board.mac}`, line, { qos: 1 });
  const { rows } = await api.database.pool.query(
    'select count(*)::int as count from reading where installation_id = $1 and at = $2',
    [board.installationId, new Date(at)],
  );
  expect(rows[0].count).toBe(1);
});

test('a session ended at one API ends at the other with the answer', async () => {
  const person = await seed.person();
  expect((await ask(otherApi, 'GET', '/user', person.token)).status).toBe(200);
  await ask(api, 'POST', '/logout', person.token);
  expect(await ask(otherApi, 'GET', '/user', person.token)).toMatchObject({
    status: 401,
    body: { type: 'expired' },
  });
});

test('counts the requests of a key together over all APIs', async () => {
  const person = await seed.person();
  const made = await ask(api, 'POST', '/user/generate-token', person.token, { name: 'BI' });
  const { token } = (made.body as { data: { token: string } }).data;
  const listed = await ask(otherApi, 'GET', '/user/api-keys', person.token);
  const [key] = (listed.body as { apiKeys: { id: string }[] }).apiKeys;
  await ask(api, 'PATCH', `/user/api-keys/${key?.id}`, person.token, { perMinute: 12 });
  // Ten at once, and one more for each five seconds of the requests.
  const started = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask(n % 2 === 0 ? api : otherApi, 'GET', '/user', token)),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(taken).toBeGreaterThanOrEqual(10);
  expect(taken).toBeLessThanOrEqual(10 + Math.ceil((Date.now() - started) / 5_000));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('a browser of one API loses a meter removed at the other', async () => {
  const client = await seed.person({ profile: 'client', manager_id: manager.id });
  await seed.give(client, board);
  const viewer = await watch(otherApi, client.token, board);
  const publisher = await connectBoard(edge.ports.tcp, board);
  await publishUntil(publisher, board, () => expect(viewer.lines.length).toBeGreaterThan(0));
  expect((await ask(api, 'DELETE', `/Consumer/${client.id}`, manager.token)).status).toBe(200);
  await vi.waitFor(() => expect(viewer.client.connected).toBe(false), { timeout: 5_000 });
});

test('every edge disconnects a board whose key is replaced at an API', async () => {
  const admin = await seed.person({ profile: 'Admin' });
  const own = await fleet.board('tri', manager.id);
  const connected = await vi.waitFor(
    async () => [await connectBoard(edge.ports.tcp, own), await connectBoard(otherEdge.ports.tcp, own)],
    { timeout: 10_000 },
  );
  const answer = await ask(api, 'POST', `/admin/boards/${own.mac}/key`, admin.token, {});
  expect(answer.status).toBe(201);
  await vi.waitFor(
    () => {
      for (const client of connected) expect(client.connected).toBe(false);
    },
    { timeout: 5_000 },
  );
});

test('a board installed at one API can publish to any edge at once', async () => {
  const own = await fleet.board('tri', manager.id);
  for (const { ports } of [edge, otherEdge]) {
    const client = await vi.waitFor(() => connectBoard(ports.tcp, own), { timeout: 5_000 });
    await client.publishAsync(`message/${own.mac}`, triLine(own.mac, Date.now() - 1_000), { qos: 1 });
  }
  const newest = await ask(otherApi, 'POST', '/board/values/last', manager.token, { id: own.mac });
  expect(newest.body.value).not.toBeNull();
});

test('counts password guesses over all processes', async () => {
  const email = 'guessed@nascente.test';
  const password = Buffer.from('wrong').toString('base64');
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    const at = attempt % 2 === 0 ? api : otherApi;
    statuses.push((await ask(at, 'POST', '/login', '', { email, password })).status);
  }
  expect(statuses.at(0)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

test('a worker process writes an e-mail requested at an API once', async () => {
  const person = await seed.person();
  await ask(api, 'POST', `/user/password/recovery/${encodeURIComponent(person.email)}`, '');
  const written = async () =>
    (
      await api.database.pool.query<{ count: number }>(
        `select count(*)::int as count from job.job where state = 'completed' and data::text like '%' || $1 || '%'`,
        [person.email],
      )
    ).rows[0]?.count;
  await vi.waitFor(async () => expect(await written()).toBe(1), { timeout: 15_000, interval: 200 });
});
