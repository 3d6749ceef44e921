import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { Unit } from '../use-unit.ts';
import {
  amountText,
  type Consumed,
  forecastAmount,
  type MeterKind,
  moneyText,
  unitOfKind,
} from './amount.ts';

/** Input of the daily-average formula. */
export interface AveragedCycle extends Pick<MonthSoFar, 'dailyAverage' | 'dailyAverageCost' | 'fixedCost'> {
  readonly forecast: Pick<MonthSoFar['forecast'], 'byDailyAverage'>;
}

/** '126,94 kWh': with up to three decimals, to be multiplied by hand. */
const exactText = (value: number, kind: MeterKind): string => {
  const decimals = String(Math.round(value * 1000) / 1000).split('.')[1]?.length ?? 0;
  return amountText({ value: formatNumber(value, decimals), unit: unitOfKind(kind) });
};

/** The specification's formula with numbers: 'R$ 95,27 × 30 dias + R$ 96,35 fixos = R$ 2.954'. */
export const averageFormulaText = (cycle: AveragedCycle, kind: MeterKind, unit: Unit): string => {
  const { dailyAverage, dailyAverageCost, fixedCost } = cycle;
  const { total, cost, days } = cycle.forecast.byDailyAverage;
  const times = ` × ${formatNumber(days, Number.isInteger(days) ? 0 : 2)} ${days === 1 ? 'dia' : 'dias'}`;
  const result = (shown: Unit) => amountText(forecastAmount(shown, kind, { total, cost }));
  if (unit !== 'money' || cost === null || dailyAverageCost === null)
    return `${exactText(dailyAverage, kind)}${times} = ${result('energy')}`;
  const fixed = fixedCost === null || fixedCost === 0 ? '' : ` + ${moneyText(fixedCost)} fixos`;
  return `${moneyText(dailyAverageCost)}${times}${fixed} = ${result('money')}`;
};

/** Name of the formula, for places without room for its numbers. */
export const BY_AVERAGE = 'média diária × dias';

/** The formula's result beside a forecast: 'média diária × dias: R$ 2.954'. */
export const averageForecastText = (byDailyAverage: Consumed, kind: MeterKind, unit: Unit): string =>
  `${BY_AVERAGE}: ${amountText(forecastAmount(unit, kind, byDailyAverage))}`;
