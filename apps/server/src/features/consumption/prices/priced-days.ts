import type { DayPricing } from '@nascente/contract/consumption';
import type { PostPrices } from '@nascente/domain/tariff/prices/indicative-prices';
import { type CostOfDays, costOfDays, type PricedDay } from '@nascente/domain/tariff/terms/simple-tariff';
import { type Cents, reais } from '@nascente/domain/units/money';
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

/** R$ of a kWh or m³ of each post, as answers tell them. */
export const pricesInReais = (prices: PostPrices | null): DayPricing['prices'] =>
  prices && {
    inPoint: priceToNumber(prices.inPoint),
    interPoint: priceToNumber(prices.interPoint),
    outPoint: priceToNumber(prices.outPoint),
  };

export const inReais = (amount: Cents | null | undefined): number | null =>
  amount == null ? null : reais(amount);
