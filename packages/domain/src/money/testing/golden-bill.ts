import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { ChargeKind } from '../bill/bill.ts';
import type { BillTerms } from '../bill/price-cycle.ts';
import type { MeasuredFacts } from './bill-facts.ts';

/** A line of a real bill in R$, and the part of it that no formula explains. */
export interface PrintedLine {
  readonly kind: ChargeKind;
  readonly touPeriod?: TouPeriod;
  /** Label of the computed line, if several have the same kind and time-of-use period. */
  readonly label?: string;
  /** The sum, if several printed lines correspond to one computed line. */
  readonly amount: number;
  /** Printed less computed amount in cents, and the reason. */
  readonly remainder?: readonly [cents: number, because: string];
}

/** An anonymised real bill: measurements, contract and printed lines. */
export interface GoldenBill {
  readonly name: string;
  readonly facts: MeasuredFacts;
  readonly terms: BillTerms;
  readonly printed: readonly PrintedLine[];
  /** R$; null if the source does not print it. */
  readonly total: number | null;
}
