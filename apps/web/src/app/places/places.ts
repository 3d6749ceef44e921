import { type Action, may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import type { IconName } from '../../shared/ui/marks/icon.tsx';

export type PlaceName = 'home' | 'bill' | 'meters' | 'savings' | 'alerts' | 'operation';

export interface Place {
  readonly name: PlaceName;
  readonly label: string;
  readonly icon: IconName;
  readonly to: string;
  readonly roots: readonly string[];
  /** The permission that shows the place; everyone sees it when missing. */
  readonly permission?: Action;
}

const PLACES: readonly Place[] = [
  {
    name: 'home',
    label: 'Home',
    icon: 'home',
    to: '/home',
    roots: ['home', 'portfolio', 'new', 'edit'],
  },
  {
    name: 'bill',
    label: 'Fatura',
    icon: 'coin',
    to: '/bill',
    roots: ['bill', 'apportionment', 'budgets', 'reports'],
  },
  {
    name: 'meters',
    label: 'Medidores',
    icon: 'meter',
    to: '/dashboard',
    roots: ['dashboard', 'meter', 'history', 'explore', 'flow', 'carbon', 'groups', 'system'],
  },
  { name: 'savings', label: 'Economizar', icon: 'leaf', to: '/opportunities', roots: ['opportunities'] },
  { name: 'alerts', label: 'Avisos', icon: 'bell', to: '/alerts', roots: ['alerts'] },
  {
    name: 'operation',
    label: 'Operação',
    icon: 'device',
    to: '/boards',
    roots: ['boards', 'tariffs', 'people', 'status'],
    permission: 'see-status',
  },
];

export const placesFor = (profile: Profile): readonly Place[] =>
  PLACES.filter(({ permission }) => permission === undefined || may(profile, permission));

/** The bar of a phone has room for five places. For an Admin, Economizar is only in the drawer. */
export const barPlacesFor = (profile: Profile): readonly Place[] => {
  const places = placesFor(profile);
  return places.some(({ name }) => name === 'operation')
    ? places.filter(({ name }) => name !== 'savings')
    : places;
};

/** The place of an address; `null` for screens of the account and of help, which have entries of their own. */
export const placeAt = (pathname: string): PlaceName | null => {
  const [, root = ''] = pathname.split('/');
  return PLACES.find(({ roots }) => roots.includes(root))?.name ?? null;
};
