import type { IntegrationKind } from '@nascente/contract/connections/integrations';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connectMqtt, triLine } from '../../testing/boards/test-telemetry.ts';
import { createSeed, type SeededMeter, type SeededPerson } from '../../testing/seeds/seed.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const NOW = Date.now();
const ENERGY = { energyA: 1_000, energyB: 0, energyC: 0 } as const;
const lineOf = ({ mac }: SeededMeter, secondsAgo: number) =>
  triLine(mac, NOW - secondsAgo * 1_000, ENERGY as never);

const WAIT = { timeout: 10_000, interval: 50 };

let server: TestServer;
let seed: ReturnType<typeof createSeed>;
let ana: SeededPerson;
let rui: SeededPerson;
let admin: SeededPerson;
let oven: SeededMeter;
let fridge: SeededMeter;
let otherMeter: SeededMeter;
let inverter: SeededMeter;
let establishment: string;

const call = async (
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { 'access-token': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text, json: type.includes('json') ? JSON.parse(text) : null };
};

const make = async (kind: IntegrationKind, boards: readonly SeededMeter[] | null, { token } = ana) => {
  const made = await call('POST', '/user/integrations', {
    token,
    body: { kind, name: `Meu ${kind}`, boards: boards?.map(({ mac }) => mac) ?? null },
  });
  expect([made.status, made.json?.msg]).toEqual([201, undefined]);
  return { key: made.json.key as string, id: made.json.integration.id as string };
};
const revoke = (id: string, { token } = ana) => call('DELETE', `/user/integrations/${id}`, { token });

const ingest = (key: string, lines: readonly string[]) =>
  fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
    body: lines.join('\n'),
  }).then(async (response) => ({ status: response.status, body: await response.json() }));

const readStored = async ({ installationId }: SeededMeter): Promise<number> => {
  const { rows } = await server.database.pool.query<{ count: number }>(
    'select count(*)::integer as count from reading where installation_id = $1',
    [installationId],
  );
  return rows[0]?.count ?? 0;
};

beforeAll(async () => {
  server = await startTestServer({});
  seed = createSeed(server.database, Date.now);
  [ana, rui, admin] = [await seed.person(), await seed.person(), await seed.person({ profile: 'Admin' })];
  establishment = await seed.establishment(ana, { bill_read_day: 10 });
  const since = { installed_at: new Date(NOW - 40 * 86_400_000) };
  oven = await seed.meter(establishment, { name: 'Forno', ...since });
  fridge = await seed.meter(establishment, { name: 'Câmara; fria', ...since });
  otherMeter = await seed.meter(await seed.establishment(rui), since);
  const atInverter = { name: 'Inversor', solar_panel: true, ...since };
  inverter = await seed.meter(establishment, atInverter, { model: 'mono', equipment: 'emd' });
  // Its clamps are reversed: it consumes a little at night, and its generation is negative.
  await seed.readings(inverter, [
    { at: new Date(NOW - 31 * 60_000), energy_a_mwh: 46_000 },
    // Within a complete quarter-hour, because the running one does not count yet.
    { at: new Date(NOW - 30 * 60_000), energy_a_mwh: -2_500_000, wa: -1_700 },
    { at: new Date(NOW - 2_000), energy_a_mwh: 0, wa: -1_800 },
  ]);
});

