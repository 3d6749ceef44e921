import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** Dependencies of a process, as `/ready` names them. */
export const serverParts = ['database', 'broker', 'log', 'lag'] as const;
export type ServerPart = (typeof serverParts)[number];

const count = z.int();
const seconds = z.number();

const replica = z.object({
  name: described('Name that the replica reports.', z.string()),
  isSynchronous: described('Whether a commit waits for this replica.', z.boolean()),
  behindBytes: described('Unapplied WAL, bytes; `null` if not reported.', z.nullable(z.number())),
  behindSeconds: described('Replay delay, s; `null` without unapplied WAL.', z.nullable(seconds)),
});

const work = z.object({
  queue: described('Kind of work: name of a job, or mail.', z.string()),
  state: described(
    'created: waiting; retry: failed, will be tried again; active: running; failed: given up.',
    z.enum(['created', 'retry', 'active', 'failed']),
  ),
  count: described('Number of jobs in this state.', count),
});

export const readStatus = defineCall({
  name: 'readStatus',
  route: 'GET /admin/status',
  access: 'Admin',
  permission: 'see-status',
  summary: 'Health of the installation: components, database, jobs and the answering process.',
  answer: {
    at: described('Time of the check.', answeredInstant),
    parts: described(
      'Components that the answering process needs.',
      z.array(
        z.object({
          part: described(
            'database; broker: MQTT ports; log: message log between edges and database; lag: whether readings are stored in time.',
            z.enum(serverParts),
          ),
          ready: described('Whether it is available.', z.boolean()),
        }),
      ),
    ),
    meters: described(
      'Installed meters, and how many sent data within the last quarter of an hour.',
      z.object({
        installed: described('Number of installed meters.', count),
        received: described('Number of installed meters with recent data.', count),
      }),
    ),
    database: described(
      'Database of the installation.',
      z.object({
        bytes: described('Size on disk, bytes.', z.number()),
        connections: described(
          'Connections to the PostgreSQL server.',
          z.object({
            open: described('Number of open connections of all clients.', count),
            max: described('Maximum number of connections.', count),
          }),
        ),
        acknowledgedDisks: described(
          'Minimum number of disks that hold a reading when it is acknowledged: 0 without fsync, 2 with a synchronous replica.',
          z.union([z.literal(0), z.literal(1), z.literal(2)]),
        ),
        synchronousCommit: described('Value of synchronous_commit.', z.string()),
        replicas: described('Streaming replicas.', z.array(replica)),
      }),
    ),
    readReplica: described(
      'Replica for queries of the answering process that may lag; `null` without one.',
      z.nullable(
        z.object({
          lagSeconds: described('Lag of the replica, s; `null` if unknown.', z.nullable(seconds)),
          isUsed: described('False while the primary answers these queries.', z.boolean()),
        }),
      ),
    ),
    work: described(
      'Scheduled and queued jobs.',
      z.object({
        queues: described('By kind and state; combinations without jobs are left out.', z.array(work)),
        waitsSeconds: described('Wait of the oldest job that could run now, s.', seconds),
      }),
    ),
    openAlerts: described(
      'Open alerts of customers, by severity.',
      z.object({
        urgent: described('Number of urgent alerts.', count),
        serious: described('Number of serious alerts.', count),
        notable: described('Number of other alerts.', count),
      }),
    ),
    openDays: described(
      'UTC days up to today that are still stored as rows. A day is packed when it is three days old and closed for every meter, so four or five are usual.',
      z.object({
        count: described('Number of such days.', count),
        oldest: described('Oldest of them, YYYY-MM-DD; `null` without any.', z.nullable(z.string())),
      }),
    ),
    process: described(
      'The answering process; each process of the installation reports its own.',
      z.object({
        upSeconds: described('Time since its start, s.', seconds),
        memoryBytes: described('Resident memory, bytes.', z.number()),
        eventLoopLagSeconds: described('Event loop delay, 99th percentile, s.', seconds),
        storeLagSeconds: described('Wait of the oldest reading in the newest batch, s.', seconds),
      }),
    ),
    certificateEndsAt: described(
      'Expiry of the TLS certificate; `null` without one.',
      z.nullable(answeredInstant),
    ),
  },
});
