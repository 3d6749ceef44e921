import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { chownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { StartRefused } from '@nascente/runtime/start-refused';

/** The user as which PostgreSQL runs, because it refuses to run as root, and the owner of its files. */
export interface PostgresUser {
  readonly description: string;
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Command that runs the program as this user; empty: directly. */
  readonly wrap: readonly string[];
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
}

const NO_ACCOUNT = 65_534;

const asUser = (uid: number, gid: number): PostgresUser => ({
  description: `as user ${uid}`,
  owner: { uid, gid },
  wrap: [],
  spawnAs: { uid, gid },
});

/** Outside the namespace PostgreSQL has the user of this process, so it can access the files of that user. */
const inUserNamespace = (uid: number, gid: number): PostgresUser => ({
  description: 'in a user namespace',
  owner: { uid, gid },
  wrap: ['unshare', '--user', `--map-user=${NO_ACCOUNT}`, `--map-group=${NO_ACCOUNT}`],
  spawnAs: {},
});

/** Another user, with the capability to traverse directories that are closed to that user, such as a home of mode 0700. */
const asUserWhoPassesClosedDirectories = (uid: number, gid: number): PostgresUser => ({
  description: `as user ${uid} with leave to pass closed directories`,
  owner: { uid, gid },
  wrap: [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ],
  spawnAs: {},
});

const candidates = (existingOwner: { uid: number; gid: number } | null): readonly PostgresUser[] => {
  const uid = process.getuid?.() ?? NO_ACCOUNT;
  const gid = process.getgid?.() ?? NO_ACCOUNT;
  const self: PostgresUser = { description: 'as this user', owner: { uid, gid }, wrap: [], spawnAs: {} };
  const apart = inUserNamespace(uid, gid);
  if (uid !== 0) return [self, apart];
  const stored =
    existingOwner && existingOwner.uid !== 0 ? existingOwner : { uid: NO_ACCOUNT, gid: NO_ACCOUNT };
  const others = [
    asUser(stored.uid, stored.gid),
    asUserWhoPassesClosedDirectories(stored.uid, stored.gid),
  ] as const;
  return existingOwner?.uid === 0 ? [apart, ...others] : [others[0], apart, others[1]];
};

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts `program` as `user`, in its own session, so that Ctrl-C reaches only the server. */
const spawnAs = (user: PostgresUser, program: string, args: readonly string[]) => {
  const [command = program, ...rest] = [...user.wrap, program, ...args];
  const how = { ...user.spawnAs, cwd: '/', detached: true, env: ENVIRONMENT };
  return spawn(command, rest, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
};

/**
 * The shell becomes the program; its background part waits for the end of the pipe that only this server holds, and then
 * interrupts the program. The word 'ended' means that there is nothing to interrupt.
 */
const INTERRUPT_WITHOUT_SERVER = '(read -r word <&3 || kill -INT $$) >/dev/null 2>&1 & exec 3<&-; exec "$@"';

/** Like `spawnAs`; the program is interrupted (SIGINT) when this process ends, even by SIGKILL. */
export const spawnForThisServer = (user: PostgresUser, program: string, args: readonly string[]) => {
  const guarded = ['/bin/sh', '-c', INTERRUPT_WITHOUT_SERVER, 'sh', program, ...args];
  const [command = '', ...rest] = [...user.wrap, ...guarded];
  const how = { ...user.spawnAs, cwd: '/', detached: true, env: ENVIRONMENT };
  const child = spawn(command, rest, {
    ...how,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  const pipe = child.stdio[3] as Writable;
  pipe.on('error', () => undefined);
  child.on('exit', () => pipe.end('ended\n'));
  return child;
};

/** Runs a program to its end. Throws an Error with its output if it fails. */
export const runAs = (user: PostgresUser, program: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawnAs(user, program, args);
    let written = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        written = (written + chunk.toString()).slice(-4_000);
      });
    }
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(written.trim() || `exit ${code}`)),
    );
  });

/**
 * Changes the owner of everything below `path` to `user`. Vanishing files are skipped: a PostgreSQL whose server was killed
 * removes its lock and temporary files while the next one starts.
 */
export const giveTo = (user: PostgresUser, path: string): void => {
  try {
    const entry = lstatSync(path);
    if (entry.isDirectory()) for (const name of readdirSync(path)) giveTo(user, join(path, name));
    if (entry.uid !== user.owner.uid || entry.gid !== user.owner.gid) {
      chownSync(path, user.owner.uid, user.owner.gid);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

/** initdb needs a user with a name and access to programs and data, which only a trial can show. */
const PROBE = 'id -un && "$1" --version && touch "$2/probe"';

const works = async (user: PostgresUser, postgres: string, dataDir: string): Promise<string | null> => {
  const probed = mkdtempSync(join(dataDir, '.probe-'));
  try {
    giveTo(user, probed);
    await runAs(user, '/bin/sh', ['-c', PROBE, 'sh', postgres, probed]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(probed, { recursive: true, force: true });
  }
};

/** The first user that works on this machine. Throws StartRefused with advice if none does. */
export const choosePostgresUser = async (
  postgres: string,
  dataDir: string,
  existingOwner: { uid: number; gid: number } | null,
): Promise<PostgresUser> => {
  const refusals: string[] = [];
  for (const user of candidates(existingOwner)) {
    const refusal = await works(user, postgres, dataDir);
    if (refusal === null) return user;
    refusals.push(`${user.description}: ${refusal.split('\n').at(-1)}`);
  }
  throw new StartRefused(
    `PostgreSQL cannot be started on ${dataDir} (${refusals.join('; ')}). ` +
      'Start the server as an ordinary user who owns DATA_DIR and can read the programs, or set DATABASE_URL.',
  );
};
