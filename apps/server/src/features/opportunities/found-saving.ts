import type { Opportunity } from '@nascente/contract/opportunities';

/** A saving as it is found, before anybody said anything of it. */
export type FoundSaving = Omit<Opportunity, 'establishment' | 'state' | 'reason' | 'doneOn' | 'decided'>;

/** What tells savings of one establishment apart. */
export const keyOf = ({ kind, meter }: Pick<FoundSaving, 'kind' | 'meter'>): string =>
  `${kind} ${meter?.mac ?? ''}`;
