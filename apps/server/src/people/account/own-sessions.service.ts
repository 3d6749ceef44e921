import type { OwnSession } from '@nascente/contract/people/account';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AuditTrail } from '../audit/index.ts';
import { type Device, deviceName, type OwnSessions } from '../session/index.ts';

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>;

export const createOwnSessionsService = (needs: { sessions: OwnSessions; audit: AuditTrail }) => {
  const { sessions, audit } = needs;

  const record = ({ accountId }: Caller, device: Device, ended: number): Promise<void> =>
    audit.record({
      action: 'sessions-ended',
      actorId: accountId,
      subjectId: accountId,
      device,
      detail: { sessions: String(ended) },
    });

  return {
    async list(caller: Caller): Promise<OwnSession[]> {
      requirePermission(caller, 'hold-session');
      const listed = await sessions.list(caller);
      return listed.map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        address: session.address,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        kept: session.isKept,
        current: session.isCurrent,
      }));
    },
    async end(caller: Caller, id: string, device: Device): Promise<void> {
      requirePermission(caller, 'hold-session');
      await sessions.end(caller, id);
      await record(caller, device, 1);
    },
    /** @returns how many ended. */
    async endOthers(caller: Caller, device: Device): Promise<number> {
      requirePermission(caller, 'hold-session');
      const ended = await sessions.endOthers(caller);
      if (ended > 0) await record(caller, device, ended);
      return ended;
    },
  };
};
