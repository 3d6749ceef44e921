import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket } from 'node:net';
import { instant } from '@nascente/domain/base/time/zone';
import { parseLine } from '@nascente/domain/telemetry/frames/frame';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Caller } from '../../platform/http/caller.ts';
import { giveAdapter } from '../../testing/boards/adapted-board.ts';
import {
  connectBoard,
  connectMqtt,
  startTestTelemetry,
  triLine,
} from '../../testing/boards/test-telemetry.ts';

let ahead = 0;
const clock = () => instant(Date.now() + ahead);
const telemetry = await startTestTelemetry({ clock });
const { ports, fleet, database, live, directory, broker } = telemetry;
const { pool } = database;
const REFUSED = 128;

const signIn = async (accountId: string): Promise<Caller> => {
  const sessionHash = randomBytes(32);
  await pool.query(
    `insert into session (token_hash, account_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [sessionHash, accountId],
  );
  return { accountId, profile: 'user', email: '', managerId: null, sessionHash };
};

const openFeed = async (caller: Caller, options: IClientOptions = {}): Promise<MqttClient> => {
  const { clientId, username, password } = await live.service.issue(caller);
  const url = `ws://127.0.0.1:${ports.websocket}`;
  const client = await mqtt.connectAsync(
    url,
    { clientId, username, password, reconnectPeriod: 0, ...options },
    false,
  );
  client.on('error', () => undefined);
  onTestFinished(() => void client.end(true));
  return client;
};

const granted = async (client: MqttClient, topic: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    client.subscribe(topic, (_failure, _granted, packet) => resolve(Number(packet?.granted[0])));
  });

const received = (client: MqttClient): string[] => {
  const lines: string[] = [];
  client.on('message', (topic, payload) => lines.push(`${topic} ${payload.toString()}`));
  return lines;
};

const watching = async (profile = 'user') => {
  const owner = await fleet.account(profile);
  const board = await fleet.board('tri', owner);
  const caller = await signIn(owner);
  const viewer = await openFeed(caller);
  const topic = `message/${board.mac}`;
  expect(await granted(viewer, topic)).toBe(0);
  const publisher = await connectBoard(ports.tcp, board);
  const publish = (line: string, options: { qos: 0 | 1 | 2; retain?: boolean } = { qos: 1 }) =>
    publisher.publishAsync(topic, line, options);
  return { owner, board, caller, viewer, lines: received(viewer), topic, publish };
};

test('shows an accepted line unchanged once it is stored', async () => {
  const { board, lines, topic, publish } = await watching();
  const line = triLine(board.mac, Date.now());
  await publish(line);
  await vi.waitFor(() => expect(lines).toEqual([`${topic} ${line}`]));
});

test('shows neither refused nor repeated lines, and only the accepted lines of a backlog', async () => {
  const { board, lines, topic, publish } = await watching();
  const at = Date.now() - 5_000;
  const [first, second, third] = [0, 1, 2].map((n) => triLine(board.mac, at + n * 1000));
  await publish('rubbish');
  await publish(first ?? '');
  await publish(first ?? '');
  await publish([second, 'rubbish', third].join('\n'));
  await vi.waitFor(() => expect(lines.length).toBe(2));
  expect(lines).toEqual([`${topic} ${first}`, `${topic} ${second}\n${third}`]);
});

test('shows messages of a Shelly meter as lines of a board, each increment once', async () => {
  const { board, lines, topic } = await watching();
  const prefix = `shellypro3em-${board.mac}`;
  await giveAdapter(database, board, { adapter: 'shelly-gen2', topic: prefix });
  await telemetry.ingest.boardChanged(board.mac);
  const publisher = await connectBoard(ports.tcp, board);
  const seconds = Math.floor(Date.now() / 1000) - 10;
  const notify = (second: number, params: object) =>
    publisher.publishAsync(
      `${prefix}/events/rpc`,
      JSON.stringify({ method: 'NotifyStatus', params: { ts: seconds + second, ...params } }),
      { qos: 1 },
    );
  await notify(0, { 'em:0': { a_act_power: 900 }, 'emdata:0': { a_total_act_energy: 1000 } });
  await notify(5, { 'em:0': { b_act_power: 50 }, 'emdata:0': { a_total_act_energy: 1001.5 } });
  await notify(5, { 'emdata:0': { b_total_act_energy: 70 } });
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  const frames = lines.map((line) => parseLine(line.slice(topic.length + 1), board.mac));
  expect(frames).toMatchObject([
    { wa: 900, wb: null, energyA: 0, energyB: null },
    { wa: 900, wb: 50, energyA: 1500, energyB: null },
    { wa: 900, wb: 50, energyA: 0, energyB: 0 },
  ]);
});

test('refuses subscriptions to the meter of another customer, to wildcards and to other topics', async () => {
  const { viewer, lines } = await watching();
  const other = await fleet.board();
  const forbidden = [
    `message/${other.mac}`,
    `emd3p/${other.mac}/message`,
    '#',
    'message/+',
    'message/#',
    '$SYS/#',
    'x',
  ];
  for (const topic of forbidden) expect([topic, await granted(viewer, topic)]).toEqual([topic, REFUSED]);
  expect(viewer.connected).toBe(true);
  const publisher = await connectBoard(ports.tcp, other);
  await publisher.publishAsync(`message/${other.mac}`, triLine(other.mac, Date.now()), { qos: 1 });
  expect(lines).toEqual([]);
});

