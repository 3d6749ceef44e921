import type { Establishment } from '@nascente/contract/sites/establishments';

/** The fantasy name if there is one. */
export const nameOf = ({ fantasyName, name }: Pick<Establishment, 'fantasyName' | 'name'>): string =>
  fantasyName === null || fantasyName === '' ? name : fantasyName;
