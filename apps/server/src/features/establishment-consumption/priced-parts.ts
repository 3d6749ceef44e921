import type { CostOfDays, PricedDay } from '@nascente/domain/tariff/terms/simple-tariff';
import { type Cents, cents, sumCents } from '@nascente/domain/units/money';
import { priceDays } from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import type { EstablishmentPart } from './measured-establishments.ts';

/** Days of those meters of an establishment that have one tariff. */
interface DaysByTariff {
  readonly tariffId: string | null;
  readonly days: readonly PricedDay[];
}

/** Parts by the tariff of their meters: each kWh has the price of the meter that measured it. */
export const byTariff = (
  parts: readonly EstablishmentPart[],
): ReadonlyMap<string | null, readonly EstablishmentPart[]> =>
  Map.groupBy(parts, ({ meter }) => meter.tariffId);

const isNothing = (days: readonly PricedDay[]): boolean =>
  days.every((day) => day.inPoint === 0 && day.interPoint === 0 && day.outPoint === 0);

/** What the days cost together, those of a tariff rounded once; null where something was consumed without a price. */
export const priceTogether = async (
  tariffs: TariffsService,
  shares: readonly DaysByTariff[],
): Promise<Pick<CostOfDays, 'perDay' | 'total'>> => {
  // Meters that consumed nothing cost nothing, whatever their tariff; unless there are no others.
  const consuming = shares.filter(({ days }) => !isNothing(days));
  const counted = consuming.length > 0 ? consuming : shares.slice(0, 1);
  const costs = await Promise.all(counted.map(({ tariffId, days }) => priceDays(tariffs, tariffId, days)));
  const together = (amounts: readonly (Cents | null)[]): Cents | null => {
    const pricedAmounts = amounts.filter((amount) => amount !== null);
    return pricedAmounts.length === amounts.length ? sumCents(pricedAmounts) : null;
  };
  const length = shares[0]?.days.length ?? 0;
  return {
    perDay: Array.from({ length }, (_, day) => together(costs.map(({ perDay }) => perDay[day] ?? null))),
    total: costs.length === 0 ? cents(0) : together(costs.map(({ total }) => total)),
  };
};
