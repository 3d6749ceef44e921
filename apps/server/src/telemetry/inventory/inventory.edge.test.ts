import { readMeter } from '@nascente/contract/sites/meters';
import {
  editInventoryBoard,
  findProvisioned,
  listInventory,
  readInventoryBoard,
  removeInventoryBoard,
  rotateDeviceKey,
} from '@nascente/contract/telemetry/inventory';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T12:00:00Z';
const ABSENT = '00:00:00:00:00:00';
const receivedAt = { at: '2026-11-20T11:59:00Z', energy_a_mwh: 1 };

let api: TestApi;
let admin: SeededPerson;
let bakery: string;

const list = async (query: string) =>
  api.succeed(listInventory, `/admin/boards?${query}`, { token: admin.token });
const macsOf = async (query: string) => (await list(query)).boards.map(({ mac }) => mac);
const read = async (mac: string) =>
  (await api.succeed(readInventoryBoard, `/admin/boards/${mac}`, { token: admin.token })).board;
const refusedTo = (
  person: SeededPerson,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) => api.fail(method, `/admin/boards${path}`, { token: person.token, ...(payload ? { payload } : {}) });
const refuse = (mac: string, day: string, reason: string, frames: number) =>
  api.database.pool.query('insert into refused_of_board values ($1, $2, $3, $4)', [mac, day, reason, frames]);
const eventsOf = async (action: string) =>
  (
    await api.database.pool.query('select actor_id, detail from audit_event where action = $1 order by id', [
      action,
    ])
  ).rows;

const STOCK = '10:00:00:00:00:01';
const RECEIVED = '10:00:00:00:00:02';
const SILENT = '10:00:00:00:00:03';
const MOVED = '10:00:00:00:00:04';

beforeAll(async () => {
  api = await createTestApi(NOW);
  admin = await api.seed.person({ profile: 'Admin' });
  const owner = await api.seed.person({ first_name: 'Rita', last_name: 'Souza', email: 'rita@padaria.test' });
  bakery = await api.seed.establishment(owner, { name: 'Padaria 100%_Pão' });
  await api.seed.board({ mac: STOCK, model: 'mono', equipment: 'emd' });
  await api.seed.readings(await api.seed.meter(bakery, { name: 'Forno' }, { mac: RECEIVED }), [receivedAt]);
  await api.seed.meter(bakery, { name: 'Vitrine' }, { mac: SILENT });
  const past = { name: 'Antes', removed_at: new Date('2026-11-01T00:00:00Z') };
  const moved = await api.seed.meter(bakery, past, { mac: MOVED });
  await api.seed.readings(moved, [{ at: '2026-10-01T00:00:00Z', energy_a_mwh: 1 }]);
});

