import { request } from 'node:http';
import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import { expect, test, vi } from 'vitest';
import {
  connectBoard,
  connectMqtt,
  startTestTelemetry,
  triLine,
} from '../../testing/boards/test-telemetry.ts';

const { ports, fleet, database, ingest, registry } = await startTestTelemetry();
const { pool } = database;
const MINUTE_MS = 60_000;
const now = (): number => Date.now();

const readStored = async (installationId: number): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from reading where installation_id = $1',
    [installationId],
  );
  return rows[0]?.count ?? 0;
};

const refusalsOf = async (mac: string): Promise<string[]> => {
  const { rows } = await pool.query<{ reason: string }>(
    'select reason from refused_frame where mac = $1 order by id',
    [mac],
  );
  return rows.map(({ reason }) => reason);
};

const countOf = async (reason: string): Promise<number> => {
  const { rows } = await pool.query<{ frames: number }>(
    'select sum(frames)::int as frames from refused_count where reason = $1',
    [reason],
  );
  return rows[0]?.frames ?? 0;
};

/** Publishes one payload at QoS 1; resolves when it was acknowledged. */
const published = async (payload: string | Buffer, kind: 'tri' | 'mono' | 'water' = 'tri') => {
  const board = await fleet.board(kind);
  const client = await connectBoard(ports.tcp, board);
  const text = typeof payload === 'string' ? payload.replaceAll('{mac}', board.mac) : payload;
  await client.publishAsync(`message/${board.mac}`, text, { qos: 1 });
  await client.endAsync();
  return { board, rows: await readStored(board.installationId), refused: await refusalsOf(board.mac) };
};

test.for([0, 1, 2] as const)('stores a line published at QoS %i once', async (qos) => {
  const board = await fleet.board();
  const client = await connectBoard(ports.tcp, board);
  const line = triLine(board.mac, now());
  await client.publishAsync(`emd3p/${board.mac}/message`, line, { qos });
  await client.publishAsync(`emd3p/${board.mac}/message`, line, { qos });
  await vi.waitFor(async () => expect(await readStored(board.installationId)).toBe(1));
});

test('stores an acknowledged reading at once, with its quarter-hour and its newest instant', async () => {
  const board = await fleet.board();
  const client = await connectBoard(ports.tcp, board);
  const at = now();
  await client.publishAsync(`message/${board.mac}`, triLine(board.mac, at), { qos: 1 });
  const { rows } = await pool.query(
    `select consumed_a_mwh, consumed_b_mwh, injected_c_mwh, inductive_a_mvarh, capacitive_b_mvarh, frames,
       (select at from last_state where installation_id = $1) as at
     from quarter where installation_id = $1 and frames > 0`,
    [board.installationId],
  );
  expect(rows).toEqual([
    {
      consumed_a_mwh: 1200,
      consumed_b_mwh: 900,
      injected_c_mwh: 75,
      inductive_a_mvarh: 310,
      capacitive_b_mvarh: 20,
      frames: 1,
      at: new Date(at),
    },
  ]);
});

test.for([
  ['too few fields', '{mac},1700000000,1,2,3', 'field-count'],
  ['letters in a number', `{mac},${now()},-60,40,12a,1.5`, 'bad-number'],
  ['NaN', `{mac},${now()},-60,40,NaN,1.5`, 'bad-number'],
  ['Infinity', `{mac},${now()},-60,40,Infinity,1.5`, 'bad-number'],
  ['nothing', '', 'empty'],
  ['a future timestamp', `{mac},${now() + 11 * MINUTE_MS},-60,40,1,1.5`, 'future'],
  ['an ancient timestamp', `{mac},${now() - 401 * 1_440 * MINUTE_MS},-60,40,1,1.5`, 'too-old'],
  ['a timestamp that is none', '{mac},yesterday,-60,40,1,1.5', 'bad-timestamp'],
  ['the MAC of another board', `A4:CF:12:FF:FF:FF,${now()},-60,40,1,1.5`, 'mac-mismatch'],
  ['a flow that no pipe carries', `{mac},${now()},-60,40,1,15000`, 'implausible-flow'],
] as const)('refuses, counts, stores and acknowledges %s', async ([, payload, reason]) => {
  const before = await countOf(reason);
  const { rows, refused } = await published(payload, 'water');
  expect({ rows, refused, counted: (await countOf(reason)) - before }).toEqual({
    rows: 0,
    refused: [reason],
    counted: 1,
  });
});

