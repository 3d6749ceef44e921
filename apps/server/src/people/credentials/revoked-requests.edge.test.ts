import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const api = await createTestApi('2026-11-20T12:00:00Z');
const { pool } = api.database;
const origin = await api.fastify.listen({ host: '127.0.0.1', port: 0 });

let owner: SeededPerson;
beforeEach(async () => {
  owner = await api.seed.person({ profile: 'Manager' });
});

/** Sends the head of a request and waits until the server has admitted the caller. The result sends the body. */
const holdRequest = async (
  method: 'POST' | 'PATCH',
  path: string,
  token: string,
): Promise<(payload: object) => Promise<number | undefined>> => {
  await pool.query("update session set last_used_at = '2026-11-19'");
  const headers = { 'access-token': token, 'content-type': 'application/json' };
  const sent = request(`${origin}/api${path}`, { method, headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select from session where last_used_at > '2026-11-19'");
    expect(rows).toHaveLength(1);
  });
  return async (payload) => {
    sent.end(JSON.stringify(payload));
    const [{ statusCode }] = await answered;
    return statusCode;
  };
};

const keysOf = async (accountId: string): Promise<number> =>
  (await pool.query('select from api_key where account_id = $1', [accountId])).rows.length;

const endSessions = (accountId: string) =>
  pool.query('delete from session where account_id = $1', [accountId]);

it.each<[string, (accountId: string) => Promise<unknown>, number]>([
  ['whose session ended', endSessions, 401],
  [
    'whose account was disabled',
    (id) => pool.query('update account set disabled_at = now() where id = $1', [id]),
    401,
  ],
  [
    'whose last proof became old',
    (id) => pool.query("update session set proved_at = '2026-11-20T11:49:00Z' where account_id = $1", [id]),
    403,
  ],
])('creates no key for a request %s before its body arrived', async (_, revoke, status) => {
  const finish = await holdRequest('POST', '/user/generate-token', owner.token);
  await revoke(owner.id);
  expect(await finish({ name: 'Planilha' })).toBe(status);
  expect(await keysOf(owner.id)).toBe(0);
});

it('creates the key of a valid request when its body arrives', async () => {
  const finish = await holdRequest('POST', '/user/generate-token', owner.token);
  expect(await finish({ name: 'Planilha' })).toBe(200);
  expect(await keysOf(owner.id)).toBe(1);
});

it('an Admin who lost the profile before the body arrived cannot create an Admin', async () => {
  const admin = await api.seed.person({ profile: 'Admin' });
  const finish = await holdRequest('PATCH', `/admin/users/${owner.id}`, admin.token);
  await pool.query("update account set profile = 'user' where id = $1", [admin.id]);
  expect(await finish({ profile: 'Admin' })).toBe(403);
  const { rows } = await pool.query('select profile from account where id = $1', [owner.id]);
  expect(rows).toEqual([{ profile: 'Manager' }]);
});

it('a change that waits for the removal of credentials fails afterwards', async () => {
  const removing = await pool.connect();
  await removing.query('begin');
  await removing.query('select from account where id = $1 for no key update', [owner.id]);
  const answering = api.inject('POST', '/user/generate-token', {
    token: owner.token,
    payload: { name: 'Planilha' },
  });
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  });
  await removing.query('delete from session where account_id = $1', [owner.id]);
  await removing.query('commit');
  removing.release();
  expect(await answering).toMatchObject({ status: 401 });
  expect(await keysOf(owner.id)).toBe(0);
});

const ANEEL_LINES = new URL(
  '../../../../../packages/domain/src/sites/aneel/fixtures/aneel-lines.json',
  import.meta.url,
);
const FILE_BEGIN = '--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\n';

/** Sends the beginning of a file that is stored while it arrives. The result sends its end. */
const beginUpload = (path: string, token: string, begin: string) => {
  const headers = { 'access-token': token, 'content-type': 'multipart/form-data; boundary=b' };
  const sent = request(`${origin}/api${path}`, { method: 'POST', headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(`${FILE_BEGIN}${begin}`);
  return async (end: string) => {
    sent.end(`${end}\r\n--b--\r\n`);
    const [{ statusCode }] = await answered;
    return statusCode;
  };
};

it.each([
  ['continues', async () => undefined, 201, 1],
  ['ends', endSessions, 401, 0],
  [
    'loses its profile',
    (id: string) => pool.query("update account set profile = 'client' where id = $1", [id]),
    403,
    0,
  ],
] as const)(
  'an upload of past data whose session %s meanwhile leaves the expected number of files',
  async (_, act, status, files) => {
    const meter = await api.seed.meter(
      await api.seed.establishment(owner),
      {},
      { type: 'eletric', model: 'tri' },
    );
    const importsOf = async () =>
      (await pool.query('select from reading_import where installation_id = $1', [meter.installationId])).rows
        .length;
    const finish = beginUpload(
      `/board/${meter.mac}/imports?name=dados.csv`,
      owner.token,
      'Data;kWh\n01/10/2026 00:00;1,5\n',
    );
    await vi.waitFor(async () => expect(await importsOf()).toBe(1));
    await act(owner.id);
    expect(await finish('01/10/2026 00:15;1,6\n')).toBe(status);
    expect(await importsOf()).toBe(files);
  },
);

it('a tariff upload changes no tariff when its Admin loses the profile meanwhile', async () => {
  const admin = await api.seed.person({ profile: 'Admin' });
  const { tariffs } = JSON.parse(readFileSync(ANEEL_LINES, 'utf8')) as { tariffs: string[] };
  const tariffsOf = async () => (await pool.query('select count(*)::integer as n from tariff')).rows[0];
  const before = await tariffsOf();
  await pool.query("update session set last_used_at = '2026-11-19'");
  const finish = beginUpload('/admin/tax/import?store=true', admin.token, `${tariffs.join('\r\n')}\r\n`);
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select from session where last_used_at > '2026-11-19'");
    expect(rows).toHaveLength(1);
  });
  await pool.query("update account set profile = 'user' where id = $1", [admin.id]);
  expect(await finish(tariffs.at(-1) ?? '')).toBe(403);
  expect(await tariffsOf()).toEqual(before);
});
