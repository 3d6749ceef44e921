import {
  formatCubicMetres,
  formatKwh,
  formatNumber,
  formatPercent,
  formatReais,
} from '../../base/units/format.ts';

/** Measure of a budget: R$, kWh or m³. */
export const BUDGET_MEASURES = ['money', 'energy', 'water'] as const;
export type BudgetMeasure = (typeof BUDGET_MEASURES)[number];

/** A budget, its use and its forecast, in R$, kWh or m³. */
export interface BudgetProgress {
  readonly measure: BudgetMeasure;
  readonly amount: number;
  /** Used so far; null without prices or measurements. */
  readonly used: number | null;
  readonly forecast: number | null;
  /** Usual share of the cycle's consumption in the elapsed days, 0..1; null if no meter measures it. */
  readonly usualShare: number | null;
}

/** A forecast within this share of the budget counts as planned, because forecasts are not more precise. */
const CLOSE = 0.02;

export function budgetText(amount: number, measure: BudgetMeasure): string {
  if (measure === 'money') return formatReais(amount);
  return measure === 'energy' ? formatKwh(amount, 0) : formatCubicMetres(amount);
}

/** A forecast with its unit, without cents. */
export function forecastText(forecast: number, measure: BudgetMeasure): string {
  return measure === 'money' && forecast >= 100
    ? `R$\u00a0${formatNumber(forecast, 0)}`
    : budgetText(forecast, measure);
}

/** The used share and the usual one: '53% usado; dias como os que passaram costumam consumir 48% do ciclo'. */
export function usedText({ amount, used, usualShare }: BudgetProgress): string {
  if (used === null) return 'Sem valor: falta a tarifa ou a medição';
  const share = `${formatPercent(used / amount)} usado`;
  return usualShare === null
    ? share
    : `${share}; dias como os que passaram costumam consumir ${formatPercent(usualShare)} do ciclo`;
}

/** Whether the forecast exceeds the budget by more than {@link CLOSE}. */
export function isAbove({ amount, forecast }: Pick<BudgetProgress, 'amount' | 'forecast'>): boolean {
  return forecast !== null && forecast > amount * (1 + CLOSE);
}

/** Relative excess of a cycle's forecast over its budget: 0.08 is 8 %. Null if either is unknown. */
export function againstBudget({
  budget,
  forecast,
}: {
  readonly budget: { readonly measure: BudgetMeasure; readonly amount: number } | null;
  readonly forecast: { readonly total: number; readonly cost: number | null };
}): number | null {
  const expected = budget?.measure === 'money' ? forecast.cost : forecast.total;
  return budget === null || expected === null ? null : expected / budget.amount - 1;
}

/** The forecast in relation to the budget: 'como planejado', '8% acima'; empty without a forecast. */
export function againstText({ amount, forecast }: Pick<BudgetProgress, 'amount' | 'forecast'>): string {
  if (forecast === null) return '';
  const difference = forecast / amount - 1;
  if (Math.abs(difference) <= CLOSE) return 'como planejado';
  return `${formatPercent(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'}`;
}

/** The forecast as a text: 'Caminha para R$ 1.290, 8% acima'; empty without a forecast. */
export function headingText({ amount, forecast, measure }: BudgetProgress): string {
  return forecast === null
    ? ''
    : `Caminha para ${forecastText(forecast, measure)}, ${againstText({ amount, forecast })}`;
}
