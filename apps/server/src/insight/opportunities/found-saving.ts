import type { Opportunity } from '@nascente/contract/insight/opportunities';

/** A saving as it is found, before anybody said anything of it. */
export type FoundSaving = Omit<Opportunity, 'establishment' | 'state' | 'reason' | 'doneOn' | 'decided'>;

/** What only some kinds tell. */
export const NOTHING_ELSE: Pick<
  FoundSaving,
  | 'meter'
  | 'modality'
  | 'demands'
  | 'seasons'
  | 'demanded'
  | 'lowering'
  | 'leak'
  | 'reactive'
  | 'closed'
  | 'peak'
  | 'bills'
  | 'credits'
  | 'generation'
  | 'prices'
  | 'parts'
  | 'market'
  | 'measured'
> = {
  meter: null,
  modality: null,
  demands: [],
  seasons: [],
  demanded: [],
  lowering: null,
  leak: null,
  reactive: null,
  closed: null,
  peak: null,
  bills: null,
  credits: null,
  generation: null,
  prices: null,
  parts: null,
  market: null,
  measured: null,
};

/** What is told of an amount that cannot be known. */
export const UNKNOWN_AMOUNT: Pick<FoundSaving, 'perYear' | 'low' | 'high' | 'sureness'> = {
  perYear: null,
  low: null,
  high: null,
  sureness: 'low',
};

/** What tells savings of one establishment apart. */
export const keyOf = ({ kind, meter }: Pick<FoundSaving, 'kind' | 'meter'>): string =>
  `${kind} ${meter?.mac ?? ''}`;