describe('a gateway', () => {
  it('a gateway sends by HTTP for its own boards only', async () => {
    const { key } = await make('gateway', [oven, fridge]);
    const sent = await ingest(key, [lineOf(oven, 60), lineOf(otherMeter, 60), lineOf(fridge, 60)]);
    expect(sent).toMatchObject({
      status: 200,
      body: { accepted: 2, refused: [{ index: 1, reason: 'not-own-topic' }] },
    });
    expect([await readStored(oven), await readStored(fridge), await readStored(otherMeter)]).toEqual([
      1, 1, 0,
    ]);
  });

  it('frees the slot of a call that hung up during the key lookup', async () => {
    const { key } = await make('gateway', [oven]);
    const holder = await server.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table integration in access exclusive mode');
      const caller = new AbortController();
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/plain' };
      const requested = { method: 'POST', headers, body: lineOf(oven, 70), signal: caller.signal };
      // As many as a gateway may have unacknowledged.
      const calls = Array.from({ length: 4 }, () => fetch(`${server.url}/api/ingest`, requested));
      const waiting = async () => {
        const { rows } = await holder.query<{ count: number }>(
          `select count(*)::integer as count from pg_locks where not granted and relation = 'integration'::regclass`,
        );
        return rows[0]?.count ?? 0;
      };
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(4), WAIT);
      caller.abort();
      for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
      // An answer at this point shows that the server has noticed the closed connections.
      expect((await call('GET', '/metrics/meters')).status).toBe(401);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await expect.poll(async () => (await ingest(key, [lineOf(oven, 70)])).status, WAIT).toBe(200);
    const { key: other } = await make('gateway', [oven]);
    expect((await ingest(other, [lineOf(oven, 69)])).status).toBe(200);
  });

  it('a gateway sends lines of several boards in one MQTT message, acknowledged once all are stored', async () => {
    const { id, key } = await make('gateway', [oven, fridge]);
    const client = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const before = [await readStored(oven), await readStored(fridge), await readStored(otherMeter)] as const;
    const lines = [lineOf(oven, 50), lineOf(fridge, 50), lineOf(otherMeter, 50), 'nonsense'];
    await client.publishAsync(`gateway/${id}/message`, lines.join('\n'), { qos: 1 });
    await client.publishAsync(`message/${oven.mac}`, lineOf(oven, 40), { qos: 1 });
    await client.publishAsync(`message/${otherMeter.mac}`, lineOf(otherMeter, 40), { qos: 1 });
    expect([await readStored(oven), await readStored(fridge), await readStored(otherMeter)]).toEqual([
      before[0] + 2,
      before[1] + 1,
      before[2],
    ]);
  });

  it('acknowledges a gateway message without a line, and counts it as refused', async () => {
    const { id, key } = await make('gateway', [oven]);
    const client = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const topic = `gateway/${id}/message`;
    for (const payload of ['', '\r\n\n']) await client.publishAsync(topic, payload, { qos: 1 });
    await client.publishAsync(topic, lineOf(oven, 34), { qos: 1 });
    const { rows } = await server.database.pool.query(
      'select reason, mac from refused_frame where topic = $1',
      [topic],
    );
    expect(rows).toEqual([
      { reason: 'empty', mac: null },
      { reason: 'empty', mac: null },
    ]);
    await client.endAsync();
  });

  it('acknowledges a message under the topic of another gateway, and counts it as refused', async () => {
    const { id, key } = await make('gateway', [oven]);
    const other = await make('gateway', [fridge]);
    const client = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const before = [await readStored(oven), await readStored(fridge)];
    const topic = `gateway/${other.id}/message`;
    await client.publishAsync(topic, [lineOf(oven, 35), lineOf(fridge, 35)].join('\n'), { qos: 1 });
    expect([await readStored(oven), await readStored(fridge)]).toEqual(before);
    const { rows } = await server.database.pool.query(
      'select reason, mac from refused_frame where topic = $1',
      [topic],
    );
    expect(rows).toEqual([{ reason: 'bad-topic', mac: null }]);
    await client.endAsync();
  });

  it('the inventory marks the own boards of a connected gateway as connected, and no others', async () => {
    const { id, key } = await make('gateway', [oven, fridge]);
    const client = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const lines = [lineOf(oven, 45), lineOf(fridge, 45), lineOf(otherMeter, 45)];
    await client.publishAsync(`gateway/${id}/message`, lines.join('\n'), { qos: 1 });
    const links = async () => {
      const { json } = await call('GET', '/admin/boards?limit=100', { token: admin.token });
      const boards = json.boards as { mac: string; connection: { disconnectedAt: string | null } | null }[];
      return [oven, fridge, otherMeter].map(({ mac }) => {
        const connection = boards.find((board) => board.mac === mac)?.connection ?? null;
        return connection === null ? null : connection.disconnectedAt === null;
      });
    };
    await vi.waitFor(async () => expect(await links()).toEqual([true, true, null]), WAIT);
    await client.endAsync();
    await vi.waitFor(async () => expect(await links()).toEqual([false, false, null]), WAIT);
    await revoke(id);
  });

  it('a revoked gateway loses HTTP and MQTT access at once', async () => {
    const { id, key } = await make('gateway', [oven]);
    const client = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    expect((await revoke(id)).status).toBe(200);
    await closed;
    expect((await ingest(key, [lineOf(oven, 30)])).status).toBe(401);
    await expect(connectMqtt(server.ports.tcp, { username: id, password: key })).rejects.toThrow();
  });

  it('a gateway can no longer send for a board that moved to another owner', async () => {
    const board = await seed.meter(establishment, { installed_at: new Date(NOW - 86_400_000) });
    const { key } = await make('gateway', [oven, board]);
    expect((await ingest(key, [lineOf(board, 60)])).body).toMatchObject({ accepted: 1 });
    await server.database.pool.query('update installation set removed_at = now() where id = $1', [
      board.installationId,
    ]);
    // The database tells of it.
    await vi.waitFor(async () =>
      expect((await ingest(key, [lineOf(board, 59)])).body).toMatchObject({ accepted: 0 }),
    );
  });

  it('a gateway accepts only boards of its owner, and a read-only account cannot create one', async () => {
    const body = { kind: 'gateway', name: 'Galpão', boards: [otherMeter.mac] };
    expect((await call('POST', '/user/integrations', { token: ana.token, body })).status).toBe(404);
    expect((await call('POST', '/user/integrations', { token: admin.token, body })).status).toBe(201);
    const none = await call('POST', '/user/integrations', {
      token: ana.token,
      body: { ...body, boards: null },
    });
    expect(none).toMatchObject({
      status: 400,
      json: { msg: 'Escolha os medidores pelos quais o gateway vai enviar.' },
    });
    const client = await seed.person({ profile: 'client', manager_id: ana.id });
    const refused = await call('POST', '/user/integrations', { token: client.token, body });
    expect(refused.status).toBe(403);
  });

  it('only its owner and an Admin can see and revoke a gateway', async () => {
    const { id } = await make('gateway', [oven]);
    const listed = await call('GET', '/user/integrations', { token: admin.token });
    expect(listed.json.integrations).toContainEqual(expect.objectContaining({ id, owner: ana.email }));
    const others = await call('GET', '/user/integrations', { token: rui.token });
    expect(others.json.integrations).toEqual([]);
    expect((await revoke(id, rui)).status).toBe(404);
    expect((await revoke(id, admin)).status).toBe(200);
  });
});