describe('the list of boards', () => {
  it('lists boards by MAC, page by page', async () => {
    const first = await list('limit=10&search=10:00:00');
    expect(first.boards.map(({ mac }) => mac)).toEqual([STOCK, RECEIVED, SILENT, MOVED]);
    expect([first.total, first.next]).toEqual([4, null]);
    const many = Array.from({ length: 11 }, (_, n) => `20:00:00:00:00:${String(n).padStart(2, '0')}`);
    for (const mac of many) await api.seed.board({ mac });
    const page = await list('limit=10&search=20-00-00');
    expect([page.boards.length, page.total, page.next]).toEqual([10, 11, many[9]]);
    expect(await macsOf(`limit=10&search=200000&after=${page.next}`)).toEqual([many[10]]);
  });

  it.each([
    ['stock', [STOCK, MOVED]],
    ['installed', [RECEIVED, SILENT]],
    ['silent', [SILENT]],
  ])('lists the boards that are %s', async (state, macs) => {
    expect(await macsOf(`search=10:00:00&state=${state}`)).toEqual(macs);
  });

  it.each([
    ['rita so', [RECEIVED, SILENT]],
    ['RITA@PADARIA', [RECEIVED, SILENT]],
    ['100%_p', [RECEIVED, SILENT]],
    ['_pao', [RECEIVED, SILENT]],
    ['ríta', [RECEIVED, SILENT]],
    ['%%', []],
    ['100000000003', [SILENT]],
    [':-', []],
  ])('searches boards and returns %s', async (search, macs) => {
    expect(await macsOf(`search=${encodeURIComponent(search)}`)).toEqual(macs);
  });

  it('shows the owner and the state of each board', async () => {
    await refuse(RECEIVED, '2026-11-20', 'bad-number', 3);
    await refuse(RECEIVED, '2026-11-14', 'future', 4);
    await refuse(RECEIVED, '2026-11-13', 'future', 50);
    const { boards } = await list(`search=${RECEIVED}`);
    expect(boards[0]).toMatchObject({
      installation: {
        name: 'Forno',
        establishmentName: 'Padaria 100%_Pão',
        owner: { name: 'Rita Souza', email: 'rita@padaria.test' },
      },
      silent: false,
      connection: null,
      lastMessage: '2026-11-20T11:59:00.000Z',
      refused: 7,
    });
  });

  it('refuses unknown parameters of the list', async () => {
    for (const query of ['state=lost', 'after=x', 'limit=3', 'skip=1'])
      expect(await refusedTo(admin, 'GET', `?${query}`)).toMatchObject({ status: 400 });
  });
});

describe('a silent board', () => {
  it('reports a board as silent by the same rule as its meter, at any interval', async () => {
    const [often, seldom, cached] = ['30:00:00:00:00:01', '30:00:00:00:00:02', '30:00:00:00:00:03'] as const;
    const every = (seconds: number) =>
      Array.from({ length: 3600 / seconds }, (_, n) => ({
        at: new Date(Date.parse(NOW) - n * seconds * 1000),
      }));
    const seed = async (mac: string, readings: { at: Date }[]) =>
      api.seed.readings(await api.seed.meter(bakery, {}, { mac }), readings);
    await seed(often, every(10));
    await seed(seldom, every(300));
    await seed(cached, every(3600));
    const seen = new Set<string>();
    for (const late of [0, 120, 120.001, 900, 900.001, 7200]) {
      api.setClock(Date.parse(NOW) + late * 1_000);
      const { boards } = await list('search=30:00:00');
      const online: boolean[] = [];
      for (const mac of [often, seldom, cached])
        online.push((await api.succeed(readMeter, `/board/${mac}`, { token: admin.token })).board.online);
      expect(boards.map(({ silent }) => !silent)).toEqual(online);
      expect((await list('search=30:00:00&state=silent')).total).toBe(online.filter((is) => !is).length);
      seen.add(online.map(Number).join(''));
    }
    api.setClock(Date.parse(NOW));
    expect(seen).toEqual(new Set(['111', '010', '000']));
  });
});

