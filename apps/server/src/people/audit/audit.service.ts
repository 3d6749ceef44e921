import { Readable } from 'node:stream';
import type { AnswerOf, QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type {
  AuditEvent,
  AuditFormat,
  AuditVerification,
  readAuditTrail,
} from '@nascente/contract/people/audit';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createAuditRepository, type StoredEvent } from './audit.repository.ts';
import { createAuditChainRepository } from './audit-chain.repository.ts';
import { auditFile } from './audit-file.ts';
import type { AuditTrail, NewAuditEvent } from './audit-trail.ts';
import { chainEvents } from './chain-events.ts';
import { type ChainReport, verifyChain } from './verify-chain.ts';

/** Marco Civil da Internet, art. 15: access records are kept under secrecy for six months. */
const KEPT_MS = 183 * DAY_MS;

export interface AuditService {
  read(
    caller: Caller,
    query: QueryOf<typeof readAuditTrail>,
  ): Promise<Omit<AnswerOf<typeof readAuditTrail>, 'ok'>>;
  /** The whole trail as a file; that it was taken is in it from the next time on. */
  open(caller: Caller, format: AuditFormat, device: NewAuditEvent['device']): Promise<Readable>;
  /** Whether it is whole. */
  verify(caller: Caller): Promise<Omit<AuditVerification, 'ok'>>;
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

const toVerification = (report: ChainReport): Omit<AuditVerification, 'ok'> => {
  const { events, waiting, erased, first, head, problems, problemCount } = report;
  return {
    isWhole: problemCount === 0,
    events,
    waiting,
    erased,
    since: first?.at.toISOString() ?? null,
    head: head.number === 0 ? null : { number: head.number, hash: head.hash.toString('hex') },
    problems: problems.map(({ at, ...problem }) => ({ ...problem, at: at?.toISOString() ?? null })),
    problemCount,
  };
};

export const createAuditService = (needs: {
  db: Connection;
  trail: AuditTrail;
  clock: () => Instant;
}): AuditService => {
  const { db, trail, clock } = needs;
  const events = createAuditRepository(db);
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
    async open(caller, format, device) {
      requirePermission(caller, 'see-audit-trail');
      const { accountId } = caller;
      const event = { action: 'audit-exported', actorId: accountId, subjectId: accountId, device } as const;
      await trail.record({ ...event, detail: { format } });
      return Readable.from(auditFile(db, format), { objectMode: false });
    },
    async verify(caller) {
      requirePermission(caller, 'see-audit-trail');
      return toVerification(await verifyChain(db));
    },
    async removeOld() {
      await chainEvents(needs);
      await db.transaction().execute(async (within) => {
        const chain = createAuditChainRepository(within);
        await chain.hold();
        await chain.removeBefore(instant(clock() - KEPT_MS));
      });
    },
  };
};
