import { createReadStream, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { createTarDecoder } from 'modern-tar';
import { openDataDirectory } from '../embedded-postgres.ts';
import { fillDataDirectory, UNPACKED } from '../fill-data-directory.ts';
import { findPostgresBinaries } from '../postgres-binaries.ts';
import { openCluster, readPassword } from '../postgres-cluster.ts';
import { giveTo } from '../postgres-user.ts';
import { startPostmaster } from '../postmaster.ts';
import { openSocketDirectory } from '../socket-directory.ts';
import { stopPostmaster } from '../stop-postmaster.ts';
import { feedTar } from '../tar-file.ts';
import { openWalArchive } from '../wal-archive.ts';
import { newestBase, PASSWORD_FILE, timelinesIn } from './base-backup.ts';

/** Time limit for applying the WAL of several weeks. */
const LIMIT_MS = 24 * 3_600_000;
/** Written with an offset, because PostgreSQL reads it before it has loaded names of zones, including Z. */
const momentText = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

const ENDS_BEFORE = 'recovery ended before configured recovery target was reached';

/**
 * Starts PostgreSQL on the files of a base backup, lets it apply the archived WAL up to a moment, and stops it. The database then
 * begins a new timeline in the same archive. Throws StartRefused if the WAL does not reach the moment.
 */
const bringClusterBack = async (
  needs: { dataDir: string; archiveDirectory: string; moment: Date | null; timeline: string | null },
  log: Log,
): Promise<void> => {
  const { dataDir, archiveDirectory, moment, timeline } = needs;
  const binaries = findPostgresBinaries();
  const cluster = await openCluster(dataDir, binaries);
  const archive = openWalArchive(archiveDirectory, cluster);
  writeFileSync(join(cluster.directory, 'recovery.signal'), '', { mode: 0o600 });
  if (process.getuid?.() === 0) giveTo(cluster.user, cluster.directory);
  const socket = openSocketDirectory(dataDir, cluster.user);
  const settings = {
    ...archive.settings,
    restore_command: archive.restoreCommand,
    recovery_target_action: 'promote',
    recovery_target_timeline: timeline ?? 'latest',
    ...(moment === null ? {} : { recovery_target_time: momentText(moment) }),
    // PostgreSQL then accepts connections only when it has reached the moment.
    hot_standby: 'off',
  };
  try {
    const postmaster = await startPostmaster({
      cluster,
      socketDirectory: socket.path,
      postgres: binaries.postgres,
      durable: true,
      settings,
      limitMs: LIMIT_MS,
      log,
    });
    await stopPostmaster(postmaster, cluster.directory, log);
  } catch (error) {
    if (moment === null || !(error instanceof StartRefused) || !error.message.includes(ENDS_BEFORE))
      throw error;
    throw new StartRefused(
      `The archived log ends before ${moment.toISOString()}. Give an earlier moment, or --to latest.`,
      { cause: error },
    );
  } finally {
    socket.remove();
  }
};

/** Names of entries in archives of this program. They cannot lead outside the folder. */
const OURS = /^postgres(\/[\w.-]+)*\/?$|^postgres\.password$/;
const END = 'postgres/backup_label';

const writePieces = async (path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
};

/** Unpacks a base backup into a folder. Throws StartRefused if it is incomplete or damaged. */
const extractBase = async (file: string, folder: string): Promise<void> => {
  const compressed = createReadStream(file);
  const bytes = compressed.pipe(createZstdDecompress());
  compressed.once('error', (error) => bytes.destroy(error));
  const decoder = createTarDecoder({ strict: true });
  void feedTar(bytes, decoder);
  let last = '';
  try {
    for await (const { header, body } of decoder.readable) {
      const { name, type } = header;
      if (!OURS.test(name) || name.includes('..')) throw new Error(`${name} is none of its files`);
      if (type === 'directory') {
        await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
        for await (const _ of body);
      } else await writePieces(join(folder, name), body);
      last = name;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(
      `The base backup ${file} is damaged (${reason}). Move it away to use an older one.`,
      {
        cause,
      },
    );
  } finally {
    compressed.destroy();
    bytes.destroy();
  }
  if (last !== END)
    throw new StartRefused(`The base backup ${file} is cut off. Move it away to use an older one.`);
};

const IN_USE =
  'DATA_DIR holds a database already, and one is restored into an empty DATA_DIR only. Nothing was changed.';

interface RestoredBase {
  readonly base: string;
  /** Timelines of the archive before this restore, oldest first. Each restore begins another one. */
  readonly timelines: readonly number[];
}

interface Needs {
  readonly dataDir: string;
  readonly archiveDirectory: string;
  /** `null`: the latest moment of the archive. */
  readonly moment: Date | null;
  readonly timeline: string | null;
}

const fillFromArchive = async (needs: Needs, log: Log): Promise<RestoredBase> => {
  const { archiveDirectory, moment, timeline } = needs;
  const dataDir = openDataDirectory(needs.dataDir);
  const directory = join(dataDir, 'postgres');
  if (existsSync(directory)) throw new StartRefused(IN_USE);
  const baseDirectory = join(archiveDirectory, 'base');
  const base = existsSync(baseDirectory) ? newestBase(baseDirectory, moment) : null;
  if (base === null) {
    const when = moment === null ? '' : ` that ended before ${moment.toISOString()}`;
    throw new StartRefused(`There is no base backup in ${baseDirectory}${when}.`);
  }
  const timelines = timelinesIn(join(archiveDirectory, 'wal'));
  const aside = mkdtempSync(join(dataDir, UNPACKED));
  try {
    await extractBase(base, aside);
    writeFileSync(join(dataDir, PASSWORD_FILE), readPassword(aside), { mode: 0o600, flush: true });
    renameSync(join(aside, 'postgres'), directory);
    await bringClusterBack({ dataDir, archiveDirectory, moment, timeline }, log);
    return { base, timelines };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
};

/**
 * Fills an empty DATA_DIR with the database as it was at a moment, from the base backup before it and the archived WAL up to it.
 * After a failure the directory is as before. Throws StartRefused with advice.
 */
export const restoreToMoment = (needs: Needs, log: Log): Promise<RestoredBase> =>
  fillDataDirectory(needs.dataDir, () => fillFromArchive(needs, log), log);
