import { SECOND_MS } from '@nascente/domain/time/zone';
import { createRemembered } from '../../platform/memory/remembered.ts';
import type { RecentRead } from './recent-quarters.repository.ts';

/** Of fewer installations the question takes as long as any other. */
const MANY = 60;
/** A screen asks several questions about the same place at once. */
const LATEST_MS = SECOND_MS;
const READS_KEPT = 10_000;

interface Latest {
  readonly read: RecentRead;
  readonly at: number;
}

/** What was read of many installations within the last second. */
export interface LatestReads {
  /** Null: not read, by other things than this, or longer ago. */
  recall(installationId: number, madeFrom: string): RecentRead | null;
  keep(installationId: number, madeFrom: string, read: RecentRead): void;
}

const NOTHING: LatestReads = { recall: () => null, keep: () => undefined };

/**
 * Of many installations what came within the last second may be told a second later: of one or of a few it never is.
 *
 * @param elapsed - milliseconds on a clock that only goes forward
 */
export const createLatestReads = (elapsed: () => number): ((installations: number) => LatestReads) => {
  const kept = createRemembered<Latest>(READS_KEPT);
  const latest: LatestReads = {
    recall(installationId, madeFrom) {
      const known = kept.recall(String(installationId), madeFrom);
      return known !== null && elapsed() - known.at <= LATEST_MS ? known.read : null;
    },
    keep(installationId, madeFrom, read) {
      kept.keep(String(installationId), madeFrom, { read, at: elapsed() });
    },
  };
  return (installations) => (installations > MANY ? latest : NOTHING);
};
