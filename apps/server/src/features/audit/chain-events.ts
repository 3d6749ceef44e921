import { randomBytes } from 'node:crypto';
import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { createAuditChainRepository } from './audit-chain.repository.ts';
import { digestOf, hashOfLink } from './chain.ts';

const AT_ONCE = 2_000;
const SALT_BYTES = 16;

/** @returns whether there may be more. */
const chainSome = (db: Connection, at: Instant): Promise<boolean> =>
  db.transaction().execute(async (within) => {
    const chain = createAuditChainRepository(within);
    await chain.hold();
    const events = await chain.unchained(AT_ONCE);
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
    return events.length === AT_ONCE;
  });

/**
 * Links what was committed since the last time. Whoever records an event waits for nobody: only here one comes after
 * the other.
 */
export const chainEvents = async (needs: { db: Connection; clock: () => Instant }): Promise<void> => {
  const at = needs.clock();
  while (await chainSome(needs.db, at));
};
