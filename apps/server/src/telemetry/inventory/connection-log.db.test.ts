import { instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import { createSeed } from '../../testing/seeds/seed.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createConnectionLog } from './index.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const TCP = { address: '203.0.113.1', protocol: 'MQTT 3.1.1, TCP', bySharedCredential: false };
const TLS = { address: '203.0.113.2', protocol: 'MQTT 5, TLS', bySharedCredential: false };

const database = await createTestDatabase();
const seed = createSeed(database, () => now);
let now = NOON;
let mac: Mac;
beforeEach(async () => {
  now = NOON;
  mac = await seed.board();
});

const createLog = (
  pool: Parameters<typeof createConnectionLog>[0]['pool'] = database.pool,
  edge = 'an edge',
) =>
  createConnectionLog({
    pool,
    edge,
    clock: () => instant(now),
    log: pino({ level: 'silent' }),
    registry: new Registry(),
  });

const readStored = async (of: string) => {
  const text = 'select connected_at, disconnected_at, address from board_connection where mac = $1';
  const { rows } = await database.pool.query(text, [of]);
  return rows.map((row) => [
    row.connected_at.getTime() - NOON,
    row.disconnected_at && row.disconnected_at - NOON,
    row.address,
  ]);
};

test('a board that reconnects before its old connection ends stays connected', async () => {
  const log = createLog();
  log.joined(mac, TCP);
  now += 5;
  log.joined(mac, TLS);
  now += 5;
  log.left(mac);
  await log.stop();
  expect(await readStored(mac)).toEqual([[5, null, TLS.address]]);
});

test('the last of several connections ends it, and never before its start despite a clock change', async () => {
  const log = createLog();
  log.joined(mac, TCP);
  log.joined(mac, TLS);
  log.left(mac);
  now -= 60_000;
  log.left(mac);
  log.left(mac);
  await log.stop();
  expect(await readStored(mac)).toEqual([[0, 0, TLS.address]]);
});

test('leaves out a board that left the inventory, and stores the others', async () => {
  const log = createLog();
  log.joined('00:00:00:00:00:99' as Mac, TCP);
  log.joined(mac, TCP);
  await log.stop();
  expect([await readStored('00:00:00:00:00:99'), await readStored(mac)]).toEqual([
    [],
    [[0, null, TCP.address]],
  ]);
});

test('stores connections later after a failed write', async () => {
  let isAway = true;
  const query = ((...parameters: [never]) =>
    isAway
      ? Promise.reject(new Error('away'))
      : database.pool.query(...parameters)) as typeof database.pool.query;
  const log = createLog({ query });
  log.joined(mac, TCP);
  await log.stop();
  expect(await readStored(mac)).toEqual([]);
  isAway = false;
  await log.stop();
  expect(await readStored(mac)).toEqual([[0, null, TCP.address]]);
});

test('a starting server ends the connections that a killed server left open', async () => {
  const killed = createLog();
  killed.joined(mac, TCP);
  await killed.stop();
  now += 1_000;
  await createLog().start();
  expect(await readStored(mac)).toEqual([[0, 1_000, TCP.address]]);
});

test('a starting edge leaves connections of another edge, and a moved board is connected there', async () => {
  const [here, there] = [createLog(database.pool, 'here'), createLog(database.pool, 'there')];
  here.joined(mac, TCP);
  await here.stop();
  now += 1_000;
  await createLog(database.pool, 'a third').start();
  expect(await readStored(mac)).toEqual([[0, null, TCP.address]]);
  there.joined(mac, TLS);
  await there.stop();
  now += 1_000;
  here.left(mac);
  await here.stop();
  expect(await readStored(mac)).toEqual([[1_000, null, TLS.address]]);
});

test('stores that a board had to wait, also after it reconnects', async () => {
  const log = createLog();
  log.joined(mac, TCP);
  now += 5;
  log.heldBack(mac, 100);
  now += 5;
  log.left(mac);
  log.joined(mac, TLS);
  await log.stop();
  const { rows } = await database.pool.query('select held_back_at from board_connection where mac = $1', [
    mac,
  ]);
  expect(rows).toEqual([{ held_back_at: new Date(NOON + 5) }]);
});
