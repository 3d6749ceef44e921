import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@nascente/server/platform/database/migrate';
import { addWork } from '@nascente/server/platform/jobs/add-work';
import { runProgram, serverEnvironment } from '@nascente/server/testing/processes/running-program';
import type { SeededMeter, SeededPerson } from '@nascente/server/testing/seeds/seed';
import { createTestApi, type TestApi } from '@nascente/server/testing/test-api';
import { createBareDatabase } from '@nascente/server/testing/test-database';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchivedTablesRepository } from './archived-tables.repository.ts';
import { checkArchive, makeBackup, restoreBackup } from './index.ts';

const log = pino({ level: 'silent' });
const NOW = new Date('2026-11-20T15:02:00Z');
const directory = mkdtempSync(join(tmpdir(), 'nascente-backup-'));
const total = join(directory, 'whole.tar.zst');
/** Texts that a line of a table must not take for its own end. */
const AWKWARD = 'Padaria \t "Aurora"\r\n\\N e \\. filhos; ’ção 🌱';

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;

/** Tables and partitions, and what their rows come to. */
const contentOf = async (connectionString: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not in ('change_log', 'schema_migration') order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t order by 1`,
      );
      const hash = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
      content[name] = `${rows.length} rows, ${hash}`;
    }
    return content;
  } finally {
    await client.end();
  }
};

const ask = async <R extends pg.QueryResultRow>(connectionString: string, text: string): Promise<R[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
};

const WORK = `select name, data, start_after from job.job where name like 'letter%' or name like '%mail%' order by id`;

beforeAll(async () => {
  api = await createTestApi(NOW.toISOString());
  await api.startJobs();
  owner = await api.seed.person({ first_name: AWKWARD });
  await api.seed.person({ profile: 'client', manager_id: owner.id });
  const establishment = await api.seed.establishment(owner, { name: AWKWARD, fantasy_name: 'Aurora' });
  meter = await api.seed.meter(establishment, { installed_at: new Date('2026-11-01T00:00Z') });
  await api.seed.readings(
    meter,
    Array.from({ length: 2_000 }, (_, minute) => ({
      at: new Date(Date.parse('2026-11-18T00:00Z') + minute * 60_000),
      energy_a_mwh: minute,
      va: 219.9 + minute / 977,
      pfa: -0.1 - minute / 3_001,
    })),
  );
  await api.database.pool.query(
    'insert into image (account_id, content, content_type, width, height, created_at) values ($1, $2, $3, 1, 1, now())',
    [owner.id, randomBytes(5_000_000), 'image/webp'],
  );
  await api.database.pool.query(
    "insert into meter_day (installation_id, day, format, counts) values ($1, '2026-11-10', 1, $2)",
    [meter.installationId, randomBytes(192)],
  );
  await makeBackup(api.database.connectionString, total, NOW);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('restores every row of every table and every day partition exactly as backed up', async () => {
  const bare = await createBareDatabase();
  const { head, sums } = await restoreBackup(bare, total, log);
  expect(head.madeAt).toBe(NOW.toISOString());
  expect(sums.tables.find(({ name }) => name === 'reading')?.rows).toBe(2_000);
  const restored = await contentOf(bare);
  expect(Object.keys(restored).length).toBeGreaterThan(50);
  expect(restored).toEqual(await contentOf(api.database.connectionString));
});

test('assigns new ids above the existing ones in a restored database', async () => {
  const bare = await createBareDatabase();
  await restoreBackup(bare, total, log);
  const [row] = await ask<{ id: number }>(
    bare,
    `insert into installation (establishment_id, mac, name, installed_at, removed_at)
      select establishment_id, mac, name, installed_at, installed_at from installation limit 1 returning id`,
  );
  expect(row?.id).toBeGreaterThan(meter.installationId);
});

test('a restored server sends the e-mails that were still queued, not before their time', async () => {
  const later = '2026-11-21T06:00:00.000Z';
  const mails = api.database.pool;
  await mails.query(
    `insert into job.queue (name, policy, partition, table_name, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds)
      select 'mail-of-a-test', policy, partition, table_name, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds
      from job.queue where policy = 'standard' limit 1`,
  );
  await mails.query(
    `insert into job.job (name, data, start_after, policy) values ('mail-of-a-test', '{"to": "a"}', $1, 'standard')`,
    [later],
  );
  const file = join(directory, 'letters.tar.zst');
  await makeBackup(api.database.connectionString, file, NOW);
  const bare = await createBareDatabase();
  await restoreBackup(bare, file, log);
  // As after a restore whose commit failed.
  await addWork(bare, (await checkArchive(file)).head.work);
  expect(await ask(bare, WORK)).toEqual([
    { name: 'mail-of-a-test', data: { to: 'a' }, start_after: new Date(later) },
  ]);
});

test('a backup holds one consistent moment while rows are written', async () => {
  const file = join(directory, 'while-writing.tar.zst');
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) {
      // Two rows in one transaction: a backup holds both or neither.
      await api.database.pool.query(
        `with establishment as (insert into establishment (owner_id, name) values ('${owner.id}', 'Obra') returning id)
          insert into reading_date (establishment_id, type, day) select id, 'water', '2026-01-01' from establishment`,
      );
    }
  })();
  await makeBackup(api.database.connectionString, file, NOW);
  isWriting = false;
  await writing;
  const bare = await createBareDatabase();
  await restoreBackup(bare, file, log);
  const [counted] = await ask<{ establishments: number; dates: number }>(
    bare,
    `select (select count(*)::int from establishment where name = 'Obra') as establishments,
      (select count(*)::int from reading_date) as dates`,
  );
  expect(counted?.dates).toBe(counted?.establishments);
});

test('refuses a backup file that is cut off or damaged at any place, and restores nothing', async () => {
  const content = readFileSync(total);
  const bare = await createBareDatabase();
  const broken = join(directory, 'broken.tar.zst');
  for (const share of [0, 0.1, 0.5, 0.99]) {
    writeFileSync(broken, content.subarray(0, Math.floor(content.length * share)));
    await expect(restoreBackup(bare, broken, log)).rejects.toThrow(/^The backup .* is cut off/);
  }
  for (const share of [0.2, 0.7]) {
    const damaged = Buffer.from(content);
    const at = Math.floor(content.length * share);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    writeFileSync(broken, damaged);
    await expect(restoreBackup(bare, broken, log)).rejects.toThrow(/^The backup .* is (cut off, )?damaged/);
  }
  writeFileSync(broken, 'not a backup');
  await expect(checkArchive(broken)).rejects.toThrow(/no backup at all/);
  await expect(checkArchive(join(directory, 'absent'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  const people = await ask<{ people: string | null }>(bare, `select to_regclass('account')::text as people`);
  if (people[0]?.people !== null) expect(await ask(bare, 'select from account')).toEqual([]);
  // And it is still empty enough for a good one.
  await restoreBackup(bare, total, log);
});

const MIGRATIONS = 'select name, sha256 from schema_migration order by name';

test('migrates a backup of an older version to the newest schema', async () => {
  const newest = await ask<{ name: string; sha256: string }>(api.database.connectionString, MIGRATIONS);
  const older = await createBareDatabase();
  await migrate(older, log, { upTo: newest.slice(0, 1) });
  await ask(older, `insert into account (email, password_hash, first_name) values ('a@b.test', '', 'Ana')`);
  const file = join(directory, 'older.tar.zst');
  await makeBackup(older, file, NOW);
  const bare = await createBareDatabase();
  await restoreBackup(bare, file, log);
  expect(await ask(bare, MIGRATIONS)).toEqual(newest);
  expect(await ask(bare, 'select first_name from account')).toEqual([{ first_name: 'Ana' }]);
});

test('refuses a backup of a newer version, names the unknown migration, and changes nothing', async () => {
  const newer = await createBareDatabase();
  await migrate(newer, log);
  await ask(newer, `insert into schema_migration (name, sha256) values ('9999_of_tomorrow.sql', '00')`);
  const file = join(directory, 'newer.tar.zst');
  await makeBackup(newer, file, NOW);
  const refusal = 'The backup was made by a newer version: 9999_of_tomorrow.sql is unknown here.';
  const bare = await createBareDatabase();
  await expect(restoreBackup(bare, file, log)).rejects.toThrow(refusal);
  expect(await ask(bare, "select relname from pg_class where relnamespace = 'public'::regnamespace")).toEqual(
    [],
  );

  // The same by the command, which begins a PostgreSQL for it.
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'of-others.txt'), 'kept');
  const archive = join(directory, 'archive');
  const command = fileURLToPath(new URL('../restore.ts', import.meta.url));
  const restoring = runProgram([command, file], { ...serverEnvironment(dataDir), WAL_ARCHIVE_DIR: archive });
  expect(await restoring.ends()).toBe(1);
  expect(restoring.output()).toContain(refusal);
  expect(readdirSync(dataDir)).toEqual(['of-others.txt']);
  expect(existsSync(archive)).toBe(false);
}, 180_000);

test('prevents the drop of a readings table while a backup is made', async () => {
  const client = new pg.Client({ connectionString: api.database.connectionString });
  await client.connect();
  await createArchivedTablesRepository(client).beginSnapshot();
  const drop = `begin; set local lock_timeout = '50ms'; drop table reading_of_tests`;
  await expect(ask(api.database.connectionString, drop)).rejects.toThrow('lock timeout');
  await client.end();
});

test('refuses to back up a database that holds no data of Nascente', async () => {
  const file = join(directory, 'nothing.tar.zst');
  await expect(makeBackup(await createBareDatabase(), file, NOW)).rejects.toThrow(
    'The database holds nothing of Nascente',
  );
  expect(existsSync(file)).toBe(false);
});

test('refuses to restore a backup into a database that is already in use', async () => {
  const before = await contentOf(api.database.connectionString);
  await expect(restoreBackup(api.database.connectionString, total, log)).rejects.toThrow(
    'The database is in use already, and a backup is restored into an empty one only.',
  );
  expect(await contentOf(api.database.connectionString)).toEqual(before);
});

test('a backup replaces no file, leaves no half-written file, and is readable by its owner only', async () => {
  await expect(makeBackup(api.database.connectionString, total, NOW)).rejects.toThrow(
    `The file ${total} is there already.`,
  );
  expect(statSync(total).mode & 0o777).toBe(0o600);
  const nowhere = join(directory, 'absent/backup.tar.zst');
  await expect(makeBackup(api.database.connectionString, nowhere, NOW)).rejects.toThrow('ENOENT');
  expect(existsSync(`${nowhere}.unfinished`)).toBe(false);
});
