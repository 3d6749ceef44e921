import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresUser, giveTo, type PostgresUser, runAs } from './postgres-user.ts';

export const SUPERUSER = 'nascente';

/** An existing directory of PostgreSQL's files, with the user that runs PostgreSQL and the password of the superuser. */
export interface Cluster {
  readonly directory: string;
  readonly user: PostgresUser;
  readonly password: string;
}

const createPassword = (file: string): string => {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600, flush: true });
  return password;
};

const passwordFileIn = (dataDir: string): string => join(dataDir, 'postgres.password');

/** The password of the superuser. Throws StartRefused if its file is missing. */
export const readPassword = (dataDir: string): string => {
  const file = passwordFileIn(dataDir);
  if (!existsSync(file)) {
    throw new StartRefused(
      `${file} is missing: it holds the database's password. Bring it back from a backup.`,
    );
  }
  return readFileSync(file, 'utf8').trim();
};

/** Prefix of the directories in which a cluster is created. */
export const NEW_CLUSTER = '.postgres-';

/** Creates the files in a temporary directory and renames it, so that a kill leaves no incomplete cluster. */
const initialise = async (
  directory: string,
  dataDir: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
  password: string,
): Promise<void> => {
  const aside = mkdtempSync(join(dataDir, NEW_CLUSTER));
  try {
    writeFileSync(join(aside, 'password'), password, { mode: 0o600 });
    giveTo(user, aside);
    await runAs(user, binaries.initdb, [
      `--pgdata=${join(aside, 'files')}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${join(aside, 'password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
    ]);
    renameSync(join(aside, 'files'), directory);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
};

/** Opens DATA_DIR's cluster, creating it at the first start. */
export const openCluster = async (dataDir: string, binaries: PostgresBinaries): Promise<Cluster> => {
  const directory = join(dataDir, 'postgres');
  const exists = existsSync(directory);
  const user = await choosePostgresUser(binaries.postgres, dataDir, exists ? statSync(directory) : null);
  if (exists) {
    if (process.getuid?.() === 0) giveTo(user, directory);
    return { directory, user, password: readPassword(dataDir) };
  }
  const password = createPassword(passwordFileIn(dataDir));
  await initialise(directory, dataDir, binaries, user, password);
  return { directory, user, password };
};