test('refuses binary data and 1 MB of rubbish, and accepts the next line', async () => {
  const binary = await published(Buffer.from([0, 255, 17, 0, 3, 44, 44, 200]));
  const large = await published(Buffer.alloc(1_000_000, 'x'));
  expect([binary.refused, large.refused]).toEqual([['not-text'], ['too-large']]);
  const { rows } = await pool.query<{ size: number }>(
    'select max(length(payload)) as size from refused_frame',
  );
  expect(rows[0]?.size).toBeLessThanOrEqual(1_000);
});

test('refuses a mono line from a tri board as another kind', async () => {
  const { refused } = await published(`{mac},${now()},-60,40,220,1,1,220,0,1,0,1,1`);
  expect(refused).toEqual(['kind-mismatch']);
});

test('refuses only the bad line of a backlog', async () => {
  const at = now() - 10_000;
  const lines = [0, 1, 2, 3].map((n) => `{mac},${at + n * 1000},-60,40,0.5,${n === 2 ? 'x' : '1.5'}`);
  const { rows, refused } = await published(lines.join('\r\n'), 'water');
  expect({ rows, refused }).toEqual({ rows: 3, refused: ['bad-number'] });
});

test('acknowledges a backlog of 10,000 lines once all of them are stored', async () => {
  const start = now() - 10_000 * 1000;
  const lines = Array.from({ length: 10_000 }, (_, n) => triLine('{mac}' as never, start + n * 1000));
  const { board, rows } = await published(lines.join('\n'));
  const { rows: totals } = await pool.query<{ frames: number; energy: number }>(
    'select sum(frames)::int as frames, sum(consumed_a_mwh)::int8 as energy from quarter where installation_id = $1',
    [board.installationId],
  );
  expect({ rows, ...totals[0] }).toEqual({ rows: 10_000, frames: 10_000, energy: 12_000_000 });
});

test('a payload above 4 MB ends the connection', async () => {
  const board = await fleet.board();
  const client = await connectBoard(ports.tcp, board);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.publish(`message/${board.mac}`, Buffer.alloc(4_200_000, '\n'), { qos: 1 });
  await closed;
});

test('refuses a board that publishes under another MAC, and stores nothing for either', async () => {
  const [mine, other] = [await fleet.board(), await fleet.board()];
  const client = await connectBoard(ports.tcp, mine);
  await client.publishAsync(`message/${other.mac}`, triLine(other.mac, now()), { qos: 1 });
  await client.publishAsync(`message/${other.mac}`, triLine(other.mac, now()), { qos: 2 });
  await client.publishAsync('rubbish', 'x', { qos: 1 });
  expect(await refusalsOf(mine.mac)).toEqual(['not-own-topic', 'not-own-topic', 'bad-topic']);
  expect(await readStored(other.installationId)).toBe(0);
});

test('refuses readings of a board that is installed nowhere with that reason', async () => {
  const board = await fleet.provision('tri');
  const client = await connectBoard(ports.tcp, board);
  await client.publishAsync(`message/${board.mac}`, triLine(board.mac, now()), { qos: 1 });
  expect(await refusalsOf(board.mac)).toEqual(['not-installed']);
});

