import type { QuarterRun } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import { askedTogether } from '../../platform/memory/asked-together.ts';
import { createRemembered } from '../../platform/memory/remembered.ts';
import { recentSince } from '../series/index.ts';
import { endOf, joined } from './quarter-runs.ts';
import type { RecentQuartersRepository, RecentRead } from './recent-quarters.repository.ts';

/** Ten minutes more than what may be written without being noted: longer than any writing takes. */
const KEPT_AFTER_MS = 30 * MINUTE_MS;
/** A quarter-hour takes up to 41 bytes, mostly some 20: the recent days of five thousand meters. */
const QUARTERS_KEPT = 1_000_000;

type Runs = readonly QuarterRun[];

export interface RecentQuarters {
  /** Of each installation, in their order, what it measured since whatever civil day it was when the open days began, in runs. */
  read(installationIds: readonly number[]): Promise<readonly (readonly QuarterRun[])[]>;
}

/**
 * What has passed of the recent days is read once, and again when anything was written into it: of hundreds of meters most
 * of a day is the same as a minute before.
 */
export const createRecentQuarters = (needs: {
  quarters: RecentQuartersRepository;
  changes: Pick<ChangeLog, 'ask' | 'of'>;
  clock: () => Instant;
}): RecentQuarters => {
  const { quarters, changes, clock } = needs;
  const memory = createRemembered<QuarterRun>(QUARTERS_KEPT, ({ length }) => length);
  const versionOf = (installationId: number) => changes.of('passed', installationId);

  const read = async (installationIds: readonly number[], since: Instant, now: Instant): Promise<Runs[]> => {
    const until = instant(now + DAY_MS);
    const ask = (ids: readonly number[], sinceOf: (id: number) => Instant) =>
      quarters.read(
        ids.map((installationId) => ({ installationId, since: sinceOf(installationId) })),
        until,
      );

    const versions = new Map(installationIds.map((id) => [id, versionOf(id)]));
    const passed = new Map<number, QuarterRun>();
    for (const id of installationIds) {
      const known = memory.recall(String(id), `${since} ${versions.get(id)}`);
      if (known !== null) passed.set(id, known);
    }
    const sinceOf = (id: number): Instant => {
      const known = passed.get(id);
      return known === undefined ? since : endOf(known);
    };
    // Asked at once: what turns out to have changed meanwhile is read anew.
    const [found] = await Promise.all([ask(installationIds, sinceOf), changes.ask()]);
    const reads = new Map(installationIds.map((id, index) => [id, found[index] as RecentRead]));
    const changed = installationIds.filter((id) => passed.has(id) && versionOf(id) !== versions.get(id));
    for (const id of changed) {
      passed.delete(id);
      versions.set(id, versionOf(id));
    }
    const again = await ask(changed, () => since);
    for (const [index, id] of changed.entries()) reads.set(id, again[index] as RecentRead);

    return installationIds.map((id) => {
      const { readAt, run } = reads.get(id) as RecentRead;
      const before = passed.get(id);
      const runs = before === undefined ? [run] : [before, run];
      const passedAt = Math.floor((Math.min(now, readAt) - KEPT_AFTER_MS) / QUARTER_MS) * QUARTER_MS;
      const length = (passedAt - since) / QUARTER_MS;
      if (length > (before?.length ?? 0))
        memory.keep(String(id), `${since} ${versions.get(id)}`, joined(runs, since, length));
      return runs;
    });
  };

  return {
    read: askedTogether((installationIds) => {
      const now = clock();
      return read(installationIds, recentSince(now), now);
    }),
  };
};
