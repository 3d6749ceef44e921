import type { PastImport } from '@nascente/contract/energy/past-imports';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startRealServer } from '../../testing/processes/real-server.ts';

const ROWS = 12_000;
const QUARTER_MS = 900_000;
const FROM = Date.parse('2026-01-01T03:00:00Z');
const RESUMED_WITHIN_MS = 10_000;

/** Each part of an import lasts for a second: a server is killed in its middle. */
const SLOWLY = `
  create function slowly() returns trigger language plpgsql as $$
    begin perform pg_sleep(1); return new; end $$;
  create trigger slowly before update of progress on reading_import for each row
    when (new.progress > old.progress) execute function slowly()`;

test('an import resumes within ten seconds of the start after a kill', async () => {
  const server = await startRealServer();
  let token = await server.signIn();
  const { mac } = await server.installBoard(token);
  const query = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: server.connectionString() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await query(SLOWLY);
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const at = new Date(FROM + n * QUARTER_MS).toISOString();
    return `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)} ${at.slice(11, 16)};0,5`;
  });
  const form = new FormData();
  form.append('file', new Blob([`Data e hora;Consumo (kWh)\n${rows.join('\n')}\n`]), 'passado.csv');
  const path = `/board/${mac}/imports`;
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}?name=passado.csv`, {
    method: 'POST',
    headers: { 'access-token': token },
    body: form,
  });
  const uploaded = (await answer.json()) as { import: PastImport; preview: { reading: object } };
  await server.read(
    'POST',
    `${path}/${uploaded.import.id}/start`,
    { reading: { ...uploaded.preview.reading, open: [] } },
    token,
  );
  const state = async () =>
    (await query<{ state: string; progress: number }>('select state, progress from reading_import'))[0];
  await expect.poll(state, { timeout: 20_000 }).toMatchObject({ state: 'running' });
  await expect.poll(async () => (await state())?.progress, { timeout: 20_000 }).toBeGreaterThan(0);

  process.kill(server.pid(), 'SIGKILL');
  await server.ready(2);
  const readyAt = performance.now();
  const before = (await state())?.progress ?? 0;
  expect(before).toBeLessThan(1_000);
  await expect
    .poll(async () => (await state())?.progress, { timeout: 30_000, interval: 100 })
    .not.toBe(before);
  expect(performance.now() - readyAt).toBeLessThan(RESUMED_WITHIN_MS);
  token = await server.signIn();
  await expect
    .poll(
      async () =>
        (await server.read<{ imports: PastImport[] }>('GET', path, undefined, token)).imports[0]?.state,
      {
        timeout: 60_000,
        interval: 500,
      },
    )
    .toBe('done');
}, 240_000);
