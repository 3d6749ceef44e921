import type { AuditAction } from '@nascente/contract/base/audit-actions';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { type Device, deviceName } from '../../platform/http/device.ts';
import type { EditGuardNeeds } from '../../platform/http/edit-guard.ts';
import { createAuditChainRepository, createAuditRepository } from './audit.repository.ts';

/** An authenticated caller, or an account and a device; `actorId` is `null` if no account acts. */
export type AuditActor =
  | { readonly by: Pick<Actor, 'accountId' | 'device'> }
  | { readonly actorId: string | null; readonly device: Pick<Device, 'address' | 'userAgent'> };

/** A new audit event, about the account `subjectId`. */
export type NewAuditEvent = AuditActor & {
  readonly action: AuditAction;
  readonly subjectId: string | null;
  /** Few and short: never a password, a token or a picture. */
  readonly detail?: Readonly<Record<string, string>>;
};

/** Maximum age of the events that `lastEdit` considers. No form is expected to stay open longer. */
const LOOKED_BACK_MS = 7 * DAY_MS;

export type AuditTrail = ReturnType<typeof createAuditTrail>;

export const createAuditTrail = (needs: { db: Connection; clock: () => Instant }) => {
  const { db, clock } = needs;
  /** The account and time of the last edit of a subject; `null`: no such event in the last seven days. */
  const lastEdit: EditGuardNeeds['lastEdit'] = (actions, about) =>
    createAuditRepository(db).lastOf(actions, about, instant(clock() - LOOKED_BACK_MS));
  return {
    lastEdit,
    /**
     * The earliest creation time of objects made after a sign-in. It is earlier than the sign-in if the clock was set back since.
     */
    async madeSince(accountId: string, signIn: Instant, within: Connection): Promise<Instant> {
      const earliest = await createAuditRepository(within).earliestSince(accountId, signIn);
      return instant(Math.min(signIn, earliest?.getTime() ?? signIn));
    },
    /** @param within the transaction of the change, so that both are stored or neither. */
    async record({ action, subjectId, detail = {}, ...actor }: NewAuditEvent, within = db) {
      const { actorId, device } =
        'by' in actor ? { actorId: actor.by.accountId, device: actor.by.device } : actor;
      const { address, userAgent } = device;
      const event = { action, actorId, subjectId, address, device: deviceName(userAgent), detail };
      await createAuditRepository(within).insert({ ...event, at: clock() });
    },
    /** Erases the details of events about removed accounts. The events stay for six months, and the chain stays whole. */
    eraseDetails: (accountIds: readonly string[], within: Connection) =>
      createAuditChainRepository(within).eraseDetails(accountIds),
  };
};
