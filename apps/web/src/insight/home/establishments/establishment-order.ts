import type { Establishment } from '@nascente/contract/sites/establishments';
import { nameOf } from '../../../shared/establishment-name.ts';
import { foldForSearch } from '../../../shared/fold-for-search.ts';

export type EstablishmentOrder = 'name' | 'soFar' | 'forecast';

/** The amounts of a cycle, in the unit on screen; null is not known, or not measured. */
export interface EstablishmentAmounts {
  readonly soFar: number | null;
  readonly forecast: number | null;
}

type Named = Pick<Establishment, '_id' | 'name' | 'fantasyName'>;

const byName = (a: Named, b: Named): number =>
  nameOf(a).localeCompare(nameOf(b), 'pt-BR', { numeric: true, sensitivity: 'base' });

/** Establishments with every search word in their name. */
export const foundEstablishments = <Establishment extends Named>(
  establishments: readonly Establishment[],
  search: string,
): readonly Establishment[] => {
  const text = foldForSearch(search).split(' ');
  return establishments.filter((establishment) => {
    const name = foldForSearch(`${nameOf(establishment)} ${establishment.name}`);
    return text.every((word) => name.includes(word));
  });
};

export const orderedEstablishments = <Establishment extends Named>(
  establishments: readonly Establishment[],
  order: EstablishmentOrder,
  amountsById: ReadonlyMap<string, EstablishmentAmounts> = new Map(),
): readonly Establishment[] => {
  if (order === 'name') return establishments.toSorted(byName);
  const amountOf = ({ _id }: Establishment): number => amountsById.get(_id)?.[order] ?? -1;
  return establishments.toSorted((a, b) => amountOf(b) - amountOf(a) || byName(a, b));
};
