import { reaching } from '@nascente/postgres-host/database-hosts';
import { StartRefused } from '@nascente/runtime/start-refused';
import pg from 'pg';

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
