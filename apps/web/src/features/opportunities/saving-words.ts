import type { Opportunity } from '@nascente/contract/opportunities';
import type { Saving, SavingChange } from '@nascente/contract/savings';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatCubicMetres, formatDay, formatNumber, formatPercent } from '@nascente/domain/units/format';

/** In what a saving is counted: energy, of which the peak is a part, or water. */
export type SavingUnit = 'kWh' | 'm³';

export const savingUnitOf = ({ kind }: Pick<Opportunity, 'kind'>): SavingUnit =>
  kind === 'leak' ? 'm³' : 'kWh';

const WHOLE_FROM = 100;

/** '21,50 m³', '1.234 kWh', '12,5 kWh'. */
export const amountText = (amount: number, unit: SavingUnit): string =>
  unit === 'm³'
    ? formatCubicMetres(amount)
    : `${formatNumber(amount, Math.abs(amount) < WHOLE_FROM ? 1 : 0)}\u00a0kWh`;

/** '+1,20 m³ por dia', '−20% do consumo'. */
export const effectText = (
  { perDay, share }: Pick<SavingChange, 'perDay' | 'share'>,
  unit: SavingUnit,
): string => {
  const amount = perDay ?? share ?? 0;
  const sign = amount < 0 ? '−' : '+';
  return perDay === null
    ? `${sign}${formatPercent(Math.abs(share ?? 0))} do consumo`
    : `${sign}${amountText(Math.abs(perDay), unit)} por dia`;
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
export const changedText = ({ changed }: Pick<Saving, 'changed'>, unit: SavingUnit): string | null => {
  if (changed === 0) return null;
  const verb = changed > 0 ? 'somaram' : 'tiraram';
  return `As outras mudanças ${verb} ${amountText(Math.abs(changed), unit)} do esperado.`;
};
