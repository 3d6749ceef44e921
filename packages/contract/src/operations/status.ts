import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** Dependencies of a process, as `/ready` names them. */
export const serverParts = ['database', 'broker', 'log', 'lag'] as const;
export type ServerPart = (typeof serverParts)[number];

const count = z.int();
const seconds = z.number();

const replica = z.object({
  name: described('As the replica calls itself.', z.string()),
  isSynchronous: described(
    'Whether the database waits for it before it says that something is stored.',
    z.boolean(),
  ),
  behindBytes: described(
    'What it has not applied yet, bytes; null where it does not say.',
    z.nullable(z.number()),
  ),
  behindSeconds: described('The same as time, s; null while it has nothing to apply.', z.nullable(seconds)),
});

const work = z.object({
  queue: described('What is done by it: the name of a job, or mail.', z.string()),
  state: described(
    'created: waits; retry: failed, and is tried again; active: is done now; failed: was given up.',
    z.enum(['created', 'retry', 'active', 'failed']),
  ),
  count: described('Pieces of work in this state.', count),
});

export const readStatus = defineCall({
  name: 'readStatus',
  method: 'GET',
  effect: 'reads',
  path: '/admin/status',
  access: 'Admin',
  permission: 'see-status',
  summary: 'How the installation is doing: its parts, database, work and the process that answers.',
  success: 200,
  answer: z.object({
    ok,
    at: described('When it was looked at.', answeredInstant),
    parts: described(
      'What the process that answers cannot do without.',
      z.array(
        z.object({
          part: described(
            'database; broker: the ports of boards; log: between edges and database; lag: whether readings are stored.',
            z.enum(serverParts),
          ),
          ready: described('Whether it is there.', z.boolean()),
        }),
      ),
    ),
    meters: described(
      'Meters that are installed, and those of them heard of within the last quarter of an hour.',
      z.object({
        installed: described('Meters that are installed.', count),
        heard: described('Of them, heard of.', count),
      }),
    ),
    database: described(
      'The one database of the installation.',
      z.object({
        bytes: described('Its size on its disk, bytes.', z.number()),
        connections: described(
          'Connections to the PostgreSQL server.',
          z.object({
            open: described('Open ones of everybody.', count),
            most: described('The most that it takes.', count),
          }),
        ),
        acknowledgedDisks: described(
          'On how many disks at least a reading lies when its board is told that it is stored: 0 where the database runs without fsync, 2 where it waits for a synchronous replica.',
          z.union([z.literal(0), z.literal(1), z.literal(2)]),
        ),
        synchronousCommit: described('synchronous_commit, as PostgreSQL has it.', z.string()),
        replicas: described('Streaming replicas.', z.array(replica)),
      }),
    ),
    readReplica: described(
      'The replica at which the process that answers reads what may be a moment old; null without one.',
      z.nullable(
        z.object({
          lagSeconds: described(
            'How old what it tells may be, s; null while that is not known.',
            z.nullable(seconds),
          ),
          isUsed: described('False while the primary is read in its place.', z.boolean()),
        }),
      ),
    ),
    work: described(
      'What is done by the clock or queued.',
      z.object({
        queues: described('By what it is and its state; what has none is left out.', z.array(work)),
        waitsSeconds: described('For how long the oldest waits that could be done now, s.', seconds),
      }),
    ),
    openAlerts: described(
      'Alerts to customers that are open, by severity.',
      z.object({
        urgent: described('Urgent ones.', count),
        serious: described('Serious ones.', count),
        notable: described('All others.', count),
      }),
    ),
    openDays: described(
      'UTC days up to today that stand as rows, until they are three days old and closed for every meter; four or five are usual.',
      z.object({
        count: described('How many.', count),
        oldest: described('The oldest of them, YYYY-MM-DD; null without any.', z.nullable(z.string())),
      }),
    ),
    process: described(
      'The process that answers; others of the installation have their own.',
      z.object({
        upSeconds: described('Since its start, s.', seconds),
        memoryBytes: described('Resident memory, bytes.', z.number()),
        eventLoopLagSeconds: described('How late it gets to its work, 99th percentile, s.', seconds),
        storeLagSeconds: described('Wait of the oldest reading of the newest batch, s.', seconds),
      }),
    ),
    certificateEndsAt: described(
      'Until when the certificate of TLS is valid; null without one.',
      z.nullable(answeredInstant),
    ),
  }),
});
