import { createHash } from 'node:crypto';
import { provisionBoards } from '@nascente/contract/telemetry/inventory';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let admin: SeededPerson;
let owner: SeededPerson;
let client: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  admin = await api.seed.person({ profile: 'Admin' });
  const manager = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: manager.id });
  owner = await api.seed.person();
});

describe('provisioning boards', () => {
  const provision = (payload: unknown, more: object = {}) =>
    api.fail('POST', '/admin/boards', { token: admin.token, payload: payload as object, ...more });
  const inventory = async (): Promise<number> =>
    Number((await api.database.pool.query('select count(*) from board')).rows[0].count);

  it('returns each key once and stores only its SHA-256', async () => {
    const { boards } = await api.succeed(provisionBoards, '/admin/boards', {
      token: admin.token,
      payload: {
        boards: [
          { mac: 'aa-00-00-00-00-01', type: 'tri' },
          { mac: 'AA:00:00:00:00:02', type: 'water', equipment: 'emd' },
        ],
      },
    });
    expect(boards.map(({ mac }) => mac)).toEqual(['AA:00:00:00:00:01', 'AA:00:00:00:00:02']);
    const { rows } = await api.database.pool.query("select * from board where mac like 'AA:%' order by mac");
    expect(rows[0]).toMatchObject({ type: 'eletric', model: 'tri', equipment: 'emd3p' });
    expect(rows[1]).toMatchObject({ type: 'water', equipment: 'emd' });
    for (const [index, { key }] of boards.entries()) {
      expect(key).toMatch(/^[0-9a-f]{40}$/);
      expect(rows[index].key_hash).toEqual(createHash('sha256').update(key).digest());
    }
  });

  it.each([
    [{}, 'Escolha um tipo para o medidor!'],
    [{ type: '' }, 'Escolha um tipo para o medidor!'],
    [{ type: 'gas' }, 'Tipo inválido: use eletric ou water'],
  ])('refuses boards of the type %j, and says what to do', async (type, msg) => {
    const before = await inventory();
    expect(await provision({ boards: [{ mac: 'AA:00:00:00:00:77', ...type }] })).toMatchObject({
      status: 400,
      errors: [{ msg }],
    });
    expect(await inventory()).toBe(before);
  });

  it('accepts a spreadsheet with either separator', async () => {
    for (const [pair, separator] of [
      ['01', ','],
      ['02', ';'],
    ]) {
      const lines = [`mac,type,model,equipment`, `BB:00:00:00:00:${pair},eletric,mono,emd`, ''].join('\r\n');
      const { boards } = await api.succeed(provisionBoards, '/admin/boards', {
        token: admin.token,
        headers: { 'content-type': 'text/csv' },
        payload: `\uFEFF${lines.replaceAll(',', separator ?? ',')}`,
      });
      expect(boards).toHaveLength(1);
    }
  });

  it('names every bad line of a spreadsheet, and adds none of it', async () => {
    const before = await inventory();
    const refused = await provision(
      'mac,type,model,equipment\nCC:00:00:00:00:01,eletric,tri,emd3p\nCC:00,eletric,tri,emd\nCC:00:00:00:00:03,gas,tri,emd\n',
      { headers: { 'content-type': 'text/csv' } },
    );
    expect(refused).toMatchObject({ status: 400, type: 'validation' });
    expect(refused.errors).toEqual([
      { path: 'linha 3', msg: 'Endereço MAC inválido' },
      { path: 'linha 4', msg: 'Tipo inválido: use eletric ou water' },
    ]);
    expect(await inventory()).toBe(before);
  });

  it.each([
    ['a wrong header', 'mac;tipo\n'],
    ['no line', 'mac,type,model,equipment\n'],
  ])('refuses a spreadsheet with %s', async (_, payload) => {
    const refused = await provision(payload, { headers: { 'content-type': 'text/csv' } });
    expect(refused).toMatchObject({ status: 400, type: 'validation' });
  });

  const sheetOf = (prefix: string, lines: number): string =>
    ['mac;type', ...Array.from({ length: lines }, (_, n) => `${prefix}:${pairs(n)};eletric`)].join('\r\n');
  const pairs = (n: number): string => n.toString(16).padStart(4, '0').replace(/../, '$&:');

  it('accepts ten thousand lines at a time, and records them in the audit trail', async () => {
    const request = {
      token: admin.token,
      headers: { 'content-type': 'text/csv' },
      payload: sheetOf('AB:00:00:00', 10_000),
    };
    const { boards } = await api.succeed(provisionBoards, '/admin/boards', request);
    expect(new Set(boards.map(({ key }) => key)).size).toBe(10_000);
    const { rows } = await api.database.pool.query(
      "select detail from audit_event where action = 'boards-provisioned' order by id desc limit 1",
    );
    expect(rows[0].detail).toMatchObject({
      boards: '10000',
      macs: expect.stringContaining('AB:00:00:00:00:00'),
    });
  });

  it('adds boards that are sent twice at once only once, and refuses the second request', async () => {
    const request = {
      token: admin.token,
      headers: { 'content-type': 'text/csv' },
      payload: sheetOf('AC:00:00:00', 500),
    };
    const answers = await Promise.all([1, 2, 3].map(() => api.inject('POST', '/admin/boards', request)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('adds no board when one exists already, and names it', async () => {
    await api.seed.board({ mac: 'DD:00:00:00:00:01' });
    const before = await inventory();
    const boards = ['DD:00:00:00:00:02', 'DD:00:00:00:00:01'].map((mac) => ({ mac, type: 'eletric' }));
    const refused = await provision({ boards });
    expect(refused).toMatchObject({ status: 409, type: 'duplicate' });
    expect(refused.msg).toContain('DD:00:00:00:00:01');
    expect(await inventory()).toBe(before);
  });

  it('refuses the same board twice, an empty list and a wrong field', async () => {
    const board = { mac: 'EE:00:00:00:00:01', type: 'eletric' };
    const twice = await provision({ boards: [board, { ...board, mac: 'ee-00-00-00-00-01' }] });
    expect(twice).toMatchObject({ status: 400, errors: [{ path: 'boards.1.mac' }] });
    expect(await provision({ boards: [] })).toMatchObject({ status: 400 });
    expect(await provision({ boards: [{ ...board, model: 'bi' }] })).toMatchObject({
      status: 400,
      errors: [{ path: 'boards.0.model', msg: 'Modelo inválido: use mono ou tri' }],
    });
  });

  it('only an Admin may provision boards, and no other call accepts CSV', async () => {
    const payload = { boards: [{ mac: 'EE:00:00:00:00:02', type: 'eletric' }] };
    for (const { token } of [owner, client])
      expect(await provision(payload, { token })).toMatchObject({ status: 403, type: 'forbidden' });
    const csv = { token: owner.token, headers: { 'content-type': 'text/csv' }, payload: 'id\n1' };
    expect(await api.fail('POST', '/board/validate', csv)).toMatchObject({ status: 415 });
  });
});
