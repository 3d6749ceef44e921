import type { QuarterRun } from '@nascente/domain/consumption/quarter-days';
import { type Instant, SECOND_MS } from '@nascente/domain/time/zone';

/** Of fewer installations the question takes as long as any other. */
const MANY = 60;
/** A screen asks several questions about the same place at once. */
const LATEST_MS = SECOND_MS;
/** Some hundred bytes each, beside what recent quarter-hours keep. */
const INSTALLATIONS_KEPT = 10_000;

type Runs = readonly QuarterRun[];

interface Latest {
  readonly runs: Runs;
  readonly since: Instant;
  readonly version: number;
  readonly at: number;
}

/** What many installations had measured within the last second. */
export interface LatestRuns {
  /** Of one of them, the same object while it holds; null: not read, of something else, or longer ago. */
  recall(installationId: number, since: Instant, version: number): Runs | null;
  keep(installationId: number, since: Instant, version: number, runs: Runs): void;
}

const NOTHING: LatestRuns = { recall: () => null, keep: () => undefined };

/**
 * Of many installations what came within the last second may be told a second later: of one or of a few it never is.
 *
 * @param elapsed - milliseconds on a clock that only goes forward
 */
export const createLatestRuns = (elapsed: () => number): ((installations: number) => LatestRuns) => {
  const kept = new Map<number, Latest>();
  const ofMany: LatestRuns = {
    recall(installationId, since, version) {
      const latest = kept.get(installationId);
      const holds =
        latest?.since === since && latest.version === version && elapsed() - latest.at <= LATEST_MS;
      return holds ? latest.runs : null;
    },
    keep(installationId, since, version, runs) {
      // All that is forgotten is read again, which after a second it is anyway.
      if (kept.size >= INSTALLATIONS_KEPT) kept.clear();
      kept.set(installationId, { runs, since, version, at: elapsed() });
    },
  };
  return (installations) => (installations > MANY ? ofMany : NOTHING);
};
