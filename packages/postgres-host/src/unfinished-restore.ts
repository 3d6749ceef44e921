import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';

/** File that marks a DATA_DIR until its restore is complete; it contains the id of the restoring process. */
export const UNFINISHED_RESTORE = 'restore.unfinished';

/** Throws StartRefused after a killed restore: the database is incomplete. */
export const requireCompleteRestore = (dataDir: string): void => {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new StartRefused(
      `A restore into ${dataDir} has not ended, or was killed: its database is incomplete. Repeat the restore (npm run restore).`,
    );
};
