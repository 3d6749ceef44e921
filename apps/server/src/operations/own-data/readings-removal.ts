import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { WorkQueue } from '../../platform/jobs/work-queue.ts';
import type { ReadingsRemovalRepository } from './readings-removal.repository.ts';

/** Installations whose readings belong to nobody any more. */
export interface LeftReadings {
  readonly installationIds: readonly number[];
}

const PERSISTENCE = {
  attempts: 20,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3_600,
  lookEverySeconds: 60,
} as const;

/** A day at a time, or some thousand values, so that no statement holds much; again while something comes, since a frame may be on its way. */
const removeReadingsOf = async (readings: ReadingsRemovalRepository, id: number): Promise<void> => {
  let removed = await readings.removeTotals(id);
  for (let some = 1; some > 0; removed += some) some = await readings.removeRegisters(id);
  const days = await readings.daysOf(id);
  if (days !== null) {
    for (let day = days.first.getTime(); day <= days.last.getTime(); day += DAY_MS)
      removed += await readings.removeReadings(id, new Date(day), new Date(day + DAY_MS));
  }
  if (removed > 0) await removeReadingsOf(readings, id);
};

/** Removes readings in the background: an account may have more of them than a request has time. */
export const createReadingsRemoval = (needs: {
  jobs: Pick<JobRunner, 'queue'>;
  readings: ReadingsRemovalRepository;
}): WorkQueue<LeftReadings> =>
  needs.jobs.queue<LeftReadings>({
    name: 'remove-readings',
    persistence: PERSISTENCE,
    work: async ({ payload }) => {
      for (const id of (payload as LeftReadings).installationIds) await removeReadingsOf(needs.readings, id);
    },
  });
