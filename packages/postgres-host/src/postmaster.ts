import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import type { Cluster } from './postgres-cluster.ts';
import { spawnForThisServer } from './postgres-user.ts';
import { clearDeadSockets, findLivePostmaster, type Postmaster, readPostmaster } from './postmaster-file.ts';
import { killChildrenLeft } from './stop-postmaster.ts';
import type { PostgresSettings } from './wal-archive.ts';

/**
 * Settings for the memory and disks of a small machine, and for tables that mostly receive only inserts. The database is
 * durable.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  superuser_reserved_connections: '3',
  // A query of readings locks up to 400 daily partitions. With this setting each connection stores these locks itself, which
  // takes 0.2 ms less than the shared lock table.
  max_locks_per_transaction: '512',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '16MB',
  max_wal_size: '4GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  synchronous_commit: 'on',
  jit: 'off',
  random_page_cost: '1.1',
  // Rows are inserted and seldom changed: vacuum by inserts, early enough for index-only reads.
  autovacuum_max_workers: '2',
  autovacuum_naptime: '30s',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_line_prefix: '',
  log_statement: 'none',
};

/** Tests need no durability, and must not wait for disks. */
const FORGETFUL: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '1GB',
  max_connections: '200',
};

interface PostgresOptions {
  readonly socketDirectory: string;
  readonly port: number;
  readonly durable: boolean;
  /** Settings that replace the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Shown by `show cluster_name`. */
  readonly name: string;
}

export const postgresArguments = (directory: string, options: PostgresOptions): readonly string[] => {
  const settings = {
    ...SETTINGS,
    ...(options.durable ? {} : FORGETFUL),
    unix_socket_directories: options.socketDirectory,
    port: String(options.port),
    cluster_name: options.name,
    ...options.settings,
  };
  return [
    '-D',
    directory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
};

const PORT = 5432;
const POLL_MS = 20;
/** Recovery after a power failure replays WAL and may take minutes. */
const START_LIMIT_MS = 10 * 60_000;
const OUTPUT_LIMIT_MS = 1_000;
/** PostgreSQL kills its own children after five seconds of an immediate stop. */
const END_STEPS = [
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
] as const;

export interface RunningPostmaster extends Postmaster {
  /** Settles when the process has ended. */
  readonly ended: Promise<void>;
}

interface PostmasterStart {
  readonly cluster: Cluster;
  readonly socketDirectory: string;
  readonly postgres: string;
  readonly durable: boolean;
  /** Additional settings. */
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

/** Ends a PostgreSQL that did not start in time. It holds the lock of its data, so no later start would succeed. */
const endChild = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  for (const [signal, limitMs] of END_STEPS) {
    child.kill(signal);
    if (await Promise.race([ended.then(() => true), pause(limitMs, false, { ref: false })])) return;
  }
};

/**
 * Starts PostgreSQL and waits until it accepts connections. Throws StartRefused with its output if it ends before, or does not
 * accept connections in time; it is then stopped.
 */
export const startPostmaster = async (start: PostmasterStart): Promise<RunningPostmaster> => {
  const { cluster, socketDirectory, postgres, durable, settings = {}, limitMs = START_LIMIT_MS, log } = start;
  // Also checked when PostgreSQL is restarted after a kill, because the id of the killed process may belong to another program by
  // then.
  if (findLivePostmaster(cluster.directory) === null) await killChildrenLeft(cluster.directory);
  clearDeadSockets(socketDirectory, cluster.directory);
  const options = { socketDirectory, port: PORT, durable, settings, name: `nascente-${process.pid}` };
  const child = spawnForThisServer(cluster.user, postgres, postgresArguments(cluster.directory, options));
  let texts = '';
  for (const stream of [child.stdout, child.stderr]) {
    forward(stream, log, (text) => {
      texts = `${texts}\n${text}`.slice(-2_000);
    });
  }
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false;
      resolve();
    };
    child.on('error', (error) => {
      texts += error.message;
      end();
    });
    // `exit` and not `close`, because the pipes stay open while a child process of PostgreSQL exists, even a frozen one.
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
  if (running) await endChild(child, ended);
  else await Promise.race([once(child, 'close'), pause(OUTPUT_LIMIT_MS)]);
  throw new StartRefused(`PostgreSQL did not start on ${cluster.directory}: ${texts.trim()}`);
};
