import type { Establishment } from '@nascente/contract/establishments';
import { nameOf } from '../../shared/establishment-name.ts';
import { foldForSearch } from '../../shared/fold-for-search.ts';

export type PlaceOrder = 'name' | 'soFar' | 'forecast';

/** Of a cycle, in the unit on screen; null is not known, or not measured. */
export interface PlaceAmounts {
  readonly soFar: number | null;
  readonly forecast: number | null;
}

type Named = Pick<Establishment, '_id' | 'name' | 'fantasyName'>;

const byName = (a: Named, b: Named): number =>
  nameOf(a).localeCompare(nameOf(b), 'pt-BR', { numeric: true, sensitivity: 'base' });

/** The places whose name holds every word searched for. */
export const foundPlaces = <Place extends Named>(
  places: readonly Place[],
  search: string,
): readonly Place[] => {
  const words = foldForSearch(search).split(' ');
  return places.filter((place) => {
    const name = foldForSearch(`${nameOf(place)} ${place.name}`);
    return words.every((word) => name.includes(word));
  });
};

/** By name, or the largest amount first; what has none comes last. */
export const orderedPlaces = <Place extends Named>(
  places: readonly Place[],
  order: PlaceOrder,
  amountsById: ReadonlyMap<string, PlaceAmounts>,
): readonly Place[] => {
  if (order === 'name') return places.toSorted(byName);
  const amountOf = ({ _id }: Place): number => amountsById.get(_id)?.[order] ?? -1;
  return places.toSorted((a, b) => amountOf(b) - amountOf(a) || byName(a, b));
};
