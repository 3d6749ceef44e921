import {
  type CountedTour,
  countedTours,
  ENOUGH_TOUR_VIEWS,
  readTourViews,
  saveTourViews,
} from '@nascente/contract/people/account';
import type { QueryClient } from '@tanstack/react-query';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { isAutomatic, type TourName } from './tour-names.ts';

type Counted = TourName | 'none';

const keyOf = (tour: Counted): string => `tutorial.${tour}`;

const viewsOf = (tour: Counted): number => {
  const views = Number(readPreference(keyOf(tour)) ?? '0');
  return Number.isSafeInteger(views) && views >= 0 ? views : 0;
};

/** Whether this device has counted fewer views than suppress a tour. */
export const opensByItself = (name: TourName): boolean =>
  isAutomatic(name) && viewsOf('none') < ENOUGH_TOUR_VIEWS && viewsOf(name) < ENOUGH_TOUR_VIEWS;

/** Takes over the views that the server counted on other devices. Offline the views of this device decide. */
export const countOtherDevices = async (client: QueryClient): Promise<void> => {
  const answer = await client
    .fetchQuery({ ...queryFor(readTourViews, {}), staleTime: Number.POSITIVE_INFINITY, retry: false })
    .catch(() => null);
  for (const tour of countedTours) {
    const views = answer?.views[tour] ?? 0;
    if (views > viewsOf(tour)) writePreference(keyOf(tour), String(views));
  }
};

const isKnownToServer = (tour: Counted): tour is CountedTour => tour === 'none' || isAutomatic(tour);

/** Stores the views on this device, and those of automatic tours for the other devices of the person. */
const count = (tour: Counted, views: number): void => {
  writePreference(keyOf(tour), String(views));
  if (views <= ENOUGH_TOUR_VIEWS && isKnownToServer(tour))
    request(saveTourViews, { params: { tour }, body: { views } }).catch(() => undefined);
};

export const endAllAutomatic = (): void => count('none', ENOUGH_TOUR_VIEWS);

/** A closed tour no longer opens by itself. */
export const countClosed = (name: TourName): void => count(name, ENOUGH_TOUR_VIEWS);

export const countFinished = (name: TourName): void => count(name, viewsOf(name) + 1);
