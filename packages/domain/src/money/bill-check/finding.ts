import type { Cents } from '../../base/units/money.ts';

/** Parts of a bill that measurement or rules do not confirm. */
export const FINDINGS = [
  'energy',
  'demand',
  'period',
  'overlap',
  'flag',
  'old-price',
  'old-taxes',
  'tax-base',
  'discount',
  'twice',
  'unexplained',
] as const;
type FindingKind = (typeof FINDINGS)[number];

/** One thing that a bill charges and should not. */
export interface BillFinding {
  readonly kind: FindingKind;
  /** The overcharge; above 0. */
  readonly amount: Cents;
  /** In Portuguese, one sentence with its full stop, as the distributor may read it. */
  readonly text: string;
}
