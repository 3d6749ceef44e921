import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@nascente/postgres-host/client.repository';
import { findPostgresBinaries } from '@nascente/postgres-host/postgres-binaries';
import { type Cluster, openCluster, SUPERUSER } from '@nascente/postgres-host/postgres-cluster';
import { giveTo, spawnForThisServer } from '@nascente/postgres-host/postgres-user';
import { postgresArguments } from '@nascente/postgres-host/postmaster';
import { readPostmaster } from '@nascente/postgres-host/postmaster-file';
import { killChildrenLeft, stopPostmaster } from '@nascente/postgres-host/stop-postmaster';
import { createLog } from '@nascente/runtime/log';
import type pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { freePorts } from './free-ports.ts';

const DATABASE = 'nascente';
const log = createLog('silent');

interface Host {
  readonly cluster: Cluster;
  readonly port: number;
}

const urlOf = ({ cluster, port }: Host, database = DATABASE): string =>
  `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;

const ask = <R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> =>
  withClient(
    { connectionString: url, connectionTimeoutMillis: 2_000 },
    async (client) => (await client.query<R>(text)).rows,
  );

/** Resolves once it takes connections. */
const start = async (
  { cluster, port }: Host,
  settings: Readonly<Record<string, string>>,
  database = DATABASE,
) => {
  const own = { listen_addresses: '127.0.0.1', wal_level: 'replica', max_wal_senders: '5', ...settings };
  const socketDirectory = join(cluster.directory, '..');
  const options = { socketDirectory, port, durable: true, name: 'pair', settings: own };
  const { postgres } = findPostgresBinaries();
  const child = spawnForThisServer(cluster.user, postgres, postgresArguments(cluster.directory, options));
  child.stdout.resume();
  child.stderr.resume();
  await vi.waitFor(() => ask(urlOf({ cluster, port }, database), 'select'), {
    timeout: 60_000,
    interval: 50,
  });
};

const stop = async ({ cluster: { directory } }: Host): Promise<void> => {
  const postmaster = readPostmaster(directory);
  if (postmaster !== null) await stopPostmaster(postmaster, directory, log);
};

/** A copy of a stopped PostgreSQL that follows it. */
const standbyOf = (primary: Host, directory: string, port: number): Host => {
  const { user, password } = primary.cluster;
  cpSync(primary.cluster.directory, directory, { recursive: true });
  chmodSync(directory, 0o700);
  writeFileSync(join(directory, 'standby.signal'), '');
  if (process.getuid?.() === 0) giveTo(user, join(directory, '..'));
  return { cluster: { directory, user, password }, port };
};

const WAITS_FOR_STANDBY = { synchronous_standby_names: '*' };

/** Two PostgreSQL on loopback: a primary whose commits wait for the disk of its standby. Ended when the test is over. */
export const startPostgresPair = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nascente-pair-'));
  chmodSync(folder, 0o711);
  const [first = 0, second = 0] = await freePorts(2);
  const dataDir = join(folder, 'primary');
  mkdirSync(dataDir, { mode: 0o711 });
  mkdirSync(join(folder, 'standby'), { mode: 0o711 });
  const primary = { cluster: await openCluster(dataDir, findPostgresBinaries()), port: first };
  if (process.getuid?.() === 0) giveTo(primary.cluster.user, dataDir);
  await start(primary, {}, 'postgres');
  await ask(urlOf(primary, 'postgres'), `create database ${DATABASE}`);
  await stop(primary);
  const standby = standbyOf(primary, join(folder, 'standby', 'postgres'), second);
  onTestFinished(async () => {
    await Promise.all([primary, standby].map(stop));
    rmSync(folder, { recursive: true, force: true });
  });
  await start(primary, WAITS_FOR_STANDBY);
  const source = `host=127.0.0.1 port=${first} user=${SUPERUSER} password=${primary.cluster.password}`;
  await start(standby, { primary_conninfo: `${source} application_name=standby` });
  await vi.waitFor(
    async () => {
      const rows = await ask(urlOf(primary), 'select sync_state from pg_stat_replication');
      expect(rows).toEqual([{ sync_state: 'sync' }]);
    },
    { timeout: 30_000, interval: 50 },
  );
  return {
    /** For DATABASE_URL: both hosts, the standby first. */
    url: urlOf(standby).replace(/@[^/]+/, `@127.0.0.1:${second},127.0.0.1:${first}`),
    primaryUrl: urlOf(primary),
    standbyUrl: urlOf(standby),
    async killPrimary(): Promise<void> {
      const { directory } = primary.cluster;
      const postmaster = readPostmaster(directory);
      if (postmaster !== null) process.kill(postmaster.pid, 'SIGKILL');
      await killChildrenLeft(directory);
    },
    promote: () => ask(urlOf(standby), 'select pg_promote()'),
    /** The old primary comes back, and takes itself for the primary still. */
    bringBack: () => start(primary, {}),
    stopStandby: () => stop(standby),
  };
};
