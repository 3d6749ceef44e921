import type { Cents } from '../../base/units/money.ts';

/** What of a bill its measurement or the rules do not bear out. */
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
  /** What it charges too much; above 0. */
  readonly amount: Cents;
  /** In Portuguese, one sentence with its full stop, as the distributor may read it. */
  readonly text: string;
}
