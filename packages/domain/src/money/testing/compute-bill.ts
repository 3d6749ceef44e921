import { type MeasureOptions, measureCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { EnergySeries } from '../../telemetry/intervals/totals.ts';
import type { Bill } from '../bill/bill.ts';
import { type BillTerms, priceCycle } from '../bill/price-cycle.ts';

interface BillRequest extends MeasureOptions, BillTerms {
  /** Quarter-hours, ascending; they may extend beyond the cycle. */
  readonly series: EnergySeries;
}

/**
 * Computes the bill of one cycle of electricity or water. Its lines, each rounded to cents once by the tariff's rule, add up to
 * its total. Missing prices, taxes or flags never throw; `missing` lists them.
 */
export function computeBill({ series, ...request }: BillRequest): Bill {
  return priceCycle(measureCycle(series, request), request);
}
