import { createHash } from 'node:crypto';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { expect, it } from 'vitest';
import { createSeed } from '../../testing/seeds/seed.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createLiveRepository } from './live.repository.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

it('ends the live feed of keys, but not of sessions, when the keys of an account are paused', async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const { id } = await createSeed(database, () => START).person({
    credentials_until: new Date(START + DAY_MS),
  });
  await pool.query("update session set expires_at = '2100-01-01'");
  const [key, integration] = ['a', 'b'].map((text) => createHash('sha256').update(text).digest());
  await pool.query(
    `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at) values ($1, 'Painel', 'nsk_', $2, '{}', now())`,
    [id, key],
  );
  await pool.query(
    `insert into integration (account_id, kind, name, prefix, key_hash, created_at) values ($1, 'mqtt', 'Painel', 'nsi_', $2, now())`,
    [id, integration],
  );
  const { rows } = await pool.query<{ hash: string }>(
    "select encode(token_hash, 'hex') as hash from session",
  );
  const sessions = rows.map(({ hash }) => hash);
  const live = createLiveRepository(pool);
  const keys = [key, integration].map((hash) => hash?.toString('hex') ?? '');
  const aliveAt = async (at: number) => (await live.alive([...sessions, ...keys], instant(at))).size;
  expect([await aliveAt(START + DAY_MS - 1), await aliveAt(START + DAY_MS)]).toEqual([3, 1]);
});
