import { findRunningPostgres } from '@nascente/postgres-host/embedded-postgres';
import type { Log } from '@nascente/runtime/log';
import { checkForeignDatabase } from './foreign-database.ts';
import { type DatabaseConfig, lockDatabase } from './open-database.ts';
import { requireWholeDatabase } from './unfinished-restore.ts';

interface ReachedDatabase {
  readonly connectionString: string;
  close(): Promise<void>;
}

const stays = (connectionString: string): ReachedDatabase => ({
  connectionString,
  close: () => Promise.resolve(),
});

/** A database beside the servers that work with it; where none does, the embedded one is started for as long. */
export const reachDatabase = async (config: DatabaseConfig, log: Log): Promise<ReachedDatabase> => {
  if (config.databaseUrl !== null) {
    await checkForeignDatabase(config.databaseUrl);
    await requireWholeDatabase(config.databaseUrl);
    return stays(config.databaseUrl);
  }
  const running = findRunningPostgres(config.dataDir);
  if (running !== null) return stays(running);
  const { connectionString, closers } = await lockDatabase(config, log);
  return { connectionString, close: () => closers.closeAll() };
};
