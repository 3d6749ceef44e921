import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Connection } from '../database/open-database.ts';
import { createQuota } from './quota.ts';
import { subscriberOf } from './subscriber.ts';

/** Counts invalid keys of links of all kinds by client address. */
export interface MissedLinks {
  count(address: string): Promise<void>;
}

export const createMissedLinks = ({ db, clock }: { db: Connection; clock: () => Instant }): MissedLinks => {
  const quota = createQuota({ db, clock, purpose: 'missed-link', max: 30, windowMs: 10 * MINUTE_MS });
  return { count: (address) => quota.use(subscriberOf(address)) };
};
