import { readStatus, type ServerPart } from '@nascente/contract/operations/status';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createInstallationFacts } from './installation-facts.repository.ts';
import { measureInstallation } from './measure-installation.ts';
import { createStatusService, type Status, type StatusService } from './status.service.ts';

const bindStatus = (app: CallBinder, service: StatusService): void => {
  bindCall(app, readStatus, async ({ caller }) => ({ ok: true, ...(await service.read(caller)) }));
};

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
  certificateEndsAt: () => number | null;
  clock: () => Instant;
}) => {
  const { registry, clock } = needs;
  const readFacts = createInstallationFacts(needs.pool);
  if (needs.isMeasured) measureInstallation(registry, readFacts, clock);
  const service = createStatusService({
    readFacts,
    readParts: needs.askParts,
    readProcess: async () => ({
      upSeconds: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
      eventLoopLagSeconds: await lagOf(registry),
      storeLagSeconds: needs.storeLagMs() / 1_000,
    }),
    readReplica: needs.readingState,
    certificateEndsAt: needs.certificateEndsAt,
    clock,
  });
  return { register: (app: CallBinder): void => bindStatus(app, service) };
};
