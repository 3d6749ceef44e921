import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reaching } from '@nascente/postgres-host/database-hosts';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Advisory lock by which servers that start at once migrate one after the other: the letters 'migrate' as an integer. */
const MIGRATION_LOCK = '30797698270196837';

type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

const readMigrations = async (directory: string) => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${directory}/${name}`, 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (cause) {
    // If the connection is lost, the database rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(`The migration ${migration.name} failed: ${reason}`, { cause });
  }
};

/** Throws StartRefused for a database with another first migration: it is older than the first release. */
const refuseOlderThanBaseline = (
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): void => {
  const baseline = migrations[0]?.name;
  if (applied.size === 0 || baseline === undefined || applied.has(baseline)) return;
  throw new StartRefused(
    'The database was made before the first release, and its tables are not carried on. Nothing was changed in it. ' +
      'If it is a demonstration, delete its folder (data/demo, or DATA_DIR where that is set) and start again: the ' +
      'demonstration is made anew. Otherwise start with an empty DATA_DIR, or an empty database in DATABASE_URL.',
  );
};

const pendingOf = (
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): readonly Migration[] => {
  refuseOlderThanBaseline(migrations, applied);
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new StartRefused(`The database was migrated by a newer version: ${name} is unknown here.`);
    }
  }
  const changed = migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
  if (changed) throw new StartRefused(`The migration ${changed.name} was changed after it had been applied.`);
  return migrations.filter(({ name }) => !applied.has(name));
};

type NamedMigration = Pick<Migration, 'name' | 'sha256'>;

/** The migrations of another database. Throws StartRefused if one is unknown or differs from the file applied there. */
const madeBy = (migrations: readonly Migration[], names: readonly NamedMigration[]): readonly Migration[] =>
  names.map(({ name, sha256 }) => {
    const found = migrations.find((migration) => migration.name === name);
    if (found?.sha256 === sha256) return found;
    throw new StartRefused(
      found === undefined
        ? `The backup was made by a newer version: ${name} is unknown here. Restore it with that version or a newer one.`
        : `The backup was made by another version: ${name} is not what it was there.`,
    );
  });

interface MigrationOptions {
  readonly directory?: string;
  /** The migrations of another database, which are the only ones applied; absent: all. */
  readonly upTo?: readonly NamedMigration[];
}

/** Brings the database to the newest schema, forward only. Throws StartRefused, which names the file that fails. */
export const migrate = async (
  connectionString: string,
  log: Log,
  { directory = MIGRATIONS, upTo }: MigrationOptions = {},
): Promise<void> => {
  const migrations = await readMigrations(directory);
  const wanted = upTo === undefined ? migrations : madeBy(migrations, upTo);
  const client = new pg.Client({ ...reaching(connectionString), application_name: 'nascente migrate' });
  // The running migration fails with the connection; without a listener, the process would end without a reason.
  client.on('error', (error) => log.warn({ err: error }, 'The connection that migrates has ended'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists schema_migration (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migration',
    );
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    for (const migration of pendingOf(migrations, applied)) {
      if (!wanted.includes(migration)) continue;
      await apply(client, migration);
      log.info({ migration: migration.name }, 'Migrated the database');
    }
  } finally {
    await client.end();
  }
};