test('refuses repeated subscriptions from memory, without a database query', async () => {
  const { viewer } = await watching();
  const others = await Promise.all(Array.from({ length: 20 }, () => fleet.board()));
  const requested = vi.spyOn(pool, 'query');
  onTestFinished(() => requested.mockRestore());
  for (let round = 0; round < 10; round++) {
    for (const { mac } of others) expect(await granted(viewer, `message/${mac}`)).toBe(REFUSED);
  }
  // The regular query every two seconds for the rights of each viewer.
  expect(requested.mock.calls.length).toBeLessThan(60);
});

test('allows the subscription to a new meter as soon as its installation is confirmed', async () => {
  const { owner, viewer } = await watching();
  const { mac } = await fleet.provision('tri');
  await fleet.install(mac, owner, new Date(Date.now() - 1_000));
  await directory.settle([{ mac }]);
  expect(await granted(viewer, `message/${mac}`)).toBe(0);
});

test('stores a backlog from before a change of owner with the former owner, and shows it to no account', async () => {
  const { board, lines, topic, publish } = await watching();
  const handedOverAt = Date.now() - 60_000;
  const former = await pool.query<{ id: number }>(
    `with closed as (
       insert into installation (establishment_id, mac, name, installed_at, removed_at)
       select establishment_id, mac, 'former', installed_at, $2 from installation where id = $1 returning id
     ), moved as (update installation set installed_at = $2 where id = $1)
     select id from closed`,
    [board.installationId, new Date(handedOverAt)],
  );
  await telemetry.ingest.boardChanged(board.mac);
  const [before, after] = [handedOverAt - 1000, handedOverAt + 1000].map((at) => triLine(board.mac, at));
  await publish(before ?? '');
  await publish([before, after].join('\n'));
  const shown = triLine(board.mac, Date.now());
  await publish(shown);
  await vi.waitFor(() => expect(lines).toEqual([`${topic} ${shown}`]));
  const { rows } = await pool.query(
    'select count(*)::int as readings from reading where installation_id = $1',
    [former.rows[0]?.id],
  );
  expect(rows).toEqual([{ readings: 1 }]);
});

test('an Admin can watch any installed meter', async () => {
  const admin = await openFeed(await signIn(await fleet.account('Admin')));
  const board = await fleet.board();
  expect(await granted(admin, `emd3p/${board.mac}/message`)).toBe(0);
});

test('refuses every subscription of a board, even to its own topic', async () => {
  const board = await fleet.board();
  const client = await connectBoard(ports.tcp, board);
  expect(await granted(client, `message/${board.mac}`)).toBe(REFUSED);
});

test('disconnects a browser that publishes, and stores nothing', async () => {
  const { board, viewer, topic } = await watching();
  const closed = new Promise<void>((resolve) => viewer.once('close', () => resolve()));
  viewer.publish(topic, triLine(board.mac, Date.now()), { qos: 0 });
  await closed;
  const { rows } = await pool.query('select 1 from reading where installation_id = $1', [
    board.installationId,
  ]);
  expect(rows).toEqual([]);
});

test('does not retain messages for a later viewer', async () => {
  const { board, caller, lines, topic, publish } = await watching();
  await publish(triLine(board.mac, Date.now() - 2_000), { qos: 1, retain: true });
  await vi.waitFor(() => expect(lines.length).toBe(1));
  const later = await openFeed(caller);
  const seen = received(later);
  await granted(later, topic);
  const line = triLine(board.mac, Date.now());
  await publish(line);
  await vi.waitFor(() => expect(seen).toEqual([`${topic} ${line}`]));
});

test('shows the will of a board to no viewer', async () => {
  const { board, lines, topic, publish } = await watching();
  const dying = await connectBoard(ports.tcp, board, {
    clientId: 'dying',
    will: { topic, payload: Buffer.from('last words'), qos: 1, retain: true },
  });
  const isGone = broker.connections();
  dying.stream.destroy();
  await vi.waitFor(() => expect(broker.connections()).toBe(isGone - 1));
  await publish(triLine(board.mac, Date.now()));
  await vi.waitFor(() => expect(lines.length).toBe(1));
  expect(lines.join()).not.toContain('last words');
});

test('ends the feed of a meter at once when access is removed', async () => {
  const { board, lines, publish } = await watching();
  await publish(triLine(board.mac, Date.now() - 2_000));
  await vi.waitFor(() => expect(lines.length).toBe(1));
  await pool.query('update installation set removed_at = now() where id = $1', [board.installationId]);
  const other = await fleet.install(board.mac, await fleet.account(), new Date(Date.now() - 1_000));
  directory.announce({ mac: board.mac });
  await live.service.recheck();
  await vi.waitFor(async () => {
    await publish(triLine(board.mac, Date.now()));
    const { rows } = await pool.query('select 1 from reading where installation_id = $1', [other]);
    expect(rows.length).toBeGreaterThan(0);
  });
  expect(lines.length).toBe(1);
});

