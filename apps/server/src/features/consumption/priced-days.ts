import { type CostOfDays, costOfDays, type PricedDay } from '@nascente/domain/tariff/simple-tariff';
import { type Cents, reais } from '@nascente/domain/units/money';
import type { TariffsService } from '../tariffs/index.ts';

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

export const inReais = (amount: Cents | null | undefined): number | null =>
  amount == null ? null : reais(amount);
