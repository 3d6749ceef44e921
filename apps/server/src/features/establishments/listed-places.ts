import { createRememberedRows } from '../../platform/database/remembered-rows.ts';
import type { Viewer } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import type { ListedPlacesRepository } from './listed-places.repository.ts';

/** Some kilobytes each, with what is written of them and of their meters. */
const MOST_REMEMBERED = 2_000;

export interface ListedPlaces {
  /** In no order. A place of which nothing has changed is the same object as the last time. */
  list(viewer: Viewer): Promise<readonly Establishment[]>;
}

export const createListedPlaces = (
  places: ListedPlacesRepository,
  most: number = MOST_REMEMBERED,
): ListedPlaces => {
  const recall = createRememberedRows<string, Establishment>(most);
  return {
    async list(viewer) {
      const found = await recall(await places.versions(viewer), (ids) => places.read(viewer, ids));
      return found.filter((place) => place !== undefined);
    },
  };
};