describe('a key to read by MQTT', () => {
  it('an MQTT read key receives its own meters, publishes nothing, and ends when revoked', async () => {
    const { id, key } = await make('mqtt', [oven]);
    const reader = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const others = [fridge, otherMeter].map(({ mac }) => `message/${mac}`);
    for (const topic of [...others, `alerts/${ana.id}`, '#', 'message/#'])
      await expect(reader.subscribeAsync(topic), topic).rejects.toThrow();
    await reader.subscribeAsync(`message/${oven.mac}`);
    const received = new Promise<string>((resolve) =>
      reader.once('message', (_, payload) => resolve(String(payload))),
    );
    const gateway = await make('gateway', [oven]);
    const line = lineOf(oven, 5);
    expect((await ingest(gateway.key, [line])).body).toMatchObject({ accepted: 1 });
    expect(await received).toBe(line);
    const closed = new Promise<void>((resolve) => reader.once('close', () => resolve()));
    await revoke(id);
    await closed;
  });
});

describe('Home Assistant', () => {
  it('Home Assistant discovers the meters of its key, receives their states, and again after a restart', async () => {
    const { id, key } = await make('home-assistant', [oven]);
    const home = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const received = new Map<string, Record<string, unknown>>();
    let messages = 0;
    home.on('message', (topic, payload) => {
      messages++;
      received.set(topic, JSON.parse(String(payload)));
    });
    for (const filter of ['homeassistant/+/+/+/config', 'homeassistant/sensor/+/config', `nascente/${id}/#`])
      await home.subscribeAsync(filter);
    await expect(home.subscribeAsync('nascente/#')).rejects.toThrow();
    const node = oven.mac.replaceAll(':', '').toLowerCase();
    const config = `homeassistant/sensor/nascente_${node}/energy/config`;
    const state = `nascente/${id}/${node}/state`;
    await vi.waitFor(
      () => expect([...received.keys()]).toEqual(expect.arrayContaining([config, state])),
      WAIT,
    );
    expect(received.get(config)).toMatchObject({ state_topic: state, state_class: 'total_increasing' });
    expect(received.get(state)).toMatchObject({ energy: expect.any(Number), voltage_a: expect.any(Number) });
    expect([...received.keys()].filter((topic) => !topic.includes(node))).toEqual([]);
    const before = messages;
    await home.publishAsync('homeassistant/status', 'online', { retain: true, qos: 0 });
    await vi.waitFor(() => expect(messages).toBeGreaterThan(before + 5), WAIT);
    const closed = new Promise<void>((resolve) => home.once('close', () => resolve()));
    await revoke(id);
    await closed;
  });
});

