import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import type { Cluster } from './postgres-cluster.ts';
import { postgresArguments } from './postgres-settings.ts';
import { spawnForThisServer } from './postgres-user.ts';
import { clearDeadSockets, findLivePostmaster, type Postmaster, readPostmaster } from './postmaster-file.ts';
import { killChildrenLeft } from './stop-postmaster.ts';
import type { PostgresSettings } from './wal-archive.ts';

const PORT = 5432;
const POLL_MS = 20;
/** Recovery after a power failure replays what was not yet in the files: it may take minutes. */
const START_LIMIT_MS = 10 * 60_000;
const LAST_WORDS_LIMIT_MS = 1_000;

export interface RunningPostmaster extends Postmaster {
  /** Settles when the process has ended. */
  readonly ended: Promise<void>;
}

interface PostmasterStart {
  readonly cluster: Cluster;
  readonly socketDirectory: string;
  readonly postgres: string;
  readonly durable: boolean;
  /** Beside those that it always has. */
  readonly settings?: PostgresSettings;
  readonly limitMs?: number;
  readonly log: Log;
}

const forward = (stream: NodeJS.ReadableStream, log: Log, remember: (text: string) => void): void => {
  stream.on('data', (chunk: Buffer) => {
    const text = chunk.toString().trim();
    remember(text);
    if (/\b(PANIC|FATAL):/.test(text)) log.warn({ postgres: text }, 'PostgreSQL reports');
    else log.debug({ postgres: text }, 'PostgreSQL reports');
  });
};

/** Starts PostgreSQL and waits until it takes connections. Throws StartRefused with its words when it ends before. */
export const startPostmaster = async (start: PostmasterStart): Promise<RunningPostmaster> => {
  const { cluster, socketDirectory, postgres, durable, settings = {}, limitMs = START_LIMIT_MS, log } = start;
  // Also where PostgreSQL is started again after a kill: the number of the killed one may be taken by now.
  if (findLivePostmaster(cluster.directory) === null) await killChildrenLeft(cluster.directory);
  clearDeadSockets(socketDirectory, cluster.directory);
  const options = { socketDirectory, port: PORT, durable, settings, name: `nascente-${process.pid}` };
  const child = spawnForThisServer(cluster.user, postgres, postgresArguments(cluster.directory, options));
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    forward(stream, log, (text) => {
      words = `${words}\n${text}`.slice(-2_000);
    });
  }
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false;
      resolve();
    };
    child.on('error', (error) => {
      words += error.message;
      end();
    });
    // Its pipes stay open as long as a child of its own lives, even a frozen one.
    child.on('exit', end);
  });
  const deadline = Date.now() + limitMs;
  while (running && Date.now() < deadline) {
    const postmaster = readPostmaster(cluster.directory);
    if (postmaster?.pid === child.pid && postmaster?.ready) {
      child.unref();
      return { ...postmaster, ended };
    }
    await pause(POLL_MS);
  }
  await Promise.race([once(child, 'close'), pause(LAST_WORDS_LIMIT_MS)]);
  throw new StartRefused(`PostgreSQL did not start on ${cluster.directory}: ${words.trim()}`);
};