describe('a board of the inventory', () => {
  it('shows a board with its past, its refusals as text, and stored frames as safe text', async () => {
    await refuse(MOVED, '2026-11-19', 'field-count', 9);
    await refuse(MOVED, '2026-11-19', 'no-longer-known', 1);
    await refuse(MOVED, '2026-10-21', 'field-count', 9);
    const keep = `insert into refused_frame (received_at, reason, mac, topic, payload)
      select now(), 'field-count', $1, 'message/' || $1, $2 from generate_series(1, 25)`;
    await api.database.pool.query(keep, [MOVED, Buffer.from('<script>\u0000')]);
    const board = await read(MOVED.toLowerCase().replaceAll(':', '-'));
    expect(board).toMatchObject({ installation: null, hasReadings: true, silent: false });
    expect(board.installations).toMatchObject([{ name: 'Antes', removedAt: '2026-11-01T00:00:00.000Z' }]);
    expect(board.refusals.map(({ day, frames, explanation }) => [day, frames, explanation])).toEqual([
      ['2026-11-19', 9, expect.stringContaining('O número de campos')],
      ['2026-11-19', 1, 'Motivo que esta versão não conhece mais.'],
    ]);
    expect(board.storedFrames).toHaveLength(20);
    expect(board.storedFrames[0]).toMatchObject({ reason: 'field-count', text: String.raw`<script>\x00` });
  });

  it('answers 404 for a missing board in every call', async () => {
    const traits = { type: 'water', model: 'mono', equipment: 'emd' };
    for (const refusal of [
      await refusedTo(admin, 'GET', `/${ABSENT}`),
      await refusedTo(admin, 'PATCH', `/${ABSENT}`, traits),
      await refusedTo(admin, 'DELETE', `/${ABSENT}`),
      await refusedTo(admin, 'POST', `/${ABSENT}/key`),
    ])
      expect(refusal).toMatchObject({ status: 404, type: 'not-found', msg: 'Placa não encontrada.' });
  });

  it('changes the traits of a board until its first reading, and not afterwards', async () => {
    const traits = { type: 'water', model: 'mono', equipment: 'emd' };
    const token = admin.token;
    const { board } = await api.succeed(editInventoryBoard, `/admin/boards/${STOCK}`, {
      token,
      payload: traits,
    });
    expect(board).toMatchObject(traits);
    expect(await eventsOf('board-changed')).toEqual([{ actor_id: admin.id, detail: { mac: STOCK } }]);
    for (const mac of [RECEIVED, MOVED]) {
      const refusal = await refusedTo(admin, 'PATCH', `/${mac}`, traits);
      expect(refusal).toMatchObject({ status: 409, msg: expect.stringContaining('já enviou leituras') });
    }
    expect((await read(RECEIVED)).type).toBe('eletric');
  });

  it('refuses to change the type of an installed board', async () => {
    const mono = { type: 'eletric', model: 'mono', equipment: 'emd' };
    const refusal = await refusedTo(admin, 'PATCH', `/${SILENT}`, { ...mono, type: 'water' });
    expect(refusal).toMatchObject({ status: 409, msg: expect.stringContaining('está instalada') });
    const request = { token: admin.token, payload: mono };
    const { board } = await api.succeed(editInventoryBoard, `/admin/boards/${SILENT}`, request);
    expect(board).toMatchObject(mono);
  });

  it('removes a board with its refusals, unless it was ever installed', async () => {
    const mac = await api.seed.board();
    await refuse(mac, '2026-11-19', 'not-installed', 1);
    await api.succeed(removeInventoryBoard, `/admin/boards/${mac}`, { token: admin.token });
    expect(await refusedTo(admin, 'GET', `/${mac}`)).toMatchObject({ status: 404 });
    const { rows } = await api.database.pool.query('select from refused_of_board where mac = $1', [mac]);
    expect(rows).toEqual([]);
    expect(await eventsOf('board-removed')).toEqual([{ actor_id: admin.id, detail: { mac } }]);
    for (const installed of [RECEIVED, MOVED]) {
      const refusal = await refusedTo(admin, 'DELETE', `/${installed}`);
      expect(refusal).toMatchObject({ status: 409, msg: expect.stringContaining('já foi instalada') });
    }
  });

  it('creates a new key for a board, shows it once and never stores it', async () => {
    const url = `/admin/boards/${STOCK}/key`;
    const { board } = await api.succeed(rotateDeviceKey, url, { token: admin.token });
    expect(board).toEqual({ mac: STOCK, key: expect.stringMatching(/^[0-9a-f]{40}$/) });
    const again = await api.succeed(rotateDeviceKey, url, { token: admin.token });
    expect(again.board.key).not.toBe(board.key);
    const events = await eventsOf('device-key-rotated');
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain(board.key);
  });
});

it('reports which of many boards exist already', async () => {
  const macs = [STOCK.toLowerCase(), ABSENT, RECEIVED];
  const request = { token: admin.token, payload: { macs } };
  expect((await api.succeed(findProvisioned, '/admin/boards/check', request)).existing).toEqual([
    STOCK,
    RECEIVED,
  ]);
});
