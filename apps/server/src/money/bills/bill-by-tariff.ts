import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import type { Bill } from '@nascente/domain/money/bill/bill';
import { priceByTariff } from '@nascente/domain/money/bill/price-by-tariff';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import { type KnownTariffs, simpleVersionsOf, type Terms } from './contracts/terms-in-force.ts';
import { type BilledEstablishment, type MeasuredDays, measureDays } from './measured-days.ts';

/** A bill as it is priced by one tariff, and what it is of. */
interface Priced {
  readonly bill: Bill;
  readonly measured: MeasuredCycle;
  readonly days: MeasuredDays;
  readonly cycle: BillingCycle;
  readonly terms: Terms;
}

/** The bill with the prices of each meter, where their tariffs differ and no contract names one for all of them. */
export const createBillByTariff = ({ sums, tariffs }: { sums: QuarterSums; tariffs: KnownTariffs }) => {
  const nameOf = async (id: string): Promise<string> => {
    const names = (await tariffs.find(id))?.names;
    return [names?.distributor, names?.group, names?.color].filter((word) => word).join(' ');
  };

  return async (
    establishment: BilledEstablishment,
    { bill, measured, days, cycle, terms }: Priced,
  ): Promise<Bill> => {
    const own = terms.isByMeter ? (terms.tariff?.id ?? null) : null;
    if (own === null) return bill;
    // A meter without a tariff has that of the others.
    const ofTariffs = [...Map.groupBy(days.parts, ({ meter }) => meter.tariffId ?? own)];
    if (ofTariffs.every(([id]) => id === own)) return bill;
    const series = await sums(
      'electric',
      ofTariffs.map(([, parts]) => spansOfParts(parts)),
    );
    const shares = await Promise.all(
      ofTariffs.map(async ([id, parts], index) => {
        const [name, versions] = await Promise.all([nameOf(id), simpleVersionsOf(tariffs, id)]);
        const ofTariff = { parts, series: series[index] as EnergySeries };
        return { name, measured: measureDays(establishment, ofTariff, cycle, versions) };
      }),
    );
    return priceByTariff(bill, measured, shares);
  };
};
