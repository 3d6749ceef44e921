import type { AnswerOf } from '@nascente/contract/base/call';
import type { readStatus, ServerPart } from '@nascente/contract/operations/status';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { ReadInstallationFacts } from './installation-facts.repository.ts';

export type Status = Omit<AnswerOf<typeof readStatus>, 'ok'>;

interface StatusNeeds {
  readonly readFacts: ReadInstallationFacts;
  readonly readParts: () => Promise<readonly { readonly name: ServerPart; readonly ready: boolean }[]>;
  readonly readProcess: () => Promise<Status['process']>;
  readonly readReplica: () => Status['readReplica'];
  /** Milliseconds since 1970; null: no TLS. */
  readonly certificateEndsAt: () => number | null;
  readonly clock: () => Instant;
}

export type StatusService = ReturnType<typeof createStatusService>;

export const createStatusService = (needs: StatusNeeds) => ({
  /** Returns the status of the installation. Throws NotAllowed without the permission 'see-status'. */
  async read(caller: Caller): Promise<Status> {
    requirePermission(caller, 'see-status');
    const now = needs.clock();
    const [facts, parts] = [await needs.readFacts(now), await needs.readParts()];
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
      readReplica: needs.readReplica(),
      process: await needs.readProcess(),
      certificateEndsAt: certificateEndsAt === null ? null : new Date(certificateEndsAt).toISOString(),
    };
  },
});
