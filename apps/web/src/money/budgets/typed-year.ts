import { formatNumber } from '@nascente/domain/base/units/format';
import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-words';
import { decimalOf, reaisOf } from '../../shared/forms/fields/decimal-input.ts';

const MONTHS_A_YEAR = 12;
const MAXIMUM = 100_000_000;
const PERCENT = 100;
const CENTS = 100;

/** Twelve fields as they are typed, from January on; empty where nothing is planned. */
export type TypedYear = readonly string[];

export const emptyYear = (): TypedYear => Array<string>(MONTHS_A_YEAR).fill('');

const typedOf = (amount: number): string => formatNumber(amount, Number.isInteger(amount) ? 0 : 2);

export const typedYear = (amounts: readonly (number | null)[]): TypedYear =>
  amounts.map((amount) => (amount === null ? '' : typedOf(amount)));

/** Nothing typed is nothing planned; undefined is what is no amount. */
export const amountOf = (typed: string, measure: BudgetMeasure): number | null | undefined => {
  if (typed.trim() === '') return null;
  const amount = Number((measure === 'money' ? reaisOf(typed) : decimalOf(typed)) ?? Number.NaN);
  return amount > 0 && amount <= MAXIMUM ? Math.round(amount * CENTS) / CENTS : undefined;
};

/** Every month alike. */
export const alike = (typed: string): TypedYear => Array<string>(MONTHS_A_YEAR).fill(typed);

/** Months of another year, so many per cent more or less; those that were not measured stay as they are. */
export const changedBy = (typed: TypedYear, before: readonly (number | null)[], percent: number): TypedYear =>
  typed.map((present, month) => {
    const amount = before[month] ?? null;
    if (amount === null || amount <= 0) return present;
    return typedOf(Math.round(amount * (1 + percent / PERCENT) * CENTS) / CENTS);
  });

/** '-10', '5,5' or '+3': per cent more or less; null where it is no number, or would leave nothing. */
export const percentOf = (typed: string): number | null => {
  const [, sign = '', digits = ''] = /^([+-]?)(.+)$/.exec(typed.trim().replace('−', '-')) ?? [];
  const decimal = decimalOf(digits);
  const percent = decimal === null ? null : Number(decimal) * (sign === '-' ? -1 : 1);
  return percent === null || percent <= -PERCENT || percent > 1000 ? null : percent;
};