describe('a meter at an inverter', () => {
  it('sends the generation of an inverter to Home Assistant', async () => {
    const { id, key } = await make('home-assistant', [inverter]);
    const home = await connectMqtt(server.ports.tcp, { username: id, password: key });
    const received = new Map<string, Record<string, unknown>>();
    home.on('message', (topic, payload) => received.set(topic, JSON.parse(String(payload))));
    const node = inverter.mac.replaceAll(':', '').toLowerCase();
    const state = `nascente/${id}/${node}/state`;
    for (const filter of ['homeassistant/sensor/+/config', 'homeassistant/+/+/+/config', state])
      await home.subscribeAsync(filter);
    const described = `homeassistant/sensor/nascente_${node}/generation/config`;
    await vi.waitFor(
      () => expect([...received.keys()]).toEqual(expect.arrayContaining([state, described])),
      WAIT,
    );
    expect(received.get(state)).toMatchObject({ generation: 2.5, power: 1_800 });
    expect(received.get(state)).not.toHaveProperty('energy');
    expect(received.get(described)).toMatchObject({
      state_class: 'total_increasing',
      unit_of_measurement: 'kWh',
    });
    await home.endAsync();
  });

  it('reports the generation of an inverter to Prometheus', async () => {
    const made = await call('POST', '/user/generate-token', { token: ana.token, body: { name: 'Painéis' } });
    const headers = { authorization: `Bearer ${made.json.data.token}` };
    const { text } = await call('GET', '/metrics/meters', { headers });
    const ofInverter = text.split('\n').filter((line) => line.includes(inverter.mac));
    expect(ofInverter).toContainEqual(expect.stringMatching(/^nascente_cycle_generation_kwh\{.*\} 2\.5$/));
    const metrics = new Set(ofInverter.map((line) => line.slice(0, line.indexOf('{'))));
    for (const name of ['nascente_cycle_energy_kwh', 'nascente_cycle_cost_brl'])
      expect(metrics).not.toContain(name);
    expect(text).not.toContain(`nascente_cycle_generation_kwh{mac="${oven.mac}"`);
  });

  it('the CSV has a separate column for the generation of an inverter', async () => {
    const { key } = await make('csv', [inverter, oven]);
    const { text } = await call('GET', `/csv/${key}?days=2`);
    const rows = text.split('\r\n').map((line) => line.split(';'));
    const ofMeter = ({ mac }: SeededMeter) => rows.filter((row) => row[3] === mac);
    expect(ofMeter(inverter).map((row) => row[8])).toContain('2,5');
    for (const [, , , , , consumed, cost] of ofMeter(inverter)) expect([consumed, cost]).toEqual(['', '']);
    expect(ofMeter(oven)).toHaveLength(2);
    for (const row of ofMeter(oven)) expect(row[8]).toBe('');
  });
});

