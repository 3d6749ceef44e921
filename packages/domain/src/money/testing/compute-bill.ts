import { type MeasureOptions, measureCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { EnergySeries } from '../../telemetry/intervals/series.ts';
import type { Bill } from '../bill/bill.ts';
import { type BillTerms, priceCycle } from '../bill/price-cycle.ts';

interface BillRequest extends MeasureOptions, BillTerms {
  /** Quarters, ascending; of more than the cycle, if that is handier. */
  readonly series: EnergySeries;
}

/**
 * The bill of one cycle, of electricity or water: its lines, each cut to cents once by the tariff's rule, add up to its
 * total. It never fails for want of a price, a tax or a flag; `missing` names what it lacks.
 */
export function computeBill({ series, ...request }: BillRequest): Bill {
  return priceCycle(measureCycle(series, request), request);
}
