import { leakMacOf, type Saving } from '@nascente/contract/insight/opportunity-kinds';

/** Amount of a saving that cannot be computed. */
export const UNKNOWN_AMOUNT = { perYear: null, low: null, high: null, sureness: 'low' } as const;

/** Identifies a saving within its establishment. */
export const keyOf = (saving: Saving): string => `${saving.kind} ${leakMacOf(saving)}`;
