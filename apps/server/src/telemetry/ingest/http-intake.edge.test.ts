import { type ClientRequest, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashDeviceKey } from '../../sites/board-claims/index.ts';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { createSeed, type SeededMeter } from '../../testing/seeds/seed.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const KEY = 'a-key-of-the-board';
const FLEET = { user: 'gateway', password: 'of:the whole fleet' };

let server: TestServer;
let meter: SeededMeter;
let other: SeededMeter;

interface Answer {
  readonly status: number;
  readonly body: { readonly accepted?: number; readonly refused?: readonly object[]; readonly msg?: string };
}

interface Sent {
  readonly user?: string;
  readonly password?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

const send = async (body: string | Buffer, sent: Sent = {}): Promise<Answer> => {
  const { user = meter.mac, password = KEY, type = 'text/plain', headers = {} } = sent;
  const response = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'content-type': type,
      ...headers,
    },
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};
const sendJson = (body: unknown, sent: Sent = {}) =>
  send(JSON.stringify(body), { type: 'application/json', ...sent });

const readStored = async ({ installationId }: SeededMeter): Promise<{ count: number; energy: number }> => {
  const { rows } = await server.database.pool.query<{ count: number; energy: number }>(
    `select (select count(*)::integer from reading where installation_id = $1) as count,
      coalesce((select sum(consumed_a_mwh)::integer from quarter where installation_id = $1), 0) as energy`,
    [installationId],
  );
  return rows[0] as { count: number; energy: number };
};

