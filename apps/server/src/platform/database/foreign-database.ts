import { reaching } from '@nascente/postgres-host/database-hosts';
import { StartRefused } from '@nascente/runtime/start-refused';
import pg from 'pg';

const MIN_VERSION = 18;

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
};

const readVersion = async (connectionString: string): Promise<number> => {
  const client = new pg.Client({ ...reaching(connectionString), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    return Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (cause) {
    throw new StartRefused(`The database of DATABASE_URL cannot be used: ${reasonOf(cause)}.`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Throws StartRefused when the operator's database does not answer or is too old. */
export const checkForeignDatabase = async (connectionString: string): Promise<void> => {
  const version = await readVersion(connectionString);
  if (version >= MIN_VERSION) return;
  throw new StartRefused(
    `The database of DATABASE_URL is PostgreSQL ${version}: ${MIN_VERSION} or newer is needed.`,
  );
};

/** Marks a database from the begin of a restore into it until the commit of its rows. */
export const UNFINISHED_RESTORE_TABLE = 'restore_unfinished';

/** Throws StartRefused where a restore into the database of DATABASE_URL was killed or failed. Its DATA_DIR is marked by a file. */
export const requireWholeDatabase = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ ...reaching(connectionString), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select where to_regclass($1) is not null', [
      `public.${UNFINISHED_RESTORE_TABLE}`,
    ]);
    if (rows.length > 0)
      throw new StartRefused(
        'A restore into the database of DATABASE_URL has not ended, or was killed: the database is incomplete. Repeat the restore (npm run restore).',
      );
  } finally {
    await client.end().catch(() => undefined);
  }
};