test.for([
  ['signing out', 'delete from session where account_id = $1'],
  ['disabling the account', 'update account set disabled_at = now() where id = $1'],
] as const)('%s ends the feed', async ([, statement]) => {
  const { owner, viewer } = await watching();
  const closed = new Promise<void>((resolve) => viewer.once('close', () => resolve()));
  await pool.query(statement, [owner]);
  await live.service.recheck();
  await closed;
});

test('feed credentials work for five minutes, for their client id, and only unchanged', async () => {
  const caller = await signIn(await fleet.account());
  const credentials = await live.service.issue(caller);
  const attempt = (change: IClientOptions) =>
    connectMqtt(ports.tcp, {
      clientId: credentials.clientId,
      username: credentials.username,
      password: credentials.password,
      ...change,
    });
  await expect(attempt({ clientId: 'another' })).rejects.toThrow(/Not authorized/);
  await expect(attempt({ password: `${credentials.password}x` })).rejects.toThrow(/Not authorized/);
  await expect(attempt({ username: await fleet.account() })).rejects.toThrow(/Not authorized/);
  const client = await attempt({});
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  ahead = 5 * 60_000 + 1;
  await expect(attempt({})).rejects.toThrow(/Not authorized/);
  await closed;
  ahead = 0;
});

test('drops a viewer that never reads', async () => {
  const { board, caller, topic, publish } = await watching();
  const { clientId, username, password } = await live.service.issue(caller);
  const socket = connectSocket({ port: ports.tcp ?? 0, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(
    mqttPacket.generate({
      cmd: 'connect',
      clientId,
      username,
      password: Buffer.from(password),
      keepalive: 0,
      clean: true,
      protocolId: 'MQTT',
      protocolVersion: 4,
    }),
  );
  const subscribe = mqttPacket.generate({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic, qos: 0 }],
  });
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.write(subscribe);
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.pause();
  const before = broker.connections();
  let at = Date.now() - 60 * 60_000;
  await vi.waitFor(
    async () => {
      const lines = Array.from({ length: 2_000 }, (_, n) => triLine(board.mac, at + n * 50));
      at += 100_000;
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => publish(lines.slice(n * 100, n * 100 + 100).join('\n'))),
      );
      expect(broker.connections()).toBe(before - 1);
    },
    { timeout: 40_000 },
  );
});

const statusOf = async (socket: WebSocket): Promise<number | undefined> => {
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
  });
};

const attached = async () => {
  const server = createServer((_request, response) => response.end());
  telemetry.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test('serves the feed at /mqtt of the HTTP port too', async () => {
  const port = await attached();
  const { clientId, username, password } = await live.service.issue(await signIn(await fleet.account()));
  const client = await mqtt.connectAsync(
    `ws://127.0.0.1:${port}/mqtt`,
    { clientId, username, password },
    false,
  );
  expect(client.connected).toBe(true);
  await client.endAsync(true);
});

test('a stopping server does not wait for feed viewers, and accepts no new ones', async () => {
  const server = createServer((_request, response) => response.end());
  const endFeed = telemetry.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { clientId, username, password } = await live.service.issue(await signIn(await fleet.account()));
  const options = { clientId, username, password, reconnectPeriod: 0 };
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, options, false);
  client.on('error', () => undefined);
  onTestFinished(() => void client.end(true));
  endFeed();
  expect(await statusOf(new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt'))).toBe(404);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(client.connected).toBe(false);
});

test('answers other upgrades on the HTTP port as plain requests', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${await attached()}/elsewhere`, 'mqtt');
  expect(await statusOf(socket)).toBe(200);
});

test.for([
  ['a page of another site', 'mqtt', { origin: 'https://elsewhere.example' }, 403],
  ['another protocol than mqtt', 'chat', {}, 400],
] as const)('refuses the connection for %s', async ([, protocol, headers, status]) => {
  const socket = new WebSocket(`ws://127.0.0.1:${ports.websocket}/`, protocol, { headers });
  expect(await statusOf(socket)).toBe(status);
});

test('sends an alert on the private topic of each account that sees one of its meters', async () => {
  const { owner, board, viewer } = await watching();
  const otherAccount = await fleet.account();
  const other = await openFeed(await signIn(otherAccount));
  expect(await granted(viewer, `alerts/${owner}`)).toBe(0);
  expect(await granted(other, `alerts/${otherAccount}`)).toBe(0);
  expect(await granted(other, `alerts/${owner}`)).toBe(REFUSED);
  const [viewerLines, elsewhere] = [received(viewer), received(other)];
  telemetry.notifyAlerts([board.mac]);
  await vi.waitFor(() => expect(viewerLines).toEqual([`alerts/${owner} 1`]));
  const { mac } = await fleet.board('tri', otherAccount);
  telemetry.notifyAlerts([mac]);
  expect(viewerLines).toHaveLength(1);
  expect(elsewhere.every((line) => line.startsWith(`alerts/${otherAccount}`))).toBe(true);
});