const NOW = Date.now();
const ENERGY = { energyA: 1_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as const;
const lineOf = ({ mac }: SeededMeter, secondsAgo: number) =>
  triLine(mac, NOW - secondsAgo * 1_000, ENERGY as never);

beforeAll(async () => {
  server = await startTestServer({ BOARD_CREDENTIALS: `${FLEET.user}:${FLEET.password}` });
});

beforeEach(async () => {
  const seed = createSeed(server.database, () => NOW);
  const establishment = await seed.establishment(await seed.person());
  const installed_at = new Date(NOW - 3_600_000);
  const board = { key_hash: hashDeviceKey(KEY) };
  const meterOf = async () => {
    const made = await seed.meter(establishment, { installed_at });
    await server.database.pool.query('update board set key_hash = $1 where mac = $2', [
      board.key_hash,
      made.mac,
    ]);
    return made;
  };
  meter = await meterOf();
  other = await meterOf();
  // The server hears of new boards by LISTEN/NOTIFY.
  await expect.poll(async () => (await send(lineOf(other, 900), { user: other.mac })).body.accepted).toBe(1);
  await expect.poll(async () => (await send(lineOf(meter, 900))).body.accepted).toBe(1);
});

it('accepts a single reading as named values', async () => {
  const single = { ts: String(NOW - 60_000), values: { va: '220.5', energyA: 10 } };
  expect(await sendJson(single)).toEqual({ status: 200, body: { ok: true, accepted: 1, refused: [] } });
  expect(await readStored(meter)).toEqual({ count: 2, energy: 11_000 });
});

it("accepts the meter's own format from a board with an adapter, and explains a refusal", async () => {
  const admin = await createSeed(server.database, () => NOW).person({ profile: 'Admin' });
  const adapter = {
    adapter: 'generic',
    topic: `lora/${meter.mac}`,
    mapping: {
      rules: [{ topic: '', path: 'object.total', field: 'consumedA', unit: 'kWh' }],
      times: [['time']],
    },
  };
  const set = await fetch(`${server.url}/api/admin/boards/${meter.mac}/adapter`, {
    method: 'PUT',
    body: JSON.stringify({ adapter }),
    headers: { 'access-token': admin.token, 'content-type': 'application/json' },
  });
  expect(set.status).toBe(200);
  await expect
    .poll(async () => {
      const at = new Date(NOW - 120_000).toISOString();
      return (await sendJson({ time: at, object: { total: 17_747 } })).body;
    })
    .toEqual({ ok: true, accepted: 1, refused: [] });
  const answer = await sendJson([
    { time: new Date(NOW - 60_000).toISOString(), object: { total: 17_748 } },
    { time: new Date(NOW - 60_000).toISOString(), object: {} },
  ]);
  expect(answer.body).toMatchObject({ accepted: 1, refused: [{ index: 1, reason: 'no-values' }] });
  await expect
    .poll(async () => {
      const retained = 'select reason from refused_frame where mac = $1';
      return (await server.database.pool.query(retained, [meter.mac])).rows;
    })
    .toEqual([{ reason: 'no-values' }]);
  await expect.poll(async () => (await readStored(meter)).energy).toBe(1_001_000);
});

describe('readings by HTTP', () => {
  it('stores HTTP readings before the answer, in line order, and once despite repetitions', async () => {
    const lines = [300, 200, 100].map((ago) => lineOf(meter, ago)).join('\r\n');
    expect(await send(`${lines}\n\n`)).toEqual({
      status: 200,
      body: { ok: true, accepted: 3, refused: [] },
    });
    expect(await readStored(meter)).toEqual({ count: 4, energy: 4_000 });
    expect((await send(lines)).body.accepted).toBe(3);
    expect(await readStored(meter)).toEqual({ count: 4, energy: 4_000 });
  });

  it('refuses HTTP readings one by one, by index and reason', async () => {
    const lines = [
      lineOf(meter, 300),
      `${meter.mac},yesterday`,
      lineOf(other, 250),
      'rubbish',
      lineOf(meter, 200),
    ];
    const { status, body } = await send(lines.join('\n'));
    expect(status).toBe(200);
    expect(body.accepted).toBe(2);
    expect(body.refused).toEqual([
      { index: 1, reason: 'field-count', msg: expect.stringContaining('número de campos') },
      { index: 2, reason: 'not-own-topic', msg: expect.stringContaining('outro MAC') },
      { index: 3, reason: 'field-count', msg: expect.any(String) },
    ]);
    expect((await readStored(meter)).count).toBe(3);
    expect((await readStored(other)).count).toBe(1);
  });

  it('accepts HTTP readings as named values, in a list or in an object', async () => {
    const ts = Math.floor(NOW / 1_000);
    const readings = [
      { ts: ts - 300, values: { va: 220.5, energyA: 2.5 } },
      {
        mac: meter.mac.toLowerCase(),
        ts: new Date((ts - 200) * 1_000).toISOString(),
        values: { energyA: 1 },
      },
    ];
    expect((await sendJson(readings)).body).toEqual({ ok: true, accepted: 2, refused: [] });
    expect(await readStored(meter)).toEqual({ count: 3, energy: 1_000 + 3_500 });
    const wrong = [
      { ts: ts - 100, values: { volts: 1 } },
      { ts: ts - 90, values: { va: '220 V' } },
      { ts: ts - 80, values: {} },
      { ts: '1,2', values: { va: 220 } },
      { values: { va: 220 } },
      'a line',
      { mac: other.mac, ts: ts - 70, values: { va: 220 } },
      { mac: 'nobody', ts: ts - 60, values: { va: 220 } },
      { ts: ts - 50, values: { va: 220 } },
    ];
    const { body } = await sendJson({ readings: wrong });
    expect(body.accepted).toBe(1);
    expect(
      (body.refused as { index: number; reason: string }[]).map(({ index, reason }) => [index, reason]),
    ).toEqual([
      [0, 'kind-mismatch'],
      [1, 'bad-number'],
      [2, 'no-values'],
      [3, 'bad-timestamp'],
      [4, 'bad-json'],
      [5, 'bad-json'],
      [6, 'not-own-topic'],
      [7, 'mac-mismatch'],
    ]);
  });

  it('accepts HTTP readings of many boards with the credentials of the fleet', async () => {
    const absent = '00:11:22:33:44:55';
    const lines = [lineOf(meter, 300), lineOf(other, 290), lineOf(meter, 280).replace(meter.mac, absent)];
    const { body } = await send(lines.join('\n'), FLEET);
    expect(body).toMatchObject({ accepted: 2, refused: [{ index: 2, reason: 'unknown-board' }] });
    expect([(await readStored(meter)).count, (await readStored(other)).count]).toEqual([2, 2]);
  });

  it('accepts compressed HTTP readings', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await send(gzipSync(lineOf(meter, 300)), { headers })).body).toMatchObject({ accepted: 1 });
    expect((await send(Buffer.from('not packed'), { headers })).status).toBe(400);
    expect((await send('x', { headers: { 'content-encoding': 'zip' } })).status).toBe(415);
    // A megabyte or two for each kilobyte that was sent: it is not unpacked to its end.
    expect((await send(gzipSync(Buffer.alloc(200_000_000, 'a')), { headers })).status).toBe(413);
  });
});

