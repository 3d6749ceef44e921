import type { Establishment } from '@nascente/contract/establishments';

/** As people call it: the fantasy name once there is one. */
export const nameOf = ({ fantasyName, name }: Pick<Establishment, 'fantasyName' | 'name'>): string =>
  fantasyName === null || fantasyName === '' ? name : fantasyName;
