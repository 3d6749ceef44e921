import { hash } from 'node:crypto';
import type { Call } from '@nascente/contract/base/call';
import { readFeed } from '@nascente/contract/connections/feed';
import { everyCall } from '@nascente/contract/every-call';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import mqtt from 'mqtt';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectBoard, triLine } from '../../testing/boards/test-telemetry.ts';
import { makeCall, type Request } from '../../testing/calls.ts';
import { createSeed, type SeededPerson } from '../../testing/seeds/seed.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
const seed = createSeed(server.database, Date.now);

/** A value that an answer contains only when it contains a reading of the former owner. */
const SECRET_VOLTS = 211.75;
const SECRET_WH = 7_654.321;
const SECRETS = [/211[.,]75/, /7[.,]?654[.,]?32/];
const KEY = '5e'.repeat(20);

interface Board {
  readonly mac: Mac;
  readonly publish: (at: number, fields?: Parameters<typeof triLine>[2]) => Promise<void>;
}

const newBoard = async (): Promise<Board> => {
  const mac = await seed.board({ key_hash: hash('sha256', KEY, 'buffer') });
  const client = await vi.waitFor(() => connectBoard(server.ports.tcp, { mac, key: KEY }), 10_000);
  const publish: Board['publish'] = async (at, fields) => {
    await client.publishAsync(`message/${mac}`, triLine(mac, at, fields), { qos: 1 });
  };
  return { mac, publish };
};

const call = async (name: string, person: SeededPerson, request: Request) => {
  const found = everyCall.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is no call`);
  return { answer: await makeCall(server, found, person.token, request), success: found.success };
};
const succeed = async (
  name: string,
  person: SeededPerson,
  request: Request,
): Promise<Record<string, unknown>> => {
  const { answer, success } = await call(name, person, request);
  expect([answer.status, answer.text]).toEqual([success, expect.stringContaining('"ok":true')]);
  return JSON.parse(answer.text) as Record<string, unknown>;
};
const install = async (person: SeededPerson, mac: Mac): Promise<string> => {
  const body = {
    locationCode: await seed.establishment(person, { name: 'Loja' }),
    name: 'Forno',
    meter: mac,
    code: KEY,
    installDate: '2026-01-01T00:00:00Z',
  };
  const { installation } = await succeed('createInstallation', person, { body });
  return (installation as { _id: string })._id;
};
const framesOf = async (person: SeededPerson, mac: Mac): Promise<number[]> => {
  const dates = [Date.now() - 86_400_000, Date.now() + 86_400_000].map((at) => new Date(at).toISOString());
  const [dateIn, dateOut] = dates;
  const body = { id: mac, dateIn, dateOut, limit: 50, skip: 0 };
  const { value } = await succeed('readFramePage', person, { body });
  return (value as { date: string }[]).map(({ date }) => Date.parse(date)).toReversed();
};

/** Every call that returns measurements of a meter. */
const isOfReadings = ({ access, permission = 'see-own-account', path }: Call): boolean =>
  access === 'session' &&
  (['see-consumption', 'see-readings', 'export-readings', 'see-bills'].includes(permission) ||
    path.startsWith('/board/:mac'));

/** Values for the meter and the time that most of these calls need; a call refused for others reveals nothing either. */
const askings = (found: Call, mac: Mac, establishment: string): Request[] => {
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const params = { mac, id: establishment, start: day, end: day, group: 'B3', type: 'eletric' };
  if (found.method === 'GET') return [{ params }, { params, query: { start: day, end: day } }];
  const range = { dateIn: day, dateOut: day };
  const bodies = [
    { id: mac },
    { id: mac, date: day },
    { id: mac, ...range },
    { id: mac, ...range, limit: 10, skip: 0 },
    { id: mac, ...range, every: '1h' },
    { id: mac, filter: JSON.stringify({ fields: ['va'], ...range }) },
    { meter: mac, dateStart: day, dateEnd: day },
    { months: [`${day.slice(5, 7)}/${day.slice(0, 4)}`] },
  ];
  return bodies.map((body) => ({ params, body }));
};

/** A board that measured for one account, was removed, and now belongs to another. */
const handOver = async () => {
  const [former, next] = [await seed.person(), await seed.person()];
  const board = await newBoard();
  await install(former, board.mac);
  const secret = { va: SECRET_VOLTS, energyA: SECRET_WH * 1000 } as Parameters<typeof triLine>[2];
  await board.publish(Date.now() - 5_000, secret);
  const { answer } = await call('readLastFrame', former, { body: { id: board.mac } });
  for (const secret of SECRETS) expect(answer.text).toMatch(secret);
  await succeed('removeMeter', former, { params: { mac: board.mac } });
  const handedOverAt = Date.now();
  await install(next, board.mac);
  return { board, former, next, handedOverAt };
};

/** What takes a file refuses anything else before it looks for the meter. */
const statusesOf = ({ upload }: Call) => (upload === undefined ? [200, 400, 404] : [415]);

describe('a board that changes owner', () => {
  test('shows the new owner none of the former owner’s readings, in any call', async () => {
    const { board, former, next } = await handOver();
    const calls = everyCall.filter(isOfReadings);
    expect(calls.length).toBeGreaterThan(15);
    const { board: shown } = await succeed('readMeter', next, { params: { mac: board.mac } });
    const { establishmentId } = shown as { establishmentId: string };
    let answered = 0;
    for (const found of calls) {
      for (const request of askings(found, board.mac, establishmentId)) {
        const { status, text } = await makeCall(server, found, next.token, request);
        expect(statusesOf(found)).toContain(status);
        if (status === 200) answered += 1;
        for (const secret of SECRETS) expect(text, found.name).not.toMatch(secret);
      }
    }
    expect(answered).toBeGreaterThan(15);
    expect(await framesOf(next, board.mac)).toEqual([]);
    expect((await call('readMeter', former, { params: { mac: board.mac } })).answer.status).toBe(404);
  });

  test('the feed shows the new owner no earlier readings, and sends new readings only to the new owner', async () => {
    const { board, former, next, handedOverAt } = await handOver();
    const feed = async (person: SeededPerson) => {
      const found = await makeCall(server, readFeed, person.token);
      const { clientId, username, password } = readFeed.answer.parse(JSON.parse(found.text));
      const url = `ws://127.0.0.1:${server.ports.websocket}`;
      const client = await mqtt.connectAsync(url, { clientId, username, password, reconnectPeriod: 0 });
      onTestFinished(() => void client.end(true));
      const lines: string[] = [];
      client.on('message', (_, payload) => lines.push(payload.toString()));
      const granted = await new Promise((resolve) =>
        client.subscribe(`message/${board.mac}`, (_, __, packet) => resolve(packet?.granted[0])),
      );
      return { lines, granted };
    };
    const [watching, shutOut] = [await feed(next), await feed(former)];
    expect([watching.granted, shutOut.granted]).toEqual([0, 128]);
    await board.publish(handedOverAt - 3_000, { va: SECRET_VOLTS });
    const at = Date.now();
    await board.publish(at, { va: 220 });
    await vi.waitFor(() => expect(watching.lines).toHaveLength(1));
    expect(watching.lines[0]).not.toContain(String(SECRET_VOLTS));
    expect(shutOut.lines).toEqual([]);
    expect(await framesOf(next, board.mac)).toEqual([at]);
  });
});

