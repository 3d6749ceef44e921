import { Readable } from 'node:stream';
import type { ContentOf, QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import {
  type AuditEvent,
  type AuditFormat,
  exportAudit,
  readAuditTrail,
  verifyAudit,
} from '@nascente/contract/people/audit';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { csvText } from '../../platform/files/csv-text.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { Device } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SignInWitness } from '../session/index.ts';
import {
  type ChainedEvent,
  createAuditChainRepository,
  createAuditRepository,
  type StoredEvent,
} from './audit.repository.ts';
import { type ChainReport, chainEvents, verifyChain } from './audit-chain.ts';
import { type AuditTrail, createAuditTrail } from './audit-trail.ts';

export { type ChainReport, verifyChain } from './audit-chain.ts';
export { type AuditActor, type AuditTrail, createAuditTrail, type NewAuditEvent } from './audit-trail.ts';

const BATCH_SIZE = 1_000;
const BYTE_ORDER_MARK = '\uFEFF';

/** An exported event: the hashed fields, the hashes, and the current e-mails of its accounts. */
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

/** Yields the chain as file text, page by page, without holding a transaction. */
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

const createAuditService = (needs: { db: Connection; trail: AuditTrail; clock: () => Instant }) => {
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
    /** Exports all linked events as a file. The event of this export is linked later, and appears in the next file. */
    async open(caller: Actor, format: AuditFormat): Promise<Readable> {
      requirePermission(caller, 'see-audit-trail');
      const { accountId } = caller;
      const event = { action: 'audit-exported', by: caller, subjectId: accountId } as const;
      await trail.record({ ...event, detail: { format } });
      return Readable.from(auditFile(db, format), { objectMode: false });
    },
    /** Verifies the hash chain of the trail. */
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

/** Masks an unknown e-mail, which may be a password in the wrong field, so that only a pattern remains. */
const masked = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  return domain === '' ? `${name.slice(0, 2)}***` : `${name.slice(0, 2)}***@${domain.slice(0, 2)}***`;
};

const triedBy = (accountId: string | null, email: string, device: Device) => ({
  actorId: null,
  subjectId: accountId,
  device,
  detail: accountId === null ? { email: masked(email) } : {},
});

/** Records sign-ins, failed attempts, and pauses after too many attempts. */
export const createSignInWitness = (audit: AuditTrail): SignInWitness => ({
  signedIn: (accountId, device) =>
    audit.record({ action: 'signed-in', actorId: accountId, subjectId: accountId, device }),
  unusual: (accountId, device) =>
    audit.record({ action: 'sign-in-unusual', actorId: accountId, subjectId: accountId, device }),
  failed: (...tried) => audit.record({ action: 'sign-in-failed', ...triedBy(...tried) }),
  paused: (...tried) => audit.record({ action: 'sign-in-paused', ...triedBy(...tried) }),
});

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

const EVERY_MINUTE = '* * * * *';
/** Daily at 06:40 UTC. */
const REMOVAL_TIME = '40 6 * * *';

export const createAuditFeature = (needs: Pick<Platform, 'clock' | 'db' | 'jobs'>) => {
  const { db, jobs, clock } = needs;
  const trail = createAuditTrail({ db, clock });
  const service = createAuditService({ db, trail, clock });
  const chain = () => chainEvents({ db, clock });
  jobs.schedule('audit-chain', EVERY_MINUTE, chain);
  jobs.schedule('audit-retention', REMOVAL_TIME, service.removeOld);
  return {
    trail,
    /** For the session feature. */
    witness: createSignInWitness(trail),
    /** For the recovery feature. */
    passwordChanged: (accountId: string, device: Device, within: Connection) =>
      trail.record({ action: 'password-changed', actorId: accountId, subjectId: accountId, device }, within),
    /** For the recovery feature: records a sign-in that its owner denied. */
    signInDenied: (accountId: string, device: Device, within: Connection) =>
      trail.record({ action: 'sign-in-denied', actorId: accountId, subjectId: accountId, device }, within),
    /** Chains recent events; a job runs it every minute. */
    chain,
    /** Removes events older than six months. */
    removeOld: service.removeOld,
    register(app: CallBinder): void {
      bindCall(app, readAuditTrail, ({ caller, query }) => service.read(caller, query));
      bindCall(app, exportAudit, async ({ caller, query: { format } }) => {
        const stream = await service.open(caller, format);
        return new StreamedAnswer(stream, {
          contentType: CONTENT_TYPES[format],
          name: `auditoria.${format}`,
        });
      });
      bindCall(app, verifyAudit, ({ caller }) => service.verify(caller));
    },
  };
};
