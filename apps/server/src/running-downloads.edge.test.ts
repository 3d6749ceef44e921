import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateToken, listApiKeys, revokeApiKey } from '@nascente/contract/connections/api-keys';
import { createIntegration, revokeIntegration } from '@nascente/contract/connections/integrations';
import { createSharedLink, revokeSharedLink } from '@nascente/contract/connections/shared-links';
import { logout } from '@nascente/contract/people/session';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLinkApi } from './connections/shared-links/testing/linked-establishment.ts';
import type { SeededMeter, SeededPerson } from './testing/seeds/seed.ts';

const { api, seedEstablishment } = await createLinkApi();
const PASSWORD = 'girassol quieto 42';
let port: number;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeAll(async () => {
  await api.fastify.listen({ host: '127.0.0.1', port: 0 });
  port = (api.fastify.server.address() as AddressInfo).port;
});
beforeEach(async () => {
  ({ owner, establishment, general: meter } = await seedEstablishment());
  await api.seed.readings(meter, [{ at: '2026-11-12T15:00:00Z', energy_a_mwh: 4e7, wa: 1500 }]);
});

/** Locks the tables of a download, so that it runs until the test ends. */
const holdTables = async (...tables: string[]): Promise<void> => {
  const client = await api.database.pool.connect();
  await client.query(`begin; lock ${tables.join(', ')} in access exclusive mode`);
  onTestFinished(async () => {
    await client.query('rollback');
    client.release();
  });
};
/** How a download ends within 2 s of the moment at which `lose` is done: by its status, or broken off. */
const endOf = async (path: string, headers: Record<string, string>, lose: () => Promise<unknown>) => {
  const request = get({ port, path: `/api${path}`, headers });
  const ended = once(request, 'response')
    .then(async ([answer]: IncomingMessage[]) => {
      answer?.resume();
      if (answer?.complete === false) await once(answer, 'end');
      return answer?.statusCode;
    })
    .catch(({ code }: NodeJS.ErrnoException) => code);
  onTestFinished(() => void request.destroy());
  await expect
    .poll(async () => {
      const { rows } = await api.database.pool.query(
        'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  await lose();
  return Promise.race([ended, new Promise((done) => setTimeout(done, 2_000, 'goes on').unref())]);
};

const frames = () => `/board/${meter.mac}/export?start=2026-11-12&end=2026-11-12`;
const frameTables = ['reading', 'meter_day'] as const;
const apiKey = async (): Promise<string> =>
  (await api.succeed(generateToken, '/user/generate-token', { token: owner.token, payload: {} })).data.token;

test('ends an export of readings when its session ends', async () => {
  await holdTables(...frameTables);
  const lose = () => api.succeed(logout, '/logout', { token: owner.token });
  expect(await endOf(frames(), { 'access-token': owner.token }, lose)).toBe('ECONNRESET');
});

test('ends an export of readings when its API key is revoked', async () => {
  const key = await apiKey();
  const [listed] = (await api.succeed(listApiKeys, '/user/api-keys', { token: owner.token })).apiKeys;
  await holdTables(...frameTables);
  const lose = () => api.succeed(revokeApiKey, `/user/api-keys/${listed?.id}`, { token: owner.token });
  expect(await endOf(frames(), { 'access-token': key }, lose)).toBe('ECONNRESET');
});

test('ends an export of readings when its account is disabled', async () => {
  const key = await apiKey();
  await holdTables(...frameTables);
  const lose = () =>
    api.database.pool.query('update account set disabled_at = now() where id = $1', [owner.id]);
  expect(await endOf(frames(), { 'access-token': key }, lose)).toBe('ECONNRESET');
});

test('ends an export of readings when a client user loses access to the meter', async () => {
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  await api.seed.give(client, meter);
  await holdTables(...frameTables);
  const lose = () => api.database.pool.query('delete from meter_access where account_id = $1', [client.id]);
  expect(await endOf(frames(), { 'access-token': client.token }, lose)).toBe('ECONNRESET');
});

test('ends an account export when its session ends', async () => {
  const password_hash = await api.session.passwords.hash(PASSWORD);
  await api.database.pool.query('update account set password_hash = $2 where id = $1', [
    owner.id,
    password_hash,
  ]);
  await holdTables('quarter', 'meter_day');
  const lose = () => api.succeed(logout, '/logout', { token: owner.token });
  const headers = { 'access-token': owner.token, password: encodeURIComponent(PASSWORD) };
  expect(await endOf('/user/export', headers, lose)).toBe('ECONNRESET');
});

test('ends a report when its session ends', async () => {
  await holdTables('quarter', 'meter_day');
  const lose = () => api.succeed(logout, '/logout', { token: owner.token });
  const path = `/establishment/${establishment}/report?type=eletric&format=pdf`;
  expect(await endOf(path, { 'access-token': owner.token }, lose)).toBe(401);
});

test('ends a CSV download when its link is revoked', async () => {
  const { key, integration } = await api.succeed(createIntegration, '/user/integrations', {
    token: owner.token,
    payload: { kind: 'csv', name: 'Planilha', boards: null },
  });
  await holdTables('quarter', 'meter_day');
  const lose = () =>
    api.succeed(revokeIntegration, `/user/integrations/${integration.id}`, { token: owner.token });
  expect(await endOf(`/csv/${key}?days=7`, {}, lose)).toBe(404);
});

test('ends a shared report when its link is revoked', async () => {
  const { key, link } = await api.succeed(createSharedLink, '/user/links', {
    token: owner.token,
    payload: { name: 'Conta', establishmentId: establishment, expiresOn: '2026-11-20', kind: 'report' },
  });
  await holdTables('quarter', 'meter_day');
  const lose = () => api.succeed(revokeSharedLink, `/user/links/${link.id}`, { token: owner.token });
  expect(await endOf(`/shared/${key}/report`, {}, lose)).toBe(404);
});