describe('a board that is replaced', () => {
  test('a replaced board still delivers its earlier readings, and none from after the replacement', async () => {
    const owner = await seed.person();
    const [old, fresh] = [await newBoard(), await newBoard()];
    const id = await install(owner, old.mac);
    const early = Date.now() - 20_000;
    await old.publish(early, { energyA: 1_000_000 } as never);
    await succeed('replaceBoard', owner, { params: { id }, body: { meter: fresh.mac, code: KEY } });
    const exchangedAt = Date.now();

    const late = early + 5_000;
    await old.publish(late, { energyA: 2_000_000 } as never);
    await old.publish(exchangedAt + 1, { energyA: 4_000_000 } as never);
    await fresh.publish(early + 2_000, { energyA: 8_000_000 } as never);
    const first = exchangedAt + 2;
    await fresh.publish(first, { energyA: 300_000 } as never);
    expect(await framesOf(owner, fresh.mac)).toEqual([early, late, first]);

    const { rows } = await server.database.pool.query(
      `select sum(consumed_a_mwh)::float8 as consumed, sum(frames)::int as frames from quarter
        where installation_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ consumed: 3_300_000, frames: 3 }]);
    const refused = await server.database.pool.query(
      `select mac from refused_of_board where reason = 'not-installed' and mac = any($1) order by mac`,
      [[old.mac, fresh.mac]],
    );
    expect(refused.rows.map(({ mac }: { mac: string }) => mac)).toEqual([old.mac, fresh.mac].toSorted());
  });

  test('a replaced board measures elsewhere without a change to its earlier readings', async () => {
    const [owner, next] = [await seed.person(), await seed.person()];
    const [old, fresh] = [await newBoard(), await newBoard()];
    const id = await install(owner, old.mac);
    const early = Date.now() - 20_000;
    await old.publish(early, { va: SECRET_VOLTS });
    await succeed('replaceBoard', owner, { params: { id }, body: { meter: fresh.mac, code: KEY } });
    await install(next, old.mac);
    await old.publish(early + 1_000, { va: SECRET_VOLTS });
    const at = Date.now();
    await old.publish(at, { va: 220 });
    expect(await framesOf(next, old.mac)).toEqual([at]);
    expect(await framesOf(owner, fresh.mac)).toEqual([early, early + 1_000]);
  });
});

test('a moved board measures for the new place at once, and its backlog goes to the old one', async () => {
  const owner = await seed.person();
  const board = await newBoard();
  const id = await install(owner, board.mac);
  const early = Date.now() - 20_000;
  await board.publish(early);
  const depot = await seed.establishment(owner, { name: 'Depósito' });
  await succeed('moveMeter', owner, { params: { id }, body: { locationCode: depot } });
  const at = Date.now();
  await board.publish(at);
  await board.publish(early + 1_000);
  expect(await framesOf(owner, board.mac)).toEqual([at]);
  const { rows } = await server.database.pool.query(
    'select count(*)::int as frames from reading where installation_id = $1',
    [id],
  );
  expect(rows).toEqual([{ frames: 2 }]);
});
