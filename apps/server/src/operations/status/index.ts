import type { ContentOf } from '@nascente/contract/base/call';
import { readStatus, type ServerPart } from '@nascente/contract/operations/status';
import type { Instant } from '@nascente/domain/base/time/zone';
import { Gauge, type Registry } from 'prom-client';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  createInstallationFacts,
  type InstallationFacts,
  type ReadInstallationFacts,
} from './installation-facts.repository.ts';

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const at = (value: number, labels: Sample['labels'] = {}): Sample => ({ labels, value });

interface Fact {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly samples: (facts: InstallationFacts) => readonly Sample[];
}

const FACTS: readonly Fact[] = [
  {
    name: 'nascente_database_bytes',
    help: 'Size of the database on its disk.',
    labels: [],
    samples: ({ databaseBytes }) => [at(databaseBytes)],
  },
  {
    name: 'nascente_database_connections',
    help: 'Connections to the PostgreSQL server: open ones of everybody, and the most that it takes.',
    labels: ['of'],
    samples: ({ connections: { open, max } }) => [at(open, { of: 'open' }), at(max, { of: 'most' })],
  },
  {
    name: 'nascente_acknowledged_disks',
    help: 'On how many disks at least a reading lies when it is acknowledged: 0 without fsync or synchronous_commit, 2 with a synchronous replica.',
    labels: [],
    samples: ({ durability }) => [at(durability.disks)],
  },
  {
    name: 'nascente_wal_archive_failing',
    help: '1 while the write-ahead log cannot be archived, and grows on the disk of the database.',
    labels: [],
    samples: ({ isArchiveFailing }) => [at(isArchiveFailing ? 1 : 0)],
  },
  {
    name: 'nascente_replica_behind_bytes',
    help: 'What a streaming replica has not applied yet.',
    labels: ['replica'],
    samples: ({ replicas }) =>
      replicas.flatMap(({ name, behindBytes }) =>
        behindBytes === null ? [] : [at(behindBytes, { replica: name })],
      ),
  },
  {
    name: 'nascente_replica_behind_seconds',
    help: 'For how long what a replica applied last had been written; absent while it has nothing to apply.',
    labels: ['replica'],
    samples: ({ replicas }) =>
      replicas.flatMap(({ name, behindSeconds }) =>
        behindSeconds === null ? [] : [at(behindSeconds, { replica: name })],
      ),
  },
  {
    name: 'nascente_replicas',
    help: 'Streaming replicas of the database.',
    labels: ['kind'],
    samples: ({ replicas }) =>
      (['synchronous', 'asynchronous'] as const).map((kind) =>
        at(replicas.filter(({ isSynchronous }) => isSynchronous === (kind === 'synchronous')).length, {
          kind,
        }),
      ),
  },
  {
    name: 'nascente_jobs',
    help: 'Work by its state: created and retry wait, failed was given up.',
    labels: ['work', 'state'],
    samples: ({ work }) => work.map(({ queue, state, count }) => at(count, { work: queue, state })),
  },
  {
    name: 'nascente_jobs_waiting_seconds',
    help: 'For how long the oldest work waits that could be done now.',
    labels: [],
    samples: ({ workWaitsSeconds }) => [at(workWaitsSeconds)],
  },
  {
    name: 'nascente_alerts_open',
    help: 'Alerts to customers that are open.',
    labels: ['severity'],
    samples: ({ openAlerts }) =>
      Object.entries(openAlerts).map(([severity, count]) => at(count, { severity })),
  },
  {
    name: 'nascente_days_open',
    help: 'UTC days up to today that are stored as rows. A day is packed when it is three days old and closed for every meter, so four or five are usual.',
    labels: [],
    samples: ({ openDays }) => [at(openDays.count)],
  },
  {
    name: 'nascente_days_oldest_open_timestamp_seconds',
    help: 'Start of the oldest UTC day that is stored as rows.',
    labels: [],
    samples: ({ openDays: { oldest } }) => (oldest === null ? [] : [at(Date.parse(oldest) / 1_000)]),
  },
  {
    name: 'nascente_meters',
    help: 'Meters that are installed, and those of them heard of within the last quarter of an hour.',
    labels: ['state'],
    samples: ({ meters }) => [
      at(meters.installed, { state: 'installed' }),
      at(meters.received, { state: 'heard' }),
    ],
  },
];

/**
 * Metrics that are equal in every process, read once for each scrape. While the database is unavailable, only these metrics are
 * absent.
 */
export const measureInstallation = (
  registry: Registry,
  read: ReadInstallationFacts,
  clock: () => Instant,
): void => {
  let reading: Promise<InstallationFacts | null> | null = null;
  const facts = (): Promise<InstallationFacts | null> => {
    reading ??= read(clock())
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const { name, help, labels, samples } of FACTS)
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const found = await facts();
        this.reset();
        for (const sample of found === null ? [] : samples(found)) this.set(sample.labels, sample.value);
        // A reset gauge without labels keeps a zero, which would be a false value.
        if (found === null && labels.length === 0) this.remove();
      },
    });
};

type Status = ContentOf<typeof readStatus>;

const LAG = 'nascente_nodejs_eventloop_lag_p99_seconds';

const lagOf = async (registry: Registry): Promise<number> =>
  (await registry.getSingleMetric(LAG)?.get())?.values[0]?.value ?? 0;

/** The state of the installation, as a call for an Admin and, if `isMeasured`, as metrics for Prometheus. */
export const createStatusFeature = (
  needs: Pick<Platform, 'clock' | 'pool' | 'registry'> & {
    isMeasured: boolean;
    askParts: () => Promise<readonly { readonly name: ServerPart; readonly ready: boolean }[]>;
    /** The state of the replica that this process reads; `null` without a replica. */
    readingState: () => Status['readReplica'];
    storeLagMs: () => number;
    /** Milliseconds since 1970; null: no TLS. */
    certificateEndsAt: () => number | null;
  },
) => {
  const { registry, clock } = needs;
  const readFacts = createInstallationFacts(needs.pool);
  if (needs.isMeasured) measureInstallation(registry, readFacts, clock);
  /** Returns the status of the installation. Throws NotAllowed without the permission 'see-status'. */
  const read = async (caller: Caller): Promise<Status> => {
    requirePermission(caller, 'see-status');
    const now = clock();
    const [facts, parts] = [await readFacts(now), await needs.askParts()];
    const {
      databaseBytes,
      connections,
      durability,
      isArchiveFailing: _,
      replicas,
      work,
      workWaitsSeconds,
      ...others
    } = facts;
    const certificateEndsAt = needs.certificateEndsAt();
    return {
      ...others,
      at: new Date(now).toISOString(),
      parts: parts.map(({ name, ready }) => ({ part: name, ready })),
      database: {
        bytes: databaseBytes,
        connections,
        acknowledgedDisks: durability.disks,
        synchronousCommit: durability.synchronousCommit,
        replicas: [...replicas],
      },
      work: { queues: [...work], waitsSeconds: workWaitsSeconds },
      readReplica: needs.readingState(),
      process: {
        upSeconds: Math.round(process.uptime()),
        memoryBytes: process.memoryUsage.rss(),
        eventLoopLagSeconds: await lagOf(registry),
        storeLagSeconds: needs.storeLagMs() / 1_000,
      },
      certificateEndsAt: certificateEndsAt === null ? null : new Date(certificateEndsAt).toISOString(),
    };
  };
  return {
    register: (app: CallBinder): void => bindCall(app, readStatus, ({ caller }) => read(caller)),
  };
};
