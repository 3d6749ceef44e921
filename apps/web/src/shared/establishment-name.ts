import type { Establishment } from '@nascente/contract/sites/establishments';

/** As people call it: the fantasy name once there is one. */
export const nameOf = ({ fantasyName, name }: Pick<Establishment, 'fantasyName' | 'name'>): string =>
  fantasyName === null || fantasyName === '' ? name : fantasyName;
