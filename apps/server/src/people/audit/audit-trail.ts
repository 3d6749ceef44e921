import type { AuditAction } from '@nascente/contract/base/audit-actions';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { EditGuardNeeds } from '../../platform/http/edit-guard.ts';
import { deviceName } from '../session/index.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditChainRepository } from './audit-chain.repository.ts';

/** What is kept in the audit trail: who did it, to whose account, from where. */
export interface NewAuditEvent {
  readonly action: AuditAction;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly device: { readonly address: string; readonly userAgent: string };
  /** Few and short: never a password, a token or a picture. */
  readonly detail?: Readonly<Record<string, string>>;
}

/** The longest time that an edit stays open. */
const LOOKED_BACK_MS = 7 * DAY_MS;

export interface AuditTrail {
  /** The account and instant of the last edit of a subject; null where the trail does not prove it. */
  readonly lastEdit: EditGuardNeeds['lastEdit'];
  /** Since when things made after a sign-in carry an instant: earlier than the sign-in where the clock was set back after it. */
  madeSince(accountId: string, signIn: Instant, within: Connection): Promise<Instant>;
  /** @param within the transaction of what is done, so that both are kept or neither. */
  record(event: NewAuditEvent, within?: Connection): Promise<void>;
  /**
   * What is said beside events about accounts that are removed; who did what, when and from where stays its six months, and the
   * chain stays whole.
   */
  eraseDetails(accountIds: readonly string[], within: Connection): Promise<void>;
}

export const createAuditTrail = (needs: { db: Connection; clock: () => Instant }): AuditTrail => {
  const { db, clock } = needs;
  return {
    lastEdit: (actions, about) =>
      createAuditRepository(db).lastOf(actions, about, instant(clock() - LOOKED_BACK_MS)),
    async madeSince(accountId, signIn, within) {
      const earliest = await createAuditRepository(within).earliestSince(accountId, signIn);
      return instant(Math.min(signIn, earliest?.getTime() ?? signIn));
    },
    async record({ device, detail = {}, ...event }, within = db) {
      const { address, userAgent } = device;
      const stored = { ...event, at: clock(), address, device: deviceName(userAgent), detail };
      await createAuditRepository(within).insert(stored);
    },
    eraseDetails: (accountIds, within) => createAuditChainRepository(within).eraseDetails(accountIds),
  };
};
