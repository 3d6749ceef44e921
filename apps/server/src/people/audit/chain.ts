import { createHash } from 'node:crypto';
import type { AuditAction } from '@nascente/contract/base/audit-actions';

/** The hash before the first event. */
export const NO_HASH = Buffer.alloc(32);

export interface Link {
  readonly number: number;
  readonly hash: Buffer;
}

/** The hashed fields of an event; its detail is covered by a digest. */
export interface CoveredEvent {
  readonly id: number;
  readonly at: Date;
  readonly action: AuditAction;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly address: string;
  readonly device: string;
}

export type Detail = Readonly<Record<string, string>>;

/** Salted hash: after the detail and the salt are deleted, the detail cannot be guessed. */
export const digestOf = (detail: Detail, salt: Buffer): Buffer => {
  const entries = Object.entries(detail).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(salt).update(JSON.stringify(entries)).digest();
};

/** SHA-256 of a JSON array: number, previous hash, id, time, action, actor, subject, address, device, digest of the detail. */
export const hashOfLink = (number: number, previous: Buffer, event: CoveredEvent, digest: Buffer): Buffer => {
  const { id, at, action, actorId, subjectId, address, device } = event;
  const about = [id, at.toISOString(), action, actorId, subjectId, address, device];
  const covered = [number, previous.toString('hex'), ...about, digest.toString('hex')];
  return createHash('sha256').update(JSON.stringify(covered)).digest();
};
