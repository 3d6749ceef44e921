import type { Connecting } from '@nascente/contract/telemetry/connecting';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { REFUSAL_EXPLANATIONS } from '@nascente/domain/telemetry/frames/refusal';
import { topicFor } from '@nascente/domain/telemetry/frames/topic';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { ConnectingRepository } from './connections.repository.ts';

export type BoardPorts = Connecting['ports'];

export type ConnectingService = ReturnType<typeof createConnectingService>;

const explanationOf = (reason: string): string =>
  (REFUSAL_EXPLANATIONS as Readonly<Record<string, string>>)[reason] ?? reason;

/** Messages rejected before the board's present installation belong to its former owner. */
export const createConnectingService = (needs: {
  repository: ConnectingRepository;
  directory: Pick<MeterDirectory, 'findVisible'>;
  ports: BoardPorts;
}) => {
  const { repository, directory, ports } = needs;
  return {
    async read(caller: Caller, requested: Mac): Promise<Connecting> {
      requirePermission(caller, 'see-own-meters');
      const { mac, equipment, installationId, installedAt } = await directory.findVisible(caller, requested);
      const [refused, isMeasured, adapterTopic] = await Promise.all([
        repository.newestRefusal(mac, new Date(installedAt)),
        repository.isMeasured(installationId),
        repository.adapterTopic(mac),
      ]);
      const lastRefusal = refused && {
        at: refused.receivedAt.toISOString(),
        reason: refused.reason,
        explanation: explanationOf(refused.reason),
      };
      return { ports, topic: adapterTopic ?? topicFor(mac, equipment), lastRefusal, isMeasured };
    },
  };
};