describe('an intake call', () => {
  it.each([
    ['another key', { password: 'another' }],
    ['no key', { password: '' }],
    ['a board that is not there', { user: '00:11:22:33:44:55' }],
    ['a name that is no MAC', { user: 'board' }],
    ['the fleet with another password', { user: FLEET.user, password: 'another' }],
  ])('refuses a call with %s before its body is read', async (_, sent) => {
    const { status, body } = await send(lineOf(meter, 100), sent);
    expect([status, body.msg]).toEqual([401, 'MAC ou chave do medidor incorretos.']);
    expect((await readStored(meter)).count).toBe(1);
  });

  it('answers an unauthenticated call before its body arrives', async () => {
    const { port } = new URL(server.url);
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({
        port,
        method: 'POST',
        path: '/api/ingest',
        headers: { 'content-type': 'text/plain', 'content-length': 1_000_000 },
      });
      call.on('response', ({ statusCode }) => {
        resolve(statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.write('x');
    });
    expect(answered).toBe(401);
  });

  it.each([
    ['nothing', '', 'text/plain', 400],
    ['blank lines', '\n \n', 'text/plain', 400],
    ['an empty list', '[]', 'application/json', 400],
    ['broken JSON', '[{', 'application/json', 400],
    ['neither a list nor readings', '{"reading": []}', 'application/json', 400],
    ['another type', 'a', 'application/xml', 415],
    ['too many lines', 'a\n'.repeat(5_001), 'text/plain', 400],
    ['too many readings', JSON.stringify(Array.from({ length: 5_001 }, () => 1)), 'application/json', 400],
  ])('refuses a call with %s and a message', async (_, body, type, status) => {
    const answer = await send(body, { type });
    expect(answer.status).toBe(status);
    expect(answer.body.msg).toMatch(/[a-zç]{3}/);
    expect((await readStored(meter)).count).toBe(1);
  });

  it('accepts readings of a meter while another account blocks all places with endless bodies', async () => {
    const seed = createSeed(server.database, () => NOW);
    const account = await seed.establishment(await seed.person());
    const macs: string[] = [];
    for (let n = 0; n < 16; n++) {
      const { mac } = await seed.meter(account, { installed_at: new Date(NOW - 3_600_000) });
      await server.database.pool.query('update board set key_hash = $1 where mac = $2', [
        hashDeviceKey(KEY),
        mac,
      ]);
      macs.push(mac);
    }
    await expect.poll(async () => (await send('x', { user: macs.at(-1) ?? '' })).status).toBe(200);
    const { port } = new URL(server.url);
    const ended: (number | undefined)[] = [];
    const open = (mac: string) => {
      const call = request({
        port,
        method: 'POST',
        path: '/api/ingest',
        host: '127.0.0.1',
        localAddress: '127.0.0.2',
        headers: {
          authorization: `Basic ${Buffer.from(`${mac}:${KEY}`).toString('base64')}`,
          'content-type': 'text/plain',
          'content-length': 1_000_000,
        },
      });
      call.on('error', () => undefined);
      call.write('x');
      return call;
    };
    const calls: ClientRequest[] = [];
    for (const mac of macs) {
      let call = open(mac);
      const isRefused = new Set<ClientRequest>();
      const follow = (one: ClientRequest) =>
        one.on('response', (answer) => {
          isRefused.add(one);
          ended.push(answer.resume().statusCode);
        });
      follow(call);
      // The second call of a board is refused: the first has its place.
      await expect
        .poll(
          async () => {
            if (isRefused.has(call)) {
              ended.pop();
              call = follow(open(mac));
              return null;
            }
            return (await send('x', { user: mac })).status;
          },
          { timeout: 5_000 },
        )
        .toBe(409);
      calls.push(call);
    }
    expect(await send(lineOf(meter, 300))).toMatchObject({ status: 200, body: { accepted: 1 } });
    await expect.poll(() => ended).toEqual([408]);
    for (const call of calls) call.destroy();
  });

  it('refuses too many readings in one call, and reports the maximum', async () => {
    const many = Array.from({ length: 5_001 }, () => 1);
    const msg = 'Envie no máximo 5.000 leituras por chamada.';
    for (const [body, type] of [
      ['a\n'.repeat(5_001), 'text/plain'],
      [JSON.stringify(many), 'application/json'],
      [JSON.stringify({ readings: many }), 'application/json'],
    ] as const)
      expect((await send(body, { type })).body).toMatchObject({ msg });
    expect((await send('[]', { type: 'application/json' })).body).toMatchObject({
      msg: 'Envie ao menos uma leitura: linhas de texto ou uma lista em JSON.',
    });
  });

  it('accepts five thousand readings in one call', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => lineOf(meter, 1_000 + n / 4));
    expect((await send(lines.join('\n'))).body).toEqual({ ok: true, accepted: 5_000, refused: [] });
    expect((await readStored(meter)).count).toBe(5_001);
  });

  it('accepts several simultaneous calls of a fleet', async () => {
    const answers = await Promise.all(
      [meter, other, meter, other].map((one, index) => send(lineOf(one, 300 + index), FLEET)),
    );
    expect(answers.map(({ body }) => body.accepted)).toEqual([1, 1, 1, 1]);
  });

  it('answers 409 to a call while an earlier call of the same board is open', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => lineOf(meter, 1_000 + n / 4)).join('\n');
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(lines)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect((await readStored(meter)).count).toBe(3_001);
  });
});
