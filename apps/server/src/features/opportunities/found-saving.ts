import type { Opportunity } from '@nascente/contract/opportunities';

/** A saving as it is found, before anybody said anything of it. */
export type FoundSaving = Omit<Opportunity, 'establishment' | 'state' | 'reason' | 'doneOn' | 'decided'>;

/** What only some kinds tell. */
export const NOTHING_ELSE: Pick<
  FoundSaving,
  'meter' | 'modality' | 'demands' | 'leak' | 'reactive' | 'closed' | 'peak' | 'bills'
> = {
  meter: null,
  modality: null,
  demands: [],
  leak: null,
  reactive: null,
  closed: null,
  peak: null,
  bills: null,
};

/** What tells savings of one establishment apart. */
export const keyOf = ({ kind, meter }: Pick<FoundSaving, 'kind' | 'meter'>): string =>
  `${kind} ${meter?.mac ?? ''}`;
