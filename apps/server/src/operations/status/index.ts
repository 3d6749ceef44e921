import type { ContentOf } from '@nascente/contract/base/call';
import { readStatus, type ServerPart } from '@nascente/contract/operations/status';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createInstallationFacts } from './installation-facts.repository.ts';
import { measureInstallation } from './measure-installation.ts';

type Status = ContentOf<typeof readStatus>;

const LAG = 'nascente_nodejs_eventloop_lag_p99_seconds';

const lagOf = async (registry: Registry): Promise<number> =>
  (await registry.getSingleMetric(LAG)?.get())?.values[0]?.value ?? 0;

/** How the installation is doing: for an Admin as a call, and where `isMeasured` for Prometheus. */
export const createStatusFeature = (needs: {
  pool: Pool;
  registry: Registry;
  isMeasured: boolean;
  askParts: () => Promise<readonly { readonly name: ServerPart; readonly ready: boolean }[]>;
  /** Of the replica that this process reads; null without one. */
  readingState: () => Status['readReplica'];
  storeLagMs: () => number;
  /** Milliseconds since 1970; null: no TLS. */
  certificateEndsAt: () => number | null;
  clock: () => Instant;
}) => {
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
