import type { AuditAction } from '@nascente/contract/audit';
import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { createAuditRepository } from './audit.repository.ts';
import { deviceName } from './device-name.ts';

/** Something worth keeping: who did it, to whose account, from where. */
export interface Deed {
  readonly action: AuditAction;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly device: { readonly address: string; readonly userAgent: string };
  /** Few and short: never a password, a token or a picture. */
  readonly detail?: Readonly<Record<string, string>>;
}

export interface AuditTrail {
  /** @param within the transaction of the deed itself, so that both are kept or neither. */
  record(deed: Deed, within?: Connection): Promise<void>;
}

export const createAuditTrail = (needs: { db: Connection; clock: () => Instant }): AuditTrail => {
  const { db, clock } = needs;
  return {
    async record({ device, detail = {}, ...deed }, within = db) {
      const { address, userAgent } = device;
      const event = { ...deed, at: clock(), address, device: deviceName(userAgent), detail };
      await createAuditRepository(within).insert(event);
    },
  };
};
