import type { AuditEvent, readAuditTrail } from '@nascente/contract/audit';
import type { AnswerOf, QueryOf } from '@nascente/contract/call';
import { isId } from '@nascente/contract/conventions';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AuditRepository, StoredEvent } from './audit.repository.ts';

/** Marco Civil da Internet, art. 15: access records are kept under secrecy for six months. */
const KEPT_MS = 183 * DAY_MS;

export interface AuditService {
  read(
    caller: Caller,
    query: QueryOf<typeof readAuditTrail>,
  ): Promise<Omit<AnswerOf<typeof readAuditTrail>, 'ok'>>;
  removeOld(): Promise<void>;
}

const somebody = (id: string | null, email: string | null) => (id === null ? null : { _id: id, email });

const toEvent = (event: StoredEvent): AuditEvent => ({
  id: String(event.id),
  at: event.at.toISOString(),
  action: event.action,
  actor: somebody(event.actorId, event.actorEmail),
  subject: somebody(event.subjectId, event.subjectEmail),
  address: event.address,
  device: event.device,
  detail: event.detail,
});

export const createAuditService = (needs: {
  events: AuditRepository;
  clock: () => Instant;
}): AuditService => {
  const { events, clock } = needs;
  return {
    async read(caller, { action, account, before, limit }) {
      requirePermission(caller, 'see-audit-trail');
      if (account !== undefined && !isId(account)) return { events: [], next: null };
      const found = await events.list({
        action: action ?? null,
        accountId: account ?? null,
        before: before === undefined ? null : Number(before),
        limit: limit + 1,
      });
      const shown = found.slice(0, limit);
      const next = found.length > limit ? String(shown.at(-1)?.id) : null;
      return { events: shown.map(toEvent), next };
    },
    removeOld: () => events.removeBefore(instant(clock() - KEPT_MS)),
  };
};
