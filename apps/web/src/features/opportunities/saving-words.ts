import type { Saving, SavingChange } from '@nascente/contract/savings';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatCubicMetres, formatDay, formatPercent } from '@nascente/domain/units/format';

/** '+1,20 m³ por dia', '−20% do consumo'. */
export const effectText = ({ perDay, share }: Pick<SavingChange, 'perDay' | 'share'>): string => {
  const amount = perDay ?? share ?? 0;
  const sign = amount < 0 ? '−' : '+';
  return perDay === null
    ? `${sign}${formatPercent(Math.abs(share ?? 0))} do consumo`
    : `${sign}${formatCubicMetres(Math.abs(perDay))} por dia`;
};

export const spanText = ({ begins, undone }: Pick<SavingChange, 'begins' | 'undone'>): string =>
  undone === null
    ? `desde ${formatDay(civilDate(begins))}`
    : `de ${formatDay(civilDate(begins))} até ser desfeita em ${formatDay(civilDate(undone))}`;

/** Whether a change lasted on some day of a month, YYYY-MM. */
export const isIn = (month: string, { begins, undone }: Pick<SavingChange, 'begins' | 'undone'>): boolean =>
  begins.slice(0, month.length) <= month && (undone === null || undone > `${month}-01`);

const NAMES = new Intl.DateTimeFormat('pt-BR', { month: 'short', year: 'numeric', timeZone: 'UTC' });
export const monthName = ({ month }: Pick<Saving['months'][number], 'month'>): string =>
  NAMES.format(Date.parse(`${month}-15T00:00:00Z`))
    .replaceAll('.', '')
    .replace(' de ', ' ');

/** What changes by hand made of what was expected; null without any that counts. */
export const changedText = ({ changed }: Pick<Saving, 'changed'>): string | null => {
  if (changed === 0) return null;
  const verb = changed > 0 ? 'somaram' : 'tiraram';
  return `As outras mudanças ${verb} ${formatCubicMetres(Math.abs(changed))} do esperado.`;
};
