import { createHash } from 'node:crypto';
import { type Instant, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Connection } from '../database/open-database.ts';
import { LimitReached } from '../errors.ts';
import { createCountedUsesRepository } from './limits.repository.ts';
import { waitText } from './throttle.ts';

/** Maximum stored rows, enough for an attack from a hundred thousand addresses; less than 50 MB. */
const MAX_STORED = 200_000;

/** A limit of uses by one person or address. */
export type Quota = ReturnType<typeof createQuota>;

type Purpose =
  | 'picture'
  | 'sign-up'
  | 'feedback'
  | 'client-email'
  | 'acceptance'
  | 'lookup'
  | 'recovery'
  | 'confirmation'
  | 'webhook-test'
  | 'passkey'
  | 'passkey-entry'
  | 'single-sign-on'
  | 'shared-link'
  | 'missed-link';

/**
 * At most `max` uses of a key within `windowMs` of the first, counted in the database, so that neither a restart nor another
 * server grants more. @param needs.purpose - separates counts of the same key
 */
export const createQuota = (needs: {
  db: Connection;
  clock: () => Instant;
  purpose: Purpose;
  max: number;
  windowMs: number;
}) => {
  const { db, clock, purpose, max, windowMs } = needs;
  const uses = createCountedUsesRepository(db);
  return {
    /** Counts a use. Throws LimitReached with the seconds to wait. */
    async use(by: string): Promise<void> {
      const now = clock();
      // Only a hash is stored, so that addresses of users are not retained.
      const key = createHash('sha256').update(`${purpose} ${by}`).digest();
      const fullUntil = await uses.use({ key, max, endsAt: instant(now + windowMs) }, now);
      if (fullUntil === null) return;
      const seconds = Math.ceil((fullUntil - now) / SECOND_MS);
      throw new LimitReached(`Muitos pedidos. Tente novamente em ${waitText(seconds)}.`, seconds);
    },
  };
};

/** Removes expired uses; a job calls it. */
export const forgetOldUses = (needs: { db: Connection; clock: () => Instant }): Promise<void> =>
  createCountedUsesRepository(needs.db).removeOld(needs.clock(), MAX_STORED);
