import type { Pool } from 'pg';
import {
  DURABILITY,
  type Durability,
  type DurabilitySettings,
  durabilityOf,
} from '../../platform/database/durability.ts';

interface Replica {
  readonly name: string;
  readonly isSynchronous: boolean;
  /** Bytes that the replica has not applied; `null`: unknown. */
  readonly behindBytes: number | null;
  readonly behindSeconds: number | null;
}

interface WorkInState {
  readonly queue: string;
  readonly state: 'created' | 'retry' | 'active' | 'failed';
  readonly count: number;
}

/** State of the whole installation: its database and its jobs. */
export interface InstallationFacts {
  readonly databaseBytes: number;
  readonly connections: { readonly open: number; readonly max: number };
  /** How durable a commit, and so an acknowledged message, is. */
  readonly durability: Durability;
  /** Whether the archiving of WAL segments fails. Meanwhile the write-ahead log grows. */
  readonly isArchiveFailing: boolean;
  readonly replicas: readonly Replica[];
  readonly work: readonly WorkInState[];
  /** Waiting time of the oldest job that is due, in seconds. */
  readonly workWaitsSeconds: number;
  readonly openAlerts: { readonly urgent: number; readonly serious: number; readonly notable: number };
  /** Open UTC days up to today, which are stored as rows; the oldest as YYYY-MM-DD. */
  readonly openDays: { readonly count: number; readonly oldest: string | null };
  /** `received`: the number of installed meters that sent a message within the last quarter of an hour. */
  readonly meters: { readonly installed: number; readonly received: number };
}

const REPLICAS = `select coalesce(nullif(application_name, ''), host(client_addr), 'local') as name,
  sync_state in ('sync', 'quorum') as "isSynchronous",
  pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "behindBytes",
  extract(epoch from replay_lag)::float8 as "behindSeconds"
from pg_stat_replication where state = 'streaming' order by 1`;

const ALERTS = `select count(*) filter (where severity = 'urgent')::int4 as urgent,
  count(*) filter (where severity = 'serious')::int4 as serious,
  count(*) filter (where severity = 'notable' or severity is null)::int4 as notable
from alert where closed_at is null and undone_at is null`;

/**
 * Each day has a partition until it is three days old and closed for all meters. Partitions of future days are created in
 * advance.
 */
const OPEN_DAYS = `select count(*)::int4 as count, min(day)::text as oldest from (
  select distinct to_date(right(part.relname, 8), 'YYYYMMDD') as day from pg_inherits join pg_class part on part.oid = inhrelid
  where inhparent in ('reading'::regclass, 'quarter'::regclass) and part.relname ~ '^(reading|quarter)_\\d{8}$') days
where day <= $1::date`;

const METERS = `select count(*)::int4 as installed, count(*) filter (where last_state.at > $1)::int4 as received
from installation left join last_state on installation_id = installation.id where removed_at is null`;

const OF_DATABASE = `select pg_database_size(current_database())::float8 as "databaseBytes",
  (select count(*)::int4 from pg_stat_activity where backend_type = 'client backend') as open,
  current_setting('max_connections')::int4 as max,
  (select current_setting('archive_mode') <> 'off' and last_failed_time is not null
    and last_failed_time > coalesce(last_archived_time, '-infinity') from pg_stat_archiver) as "isArchiveFailing",
  to_regclass('job.job') is not null as "hasWork"`;

/** Internal queues of pg-boss begin with two underscores. */
const WORK = `select name as queue, state::text as state, count(*)::int4 as count from job.job
where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%' group by name, state order by name, state`;
const WORK_WAITS = `select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds from job.job
where state in ('created', 'retry') and start_after <= now() and name not like '\\_\\_%'`;

const SILENCE_MS = 15 * 60_000;

export type ReadInstallationFacts = (now: number) => Promise<InstallationFacts>;

export const createInstallationFacts = (pool: Pool): ReadInstallationFacts => {
  const first = async <T extends object>(text: string, values: unknown[] = []): Promise<T> =>
    (await pool.query<T>(text, values)).rows[0] as T;
  return async (now) => {
    const today = new Date(now).toISOString().slice(0, 10);
    const { databaseBytes, open, max, isArchiveFailing, hasWork } = await first<{
      databaseBytes: number;
      open: number;
      max: number;
      isArchiveFailing: boolean;
      hasWork: boolean;
    }>(OF_DATABASE);
    return {
      databaseBytes,
      connections: { open, max },
      isArchiveFailing,
      durability: durabilityOf(await first<DurabilitySettings>(DURABILITY)),
      replicas: (await pool.query<Replica>(REPLICAS)).rows,
      work: hasWork ? (await pool.query<WorkInState>(WORK)).rows : [],
      workWaitsSeconds: hasWork ? (await first<{ seconds: number }>(WORK_WAITS)).seconds : 0,
      openAlerts: await first<InstallationFacts['openAlerts']>(ALERTS),
      openDays: await first<InstallationFacts['openDays']>(OPEN_DAYS, [today]),
      meters: await first<InstallationFacts['meters']>(METERS, [new Date(now - SILENCE_MS)]),
    };
  };
};
