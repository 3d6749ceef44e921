import type { Instant } from '@nascente/domain/time/zone';
import { createRememberedRows } from '../../platform/database/remembered-rows.ts';
import type { ListedMetersRepository } from './listed-meters.repository.ts';
import type { ListedMeter, MeterState } from './meter.ts';
import type { Viewer } from './visibility.ts';

/** About two kilobytes each, with what is written of them. */
const MOST_REMEMBERED = 10_000;

export interface ListedMeters {
  /** By name of place and meter. A meter of which nothing has changed is the same object as the last time. */
  list(viewer: Viewer): Promise<readonly ListedMeter[]>;
  /** With how each is doing; undefined: it was never heard. */
  listWithStates(
    viewer: Viewer,
    now: Instant,
  ): Promise<readonly (readonly [ListedMeter, MeterState | undefined])[]>;
}

export const createListedMeters = (
  meters: ListedMetersRepository,
  most: number = MOST_REMEMBERED,
): ListedMeters => {
  const recall = createRememberedRows<number, ListedMeter>(most);
  return {
    async list(viewer) {
      const found = await recall(await meters.versions(viewer), (ids) => meters.read(viewer, ids));
      return found.filter((meter) => meter !== undefined);
    },
    async listWithStates(viewer, now) {
      const { versions, states } = await meters.versionsAndStates(viewer, now);
      const found = await recall(versions, (ids) => meters.read(viewer, ids));
      return found.flatMap((meter, place) => (meter === undefined ? [] : [[meter, states[place]] as const]));
    },
  };
};
