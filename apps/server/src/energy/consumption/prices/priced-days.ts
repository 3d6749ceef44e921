import type { DayPricing } from '@nascente/contract/energy/consumption';
import { type Cents, reais } from '@nascente/domain/base/units/money';
import { priceToNumber } from '@nascente/domain/base/units/price';
import type { PostPrices } from '@nascente/domain/money/prices/indicative-prices';
import {
  type CostOfDays,
  costOfDays,
  costTogether,
  type PricedDay,
} from '@nascente/domain/sites/tariffs/simple-tariff';
import type { TariffsService } from '../../../sites/tariffs/index.ts';

/** None without a tariff: then nothing is known of what anything costs. */
export const versionsOf = async (tariffs: TariffsService, id: string | null) =>
  id === null ? [] : tariffs.versionsOf(id);

/** What days cost at the prices in force on each. */
export const priceDays = async (
  tariffs: TariffsService,
  tariffId: string | null,
  days: readonly PricedDay[],
): Promise<CostOfDays> => costOfDays(days, await versionsOf(tariffs, tariffId));

/** Days of meters that have one tariff. */
export interface DaysByTariff {
  readonly tariffId: string | null;
  readonly days: readonly PricedDay[];
}

/** What the same days of several meters cost together. */
export const priceTogether = async (tariffs: TariffsService, shares: readonly DaysByTariff[]) =>
  costTogether(
    await Promise.all(
      shares.map(async ({ tariffId, days }) => ({ days, versions: await versionsOf(tariffs, tariffId) })),
    ),
  );

/** R$ of a kWh or m³ of each post, as answers tell them. */
export const pricesInReais = (prices: PostPrices | null): DayPricing['prices'] =>
  prices && {
    inPoint: priceToNumber(prices.inPoint),
    interPoint: priceToNumber(prices.interPoint),
    outPoint: priceToNumber(prices.outPoint),
  };

export const inReais = (amount: Cents | null | undefined): number | null =>
  amount == null ? null : reais(amount);
