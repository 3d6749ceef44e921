import type { DayPricing } from '@nascente/contract/consumption';
import type { PostPrices } from '@nascente/domain/tariff/prices/indicative-prices';
import { type CostOfDays, costOfDays, type PricedDay } from '@nascente/domain/tariff/terms/simple-tariff';
import { type Cents, cents, reais, sumCents } from '@nascente/domain/units/money';
import { priceToNumber } from '@nascente/domain/units/price';
import type { TariffsService } from '../../tariffs/index.ts';

/** What days cost at the prices in force on each; nothing is known without a tariff. */
export const priceDays = async (
  tariffs: TariffsService,
  tariffId: string | null,
  days: readonly PricedDay[],
): Promise<CostOfDays> => {
  const versions = tariffId === null ? [] : await tariffs.versionsOf(tariffId);
  if (versions.length > 0) return costOfDays(days, versions);
  return { perDay: days.map(() => null), total: null, unpriced: days.map((day) => day.date) };
};

/** Days of meters that have one tariff. */
export interface DaysByTariff {
  readonly tariffId: string | null;
  readonly days: readonly PricedDay[];
}

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

/** R$ of a kWh or m³ of each post, as answers tell them. */
export const pricesInReais = (prices: PostPrices | null): DayPricing['prices'] =>
  prices && {
    inPoint: priceToNumber(prices.inPoint),
    interPoint: priceToNumber(prices.interPoint),
    outPoint: priceToNumber(prices.outPoint),
  };

export const inReais = (amount: Cents | null | undefined): number | null =>
  amount == null ? null : reais(amount);
