import { formatNumber } from '@nascente/domain/base/units/format';
import type { Unit } from '../use-unit.ts';

export type MeterKind = 'eletric' | 'water';

/** Consumption of either kind, or generation. */
export type ShownKind = MeterKind | 'generation';

/** Consumption: kWh, m³ for water, and R$ with a tariff. */
export interface Consumed {
  readonly total: number;
  readonly cost: number | null;
}

/** A figure and its unit, as `BigNumber` takes them. */
export interface Amount {
  readonly value: string;
  readonly currency?: 'R$';
  readonly unit?: 'kWh' | 'm³';
}

const NO_BREAK_SPACE = '\u00a0';

export const unitOfKind = (kind: ShownKind): 'kWh' | 'm³' => (kind === 'water' ? 'm³' : 'kWh');

/** Decimals by size: none from 1,000 kWh, one from 10 kWh, otherwise two; always two for water. */
const quantityDecimals = (total: number, kind: ShownKind): number => {
  const size = Math.abs(total);
  if (kind === 'water') return 2;
  return size >= 1000 ? 0 : size >= 10 ? 1 : 2;
};

export const quantityOf = (total: number, kind: ShownKind): Amount => ({
  value: formatNumber(total, quantityDecimals(total, kind)),
  unit: unitOfKind(kind),
});

export const moneyOf = (cost: number, decimals: 0 | 2 = 2): Amount => ({
  value: formatNumber(cost, decimals),
  currency: 'R$',
});

/** Money if selected and a tariff exists, otherwise the quantity. */
export const amountOf = (unit: Unit, kind: ShownKind, { total, cost }: Consumed): Amount =>
  unit === 'money' && cost !== null ? moneyOf(cost) : quantityOf(total, kind);

export const amountText = ({ currency, value, unit }: Amount): string =>
  [currency, value, unit].filter((part) => part !== undefined).join(NO_BREAK_SPACE);

export const quantityText = (total: number, kind: ShownKind): string => amountText(quantityOf(total, kind));
export const moneyText = (cost: number): string => amountText(moneyOf(cost));

export const barText = (unit: Unit, kind: ShownKind, value: number): string =>
  unit === 'money' ? moneyText(value) : quantityText(value, kind);

export const totalRows = (unit: Unit, kind: ShownKind, { total, cost }: Consumed, name = 'Total') => {
  const rows = [
    { label: name, value: quantityText(total, kind) },
    ...(cost === null ? [] : [{ label: 'Custo', value: moneyText(cost) }]),
  ];
  return unit === 'money' ? rows.toReversed() : rows;
};

/** The amount of a forecast. R$ 100 or more are in whole reais. */
export const forecastAmount = (unit: Unit, kind: MeterKind, { total, cost }: Consumed): Amount => {
  if (unit === 'money' && cost !== null) return moneyOf(cost, cost >= 100 ? 0 : 2);
  return quantityOf(total, kind);
};

/** '3.080 – 3.360': the range of a forecast in its unit. */
export const bandText = (low: number, high: number, kind: MeterKind | 'money'): string => {
  const decimals = kind === 'money' ? (high >= 100 ? 0 : 2) : quantityDecimals(high, kind);
  return `${formatNumber(low, decimals)}${NO_BREAK_SPACE}–${NO_BREAK_SPACE}${formatNumber(high, decimals)}`;
};
