import type { Saving } from '@nascente/contract/insight/opportunity-kinds';
import type { BusinessHours } from '@nascente/domain/base/time/business-hours';
import type { YearOfBills } from '../../money/bills/index.ts';
import { closedHoursSaving } from './kinds/closed-hours.ts';
import { creditsSaving } from './kinds/expiring-credits.ts';
import { marketSaving } from './kinds/free-market.ts';
import { largerGenerationSaving } from './kinds/larger-generation.ts';
import { oldPricesSaving } from './kinds/old-prices.ts';
import { peakSaving } from './kinds/peak.ts';
import { reactiveSaving } from './kinds/reactive.ts';
import { opportunityYear } from './opportunity-year.ts';

/** Savings computed from the bills of the last year, under the contract of today. */
export const yearSavings = async (
  billed: YearOfBills,
  hours: BusinessHours | null,
): Promise<readonly Saving[]> => {
  const year = opportunityYear(billed);
  const inverters = year.contract.generation === null ? null : await year.inverters();
  const found: readonly (Saving | null)[] = [
    reactiveSaving(year),
    closedHoursSaving(year, hours),
    peakSaving(year),
    marketSaving(year, year.totals),
    await creditsSaving(year),
    inverters === null ? null : largerGenerationSaving(year, inverters),
    oldPricesSaving(year, year.totals),
  ];
  return found.filter((saving) => saving !== null);
};
