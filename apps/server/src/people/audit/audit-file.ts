import type { AuditFormat } from '@nascente/contract/people/audit';
import type { Connection } from '../../platform/database/open-database.ts';
import { csvText } from '../../platform/files/csv-text.ts';
import { type ChainedEvent, createAuditChainRepository } from './audit-chain.repository.ts';

const AT_ONCE = 1_000;
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
export async function* auditFile(db: Connection, format: AuditFormat): AsyncGenerator<string> {
  const chain = createAuditChainRepository(db);
  const { head, line } = LINES[format];
  yield head;
  let page = await chain.after(0, AT_ONCE);
  while (page.length > 0) {
    yield page.map((event) => line(rowOf(event))).join('');
    page = await chain.after(page.at(-1)?.number ?? 0, AT_ONCE);
  }
}
