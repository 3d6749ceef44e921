import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { previewImport, uploadPast } from '@nascente/contract/energy/past-imports';
import { beforeAll, expect, test } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { MAX_ROWS } from './read-upload.ts';

const MINUTE_MS = 60_000;
const FIRST = Date.UTC(2024, 0, 1);

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T15:02:00Z');
  owner = await api.seed.person();
  meter = await api.seed.meter(await api.seed.establishment(owner), {}, { type: 'eletric', model: 'tri' });
});

const fileOf = (rows: number): string => {
  const lines = ['date,kWh'];
  for (let row = 0; row < rows; row++) lines.push(`${new Date(FIRST + row * MINUTE_MS).toISOString()},0.01`);
  return lines.join('\n');
};
const url = (rest = '') => `/board/${meter.mac}/imports${rest}`;
const sent = async (content: string | Buffer) => ({
  token: owner.token,
  ...(await formFile('file', content)),
});
const readStored = async () => {
  const { rows } = await api.database.pool.query<{ files: number; parts: number }>(
    `select (select count(*)::integer from reading_import) as files,
      (select count(distinct import_id)::integer from reading_import_part) as parts`,
  );
  return rows[0];
};

test('refuses a file above the row limit with advice, and stores none of it', async () => {
  const { status, msg } = await api.fail('POST', url(), await sent(gzipSync(fileOf(MAX_ROWS))));
  expect(msg).toBe(
    'O arquivo tem mais de 1.100.000 linhas (dois anos, minuto a minuto): divida-o e envie uma parte de cada vez.',
  );
  expect(status).toBe(413);
  expect(await readStored()).toEqual({ files: 0, parts: 0 });
});

test('refuses a file that unpacks to hundreds of times its size, with advice', async () => {
  const { status, msg } = await api.fail(
    'POST',
    url(),
    await sent(
      gzipSync(
        Buffer.concat([Buffer.from(fileOf(3_000)), Buffer.alloc(210_000_000, `${' '.repeat(230)}\n`)]),
      ),
    ),
  );
  expect(msg).toContain('divida-o e envie uma parte de cada vez.');
  expect(status).toBe(413);
  expect(await readStored()).toEqual({ files: 0, parts: 0 });
});

test('of many simultaneous previews of one account, one runs and one waits', async () => {
  const { import: waiting, preview } = await api.succeed(uploadPast, url(), await sent(fileOf(20_000)));
  const request = { token: owner.token, payload: { reading: preview.reading } };
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => api.inject('POST', url(`/${waiting.id}/preview`), request)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(22);
  expect(await api.succeed(previewImport, url(`/${waiting.id}/preview`), request)).toEqual({
    ok: true,
    preview,
  });
});

test('a preview ends when its request is aborted', async () => {
  const { import: waiting, preview } = await api.succeed(uploadPast, url(), await sent(fileOf(2_000)));
  await api.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.fastify.server.address() as AddressInfo;
  const payload = { reading: preview.reading };
  const path = url(`/${waiting.id}/preview`);
  const seen = new Set<number>();
  /** How many threads have come to where the file cannot be read. */
  const blocked = async (): Promise<number> => {
    const { rows } = await api.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    for (const { pid } of rows) seen.add(pid);
    return seen.size;
  };
  let next: ReturnType<TestApi['inject']> | undefined;
  const holding = await api.database.pool.connect();
  try {
    // Its file cannot be read now: by itself this preview would never end.
    await holding.query('begin');
    await holding.query('lock table reading_import_part in access exclusive mode');
    const leaving = ask({
      port,
      method: 'POST',
      path: `/api${path}`,
      headers: { 'access-token': owner.token, 'content-type': 'application/json' },
    });
    leaving.on('error', () => undefined);
    leaving.end(JSON.stringify(payload));
    await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
    leaving.destroy();
    // Of one person one runs: this one would wait for ever, too.
    next = api.inject('POST', path, { token: owner.token, payload });
    await expect.poll(blocked, { timeout: 20_000 }).toBe(2);
  } finally {
    await holding.query('rollback');
    holding.release();
  }
  expect((await next)?.status).toBe(200);
});

test('answers every simultaneous file of one account for one meter with a readable message', async () => {
  const payload = await sent(fileOf(5_000));
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.inject('POST', url(), payload)));
  const statuses = answers.map(
    ({ status, body }) => `${status} ${(body as { msg?: string }).msg ?? 'taken'}`,
  );
  const text = [
    '201 taken',
    '409 Você começou a enviar outro arquivo para este medidor: vale o último.',
    '429 Ainda estamos trabalhando no seu pedido anterior. Aguarde alguns segundos e tente novamente.',
  ];
  expect(statuses.filter((each) => !text.includes(each))).toEqual([]);
  expect((await readStored())?.files).toBeLessThanOrEqual(1);
});

test.each([0.3, 0.9])('refuses a form cut short after %f of it with a readable message', async (share) => {
  const before = await readStored();
  const { payload, headers, token } = await sent(fileOf(30_000));
  const cut = payload.subarray(0, Math.floor(payload.length * share));
  const { status, msg } = await api.fail('POST', url(), { token, headers, payload: cut });
  expect(status).toBe(400);
  expect(msg).toBe('Requisição inválida: envie um formulário bem formado.');
  expect((await readStored())?.files).toBeLessThanOrEqual(before?.files ?? 0);
});
