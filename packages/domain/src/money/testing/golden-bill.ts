import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { ChargeKind } from '../bill/bill.ts';
import type { BillTerms } from '../bill/price-cycle.ts';
import type { MeasuredFacts } from './bill-facts.ts';

/** A line that a real bill printed, in R$, and what of it no formula explains. */
export interface PrintedLine {
  readonly kind: ChargeKind;
  readonly touPeriod?: TouPeriod;
  /** The label of our line, where kind and post leave several. */
  readonly label?: string;
  /** Several printed lines that are one of ours are given as their sum. */
  readonly amount: number;
  /** Printed less computed, in cents, and why. */
  readonly remainder?: readonly [cents: number, because: string];
}

/** A real bill, its customer absent: what was measured and agreed, and what was printed. */
export interface GoldenBill {
  readonly name: string;
  readonly facts: MeasuredFacts;
  readonly terms: BillTerms;
  readonly printed: readonly PrintedLine[];
  /** R$; null where the source does not print it. */
  readonly total: number | null;
}