test('assigns earlier readings of a board to the owner at that time after a change of owner', async () => {
  const { mac, key } = await fleet.provision('tri');
  const [first, second] = [await fleet.account(), await fleet.account()];
  const handedOver = now() - 60 * MINUTE_MS;
  const former = await fleet.install(mac, first, new Date(handedOver - 86_400_000), new Date(handedOver));
  const present = await fleet.install(mac, second, new Date(handedOver));
  const client = await connectBoard(ports.tcp, { mac, key });
  const lines = [-2, -1, 0, 1, 2].map((n) => triLine(mac, handedOver + n * 1000));
  await client.publishAsync(`message/${mac}`, lines.join('\n'), { qos: 1 });
  expect([await readStored(former), await readStored(present)]).toEqual([2, 3]);
});

test('routes a board installed by another process without a restart', async () => {
  const { mac, key } = await fleet.provision('tri');
  const { rows } = await pool.query<{ id: number }>(
    `insert into installation (establishment_id, mac, name, installed_at) values ($1, $2, 'Elsewhere', now() - interval '1 day') returning id`,
    [await fleet.establishment(await fleet.account()), mac],
  );
  const client = await connectBoard(ports.tcp, { mac, key });
  await vi.waitFor(async () => {
    await client.publishAsync(`message/${mac}`, triLine(mac, now()), { qos: 1 });
    expect(await readStored(rows[0]?.id ?? 0)).toBeGreaterThan(0);
  });
});

test.for([
  ['an unknown MAC', { username: 'A4:CF:12:DE:AD:01', password: 'x' }],
  ['no credentials', {}],
  ['a user name alone', { username: 'A4:CF:12:DE:AD:01' }],
  ['the fleet with a wrong password', { username: 'fleet', password: 'wrong' }],
] as const)('refuses the connection of %s', async ([, login]) => {
  await expect(connectMqtt(ports.tcp, { clientId: 'someone', ...login })).rejects.toThrow(/Not authorized/);
});

test('refuses the connection of a board with a wrong key', async () => {
  const board = await fleet.board();
  await expect(connectBoard(ports.tcp, { ...board, key: `${board.key}0` })).rejects.toThrow(/Not authorized/);
});

test('accepts every existing board with the shared credential of a fleet, and no unknown board', async () => {
  const board = await fleet.board('water');
  const client = await connectMqtt(ports.tcp, { username: 'fleet', password: 'fleet-password' });
  const line = formatFrame({ ...blankFrame('water', instant(now())), flow: 3 }, board.mac);
  await client.publishAsync(`message/${board.mac}`, line, { qos: 1 });
  await client.publishAsync('message/A4:CF:12:DE:AD:02', line, { qos: 1 });
  expect(await readStored(board.installationId)).toBe(1);
  expect(await refusalsOf('A4:CF:12:DE:AD:02')).toEqual(['unknown-board']);
});

test('counts all refusals of a noisy board, and stores no more than its share', async () => {
  const board = await fleet.board();
  const client = await connectBoard(ports.tcp, board);
  const before = await countOf('field-count');
  await Promise.all(
    Array.from({ length: 200 }, () => client.publishAsync(`message/${board.mac}`, '1,2,3', { qos: 1 })),
  );
  expect((await countOf('field-count')) - before).toBe(200);
  expect((await refusalsOf(board.mac)).length).toBeLessThanOrEqual(20);
});

test('stores only the newest 10,000 refused frames', async () => {
  await pool.query(
    `insert into refused_frame (reason, topic, payload) select 'empty', 'old', '' from generate_series(1, 10050)`,
  );
  await ingest.maintain();
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from refused_frame');
  expect(rows[0]?.count).toBeLessThanOrEqual(10_000);
});

test('the metrics report stored and refused frames', async () => {
  await published('1,2');
  const text = await registry.metrics();
  expect(text).toMatch(/nascente_ingest_frames_total\{outcome="new"\} \d+/);
  expect(text).toMatch(/nascente_ingest_refused_total\{reason="field-count"\} \d+/);
  expect(ingest.state().stalled).toBe(false);
});

test('the WebSocket port answers plain requests with 426', async () => {
  const status = await new Promise((resolve, reject) => {
    request({ port: ports.websocket ?? 0, host: '127.0.0.1' }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(426);
});
