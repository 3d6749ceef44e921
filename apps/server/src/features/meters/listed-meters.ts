import type { Instant } from '@nascente/domain/time/zone';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import { createRememberedRows } from '../../platform/database/remembered-rows.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { ListedMetersRepository } from './listed-meters.repository.ts';
import type { ListedMeter, MeterState } from './meter.ts';
import type { Viewer } from './visibility.ts';

/** About three kilobytes each, with what is written of them and of their list. */
const MOST_REMEMBERED = 10_000;

export interface ListedMeters {
  /** By name of place and meter. What has not changed is the same object as the last time: each meter, and the list. */
  list(viewer: Viewer): Promise<readonly ListedMeter[]>;
  /** With how each is doing, in their order; undefined: it was never heard. */
  listWithStates(
    viewer: Viewer,
    now: Instant,
  ): Promise<{
    readonly meters: readonly ListedMeter[];
    readonly states: readonly (MeterState | undefined)[];
  }>;
}

export const createListedMeters = (
  meters: ListedMetersRepository,
  changes: Pick<ChangeLog, 'ask' | 'structure'>,
  most: number = MOST_REMEMBERED,
): ListedMeters => {
  const recall = createRememberedRows<number, ListedMeter>(most);
  const whileUnchanged = createWhileUnchanged<readonly ListedMeter[]>(
    changes,
    most,
    ({ length }) => length + 1,
  );
  const list: ListedMeters['list'] = (viewer) =>
    whileUnchanged(`${viewer.accountId} ${viewer.scope}`, async () => {
      const found = await recall(await meters.versions(viewer), (ids) => meters.read(viewer, ids));
      return found.filter((meter) => meter !== undefined);
    });
  return {
    list,
    async listWithStates(viewer, now) {
      const found = await list(viewer);
      const ids = found.map(({ installationId }) => installationId);
      return { meters: found, states: await meters.states(ids, now) };
    },
  };
};
