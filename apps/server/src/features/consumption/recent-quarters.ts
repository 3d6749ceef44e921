import type { QuarterRun } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import { askedTogether } from '../../platform/memory/asked-together.ts';
import { createRemembered } from '../../platform/memory/remembered.ts';
import { recentSince } from './closed-after.ts';
import { endOf, joined } from './quarter-runs.ts';
import type { RecentQuartersRepository, RecentRead } from './recent-quarters.repository.ts';

/** Ten minutes more than what may be written without being noted: longer than any writing takes. */
const KEPT_AFTER_MS = 30 * MINUTE_MS;
/** A quarter-hour takes up to 41 bytes, mostly some 20: the recent days of five thousand meters. */
const QUARTERS_KEPT = 1_000_000;

export interface RecentQuarters {
  /** Of each installation, in their order, what it measured since whatever civil day it was when the open days began, in runs. */
  read(installationIds: readonly number[]): Promise<readonly (readonly QuarterRun[])[]>;
}

/** Less than notes are kept for (`passed-changes`): of what was written since then there is one. */
const LONGEST_UNASKED_MS = 45 * MINUTE_MS;

/** Quarter-hours that have passed, and what the database said when they were read. */
interface Passed {
  readonly stamp: string;
  readonly run: QuarterRun;
  /** When the database last said the same. */
  askedAt: number;
}

/**
 * What has passed of the recent days is read once, and again when anything was written into it: of hundreds of meters most
 * of a day is the same as a minute before.
 */
export const createRecentQuarters = (
  repository: RecentQuartersRepository,
  clock: () => Instant,
  /** Milliseconds on a clock that only goes forward. */
  elapsed: () => number = () => performance.now(),
): RecentQuarters => {
  const memory = createRemembered<Passed>(QUARTERS_KEPT, ({ run }) => run.length);
  const recall = (id: number, day: string, asOf: number): Passed | null => {
    const known = memory.recall(String(id), day);
    return known !== null && asOf - known.askedAt <= LONGEST_UNASKED_MS ? known : null;
  };

  return {
    read: askedTogether(async (installationIds) => {
      const now = clock();
      const since = recentSince(now);
      const until = instant(now + DAY_MS);
      const day = String(since);
      const askedAt = elapsed();
      const known = installationIds.map((id) => recall(id, day, askedAt));
      const recent = await repository.read(
        installationIds.map((installationId, place) => {
          const passed = known[place];
          return { installationId, since: passed ? endOf(passed.run) : since };
        }),
        until,
      );
      const changed = [...known.keys()].filter((place) => {
        const passed = known[place];
        if (!passed || passed.stamp !== recent[place]?.stamp) return passed;
        passed.askedAt = askedAt;
        return false;
      });
      const again = await repository.read(
        changed.map((place) => ({ installationId: installationIds[place] as number, since })),
        until,
      );
      const anew = new Map(changed.map((place, index) => [place, again[index] as RecentRead]));

      return installationIds.map((id, place) => {
        const read = anew.get(place) ?? (recent[place] as RecentRead);
        const before = anew.has(place) ? null : (known[place]?.run ?? null);
        const runs = before === null ? [read.run] : [before, read.run];
        const passedAt = Math.floor((Math.min(now, read.readAt) - KEPT_AFTER_MS) / QUARTER_MS) * QUARTER_MS;
        const length = (passedAt - since) / QUARTER_MS;
        if (length > (before?.length ?? 0))
          memory.keep(String(id), day, { stamp: read.stamp, run: joined(runs, since, length), askedAt });
        return runs;
      });
    }),
  };
};
