import { randomBytes } from 'node:crypto';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditChainRepository } from './audit-chain.repository.ts';
import { digestOf, hashOfLink } from './chain.ts';

const BATCH_SIZE = 2_000;
const SALT_BYTES = 16;

/** @returns whether there may be more. */
const chainSome = (db: Connection, at: Instant): Promise<boolean> =>
  db.transaction().execute(async (within) => {
    const chain = createAuditChainRepository(within);
    await chain.hold();
    const events = await chain.unchained(BATCH_SIZE);
    let before = await chain.head();
    const links = events.map((event) => {
      const salt = randomBytes(SALT_BYTES);
      const digest = digestOf(event.detail, salt);
      const number = before.number + 1;
      const previousHash = before.hash;
      before = { number, hash: hashOfLink(number, previousHash, event, digest) };
      return { id: event.id, ...before, previousHash, digest, salt };
    });
    if (links.length > 0) await chain.link(links, at);
    return events.length === BATCH_SIZE;
  });

/** More than clocks of several processes differ. */
const SET_BACK_MS = 5 * MINUTE_MS;

/** Events of a clock that was ahead would make all later ones look as if they had been put between them. */
const noteSetBack = async (db: Connection, now: Instant): Promise<void> => {
  const latest = await createAuditChainRepository(db).latestAt();
  if (latest === null || latest.getTime() - now < SET_BACK_MS) return;
  await createAuditRepository(db).insert({
    at: now,
    action: 'clock-set-back',
    actorId: null,
    subjectId: null,
    address: '',
    device: '',
    detail: { from: latest.toISOString(), to: new Date(now).toISOString() },
  });
};

/** Chains events committed since the last run. Recording an event waits for no lock; only this job is serial. */
export const chainEvents = async (needs: { db: Connection; clock: () => Instant }): Promise<void> => {
  const at = needs.clock();
  await noteSetBack(needs.db, at);
  while (await chainSome(needs.db, at));
};
