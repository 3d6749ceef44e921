import { Readable } from 'node:stream';
import type { ContentOf, QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type { AuditEvent, AuditFormat, readAuditTrail, verifyAudit } from '@nascente/contract/people/audit';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { csvText } from '../../platform/files/csv-text.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createAuditRepository, type StoredEvent } from './audit.repository.ts';
import type { ChainedEvent } from './audit-chain.repository.ts';
import { createAuditChainRepository } from './audit-chain.repository.ts';
import type { AuditTrail, NewAuditEvent } from './audit-trail.ts';
import { chainEvents } from './chain-events.ts';
import { type ChainReport, verifyChain } from './verify-chain.ts';

const BATCH_SIZE = 1_000;
const BYTE_ORDER_MARK = '\uFEFF';

/** An event as it leaves: everything that its hash covers, the hashes, and who its people are called now. */
const rowOf = (event: ChainedEvent) => ({
  number: event.number,
  previousHash: event.previousHash.toString('hex'),
  id: event.id,
  at: event.at.toISOString(),
  action: event.action,
  actorId: event.actorId,
  subjectId: event.subjectId,
  address: event.address,
  device: event.device,
  detailDigest: event.digest.toString('hex'),
  hash: event.hash.toString('hex'),
  detail: event.detail,
  detailSalt: event.salt?.toString('hex') ?? null,
  actorEmail: event.actorEmail,
  subjectEmail: event.subjectEmail,
});

type Row = ReturnType<typeof rowOf>;
const COLUMNS: readonly (keyof Row)[] = [
  'number',
  'previousHash',
  'id',
  'at',
  'action',
  'actorId',
  'subjectId',
  'address',
  'device',
  'detailDigest',
  'hash',
  'detail',
  'detailSalt',
  'actorEmail',
  'subjectEmail',
];

const cellOf = (value: Row[keyof Row]): string => {
  if (value === null) return '';
  return csvText(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

const LINES: Readonly<Record<AuditFormat, { head: string; line: (row: Row) => string }>> = {
  csv: {
    head: `${BYTE_ORDER_MARK}${COLUMNS.join(';')}\r\n`,
    line: (row) => `${COLUMNS.map((name) => cellOf(row[name])).join(';')}\r\n`,
  },
  jsonl: { head: '', line: (row) => `${JSON.stringify(row)}\n` },
};

/** The chain as a file, page by page: nothing is held in the database meanwhile. */
async function* auditFile(db: Connection, format: AuditFormat): AsyncGenerator<string> {
  const chain = createAuditChainRepository(db);
  const { head, line } = LINES[format];
  yield head;
  let page = await chain.after(0, BATCH_SIZE);
  while (page.length > 0) {
    yield page.map((event) => line(rowOf(event))).join('');
    page = await chain.after(page.at(-1)?.number ?? 0, BATCH_SIZE);
  }
}

/** Marco Civil da Internet, art. 15: access records are kept under secrecy for six months. */
const RETAINED_MS = 183 * DAY_MS;

export type AuditService = ReturnType<typeof createAuditService>;

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

const toVerification = (report: ChainReport): ContentOf<typeof verifyAudit> => {
  const { events, waiting, erased, first, head, problems, problemCount } = report;
  return {
    isIntact: problemCount === 0,
    events,
    waiting,
    erased,
    since: first?.at.toISOString() ?? null,
    head: head.number === 0 ? null : { number: head.number, hash: head.hash.toString('hex') },
    problems: problems.map(({ at, ...problem }) => ({ ...problem, at: at?.toISOString() ?? null })),
    problemCount,
  };
};

export const createAuditService = (needs: { db: Connection; trail: AuditTrail; clock: () => Instant }) => {
  const { db, trail, clock } = needs;
  const events = createAuditRepository(db);
  return {
    async read(
      caller: Caller,
      { action, account, before, limit }: QueryOf<typeof readAuditTrail>,
    ): Promise<ContentOf<typeof readAuditTrail>> {
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
    /** The whole trail as a file; that it was taken is in it from the next time on. */
    async open(caller: Caller, format: AuditFormat, device: NewAuditEvent['device']): Promise<Readable> {
      requirePermission(caller, 'see-audit-trail');
      const { accountId } = caller;
      const event = { action: 'audit-exported', actorId: accountId, subjectId: accountId, device } as const;
      await trail.record({ ...event, detail: { format } });
      return Readable.from(auditFile(db, format), { objectMode: false });
    },
    /** Whether it is whole. */
    async verify(caller: Caller): Promise<ContentOf<typeof verifyAudit>> {
      requirePermission(caller, 'see-audit-trail');
      return toVerification(await verifyChain(db));
    },
    async removeOld(): Promise<void> {
      await chainEvents(needs);
      await db.transaction().execute(async (within) => {
        const chain = createAuditChainRepository(within);
        await chain.hold();
        await chain.removeBefore(instant(clock() - RETAINED_MS));
      });
    },
  };
};
