import type { Cents } from '../../base/units/money.ts';

/** Kinds of overcharges: parts of a bill that measurements or rules do not confirm. */
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

/** An overcharge on a bill. */
export interface BillFinding {
  readonly kind: FindingKind;
  /** Amount of the overcharge, above 0. */
  readonly amount: Cents;
  /** One sentence in Portuguese with its full stop, suitable for a letter to the distributor. */
  readonly text: string;
}