describe('CSV and calendar links', () => {
  const groupOf = async (groupName: string, meters: readonly SeededMeter[], dueDate: number) => {
    const body = { groupName, groupType: 'eletric', boardsMAC: meters.map(({ mac }) => mac), dueDate };
    expect((await call('POST', '/group/new', { token: ana.token, body })).status).toBe(201);
  };

  it('a CSV link returns days in the format of the requesting sheet', async () => {
    const { id, key } = await make('csv', null);
    const { status, type, text } = await call('GET', `/csv/${key}?days=2`);
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe(
      'data;estabelecimento;medidor;mac;unidade;consumo;custo_reais;completude;geracao;estimado',
    );
    expect(rows.filter((row) => row.includes('"Câmara; fria"'))).toHaveLength(2);
    expect(rows.some((row) => row.includes(otherMeter.mac))).toBe(false);
    const other = await call('GET', `/csv/${key}?days=1&separator=comma`);
    expect(other.text.split('\r\n')[0]).toContain('data,estabelecimento');
    expect((await call('GET', `/csv/${key}?days=0`)).status).toBe(400);
    const opened = await Promise.all(Array.from({ length: 70 }, () => call('GET', `/csv/${key}?days=1`)));
    expect(opened.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect((await call('GET', `/calendar/${key}`)).status).toBe(404);
    await revoke(id);
    expect((await call('GET', `/csv/${key}`)).status).toBe(404);
  });

  it('a calendar link returns reading days and due dates', async () => {
    await groupOf('Cozinha', [oven], 31);
    const { key } = await make('calendar', null);
    const { status, type, text } = await call('GET', `/calendar/${key}`);
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text).toContain('SUMMARY:Leitura de energia: ');
    const dueTimes = text.match(/UID:vencimento-/g) ?? [];
    expect(dueTimes.length).toBeGreaterThanOrEqual(12);
    const readings = text.match(/UID:leitura-/g) ?? [];
    expect(readings.length).toBeGreaterThanOrEqual(12);
    expect(new Set(text.match(/UID:.*/g)).size).toBe(dueTimes.length + readings.length);
  });

  it('a link for some meters leaves out groups that have other meters', async () => {
    await groupOf('Só o forno', [oven], 5);
    await groupOf('Forno e câmara', [oven, fridge], 5);
    const { key } = await make('calendar', [oven]);
    const { text } = await call('GET', `/calendar/${key}`);
    expect(text).toContain('SUMMARY:Vencimento: Só o forno');
    expect(text).not.toContain('Forno e câmara');
    const all = await call('GET', `/calendar/${(await make('calendar', null)).key}`);
    expect(all.text).toContain('SUMMARY:Vencimento: Forno e câmara');
  });

  it('a link shows when it was last used', async () => {
    const { id, key } = await make('csv', [oven]);
    await call('GET', `/csv/${key}`);
    const { json } = await call('GET', '/user/integrations', { token: ana.token });
    const used = json.integrations.find((one: { id: string }) => one.id === id);
    expect(Date.parse(used.lastUsed)).toBeGreaterThan(NOW - 60_000);
  });
});

it('an API key reads the numbers of its own meters for Prometheus', async () => {
  const made = await call('POST', '/user/generate-token', { token: ana.token, body: { name: 'Prometheus' } });
  const headers = { authorization: `Bearer ${made.json.data.token}` };
  const { status, type, text } = await call('GET', '/metrics/meters', { headers });
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toContain('# TYPE nascente_cycle_energy_kwh gauge');
  expect(text).toMatch(
    new RegExp(`nascente_power_watts\\{mac="${oven.mac}",meter="Forno",.*phase="a"\\} \\d`),
  );
  expect(text).not.toContain(otherMeter.mac);
  expect((await call('GET', '/metrics/meters')).status).toBe(401);
});

it('a key of an external system opens only its own purpose', async () => {
  const { key } = await make('mqtt', null);
  for (const headers of [{ 'access-token': key }, { authorization: `Bearer ${key}` }] as Record<
    string,
    string
  >[])
    expect((await call('GET', '/user', { headers })).status).toBe(401);
  expect((await ingest(key, [lineOf(oven, 20)])).status).toBe(401);
  const apiKey = await call('POST', '/user/generate-token', { token: ana.token, body: { write: true } });
  const headers = { 'access-token': apiKey.json.data.token };
  expect((await call('GET', '/user/integrations', { headers })).status).toBe(403);
});
