import type { ChangeLog } from '../../platform/database/change-log.ts';
import { createRememberedRows } from '../../platform/database/remembered-rows.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { Viewer } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import type { ListedPlacesRepository } from './listed-places.repository.ts';

/** Some kilobytes each, with what is written of them and of their meters. */
const MOST_REMEMBERED = 2_000;

export interface ListedPlaces {
  /** In no order. What has not changed is the same object as the last time: each place, and the list. */
  list(viewer: Viewer): Promise<readonly Establishment[]>;
}

export const createListedPlaces = (
  places: ListedPlacesRepository,
  changes: Pick<ChangeLog, 'ask' | 'structure'>,
  most: number = MOST_REMEMBERED,
): ListedPlaces => {
  const recall = createRememberedRows<string, Establishment>(most);
  const whileUnchanged = createWhileUnchanged<readonly Establishment[]>(
    changes,
    most,
    ({ length }) => length + 1,
  );
  return {
    list: (viewer) =>
      whileUnchanged(`${viewer.accountId} ${viewer.scope}`, async () => {
        const found = await recall(await places.versions(viewer), (ids) => places.read(viewer, ids));
        return found.filter((place) => place !== undefined);
      }),
  };
};
