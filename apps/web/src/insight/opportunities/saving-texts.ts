import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import type { Saving, SavingChange } from '@nascente/contract/insight/savings';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import {
  formatCubicMetres,
  formatDay,
  formatNumber,
  formatPercent,
} from '@nascente/domain/base/units/format';

export type SavingUnit = 'kWh' | 'm³';

export const savingUnitOf = ({ kind }: Pick<Opportunity, 'kind'>): SavingUnit =>
  kind === 'leak' ? 'm³' : 'kWh';

const COMPLETE_FROM = 100;

/** '21,50 m³', '1.234 kWh', '12,5 kWh'. */
export const amountText = (amount: number, unit: SavingUnit): string =>
  unit === 'm³'
    ? formatCubicMetres(amount)
    : `${formatNumber(amount, Math.abs(amount) < COMPLETE_FROM ? 1 : 0)}\u00a0kWh`;

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

/** Whether a change applies on some day of a month, YYYY-MM. */
export const isIn = (month: string, { begins, undone }: Pick<SavingChange, 'begins' | 'undone'>): boolean =>
  begins.slice(0, month.length) <= month && (undone === null || undone > `${month}-01`);

const NAMES = new Intl.DateTimeFormat('pt-BR', { month: 'short', year: 'numeric', timeZone: 'UTC' });
export const monthName = ({ month }: Pick<Saving['months'][number], 'month'>): string =>
  NAMES.format(Date.parse(`${month}-15T00:00:00Z`))
    .replaceAll('.', '')
    .replace(' de ', ' ');

const daysText = (count: number): string => (count === 1 ? '1 dia' : `${formatNumber(count, 0)} dias`);

const OF_YEAR: Readonly<Record<Saving['quality'], string>> = {
  good: 'O ano anterior foi bem descrito, dentro do que pede a ASHRAE Guideline 14.',
  fair: 'O ano anterior variou mais do que pede a ASHRAE Guideline 14: leia a faixa antes do número.',
  poor: 'O ano anterior variou demais para provar uma economia: só a faixa diz algo.',
};
const OF_LESS: Readonly<Record<Saving['quality'], string>> = {
  good: 'foram bem descritos, mas a ASHRAE Guideline 14 pede um ano inteiro.',
  fair: 'variaram mais do que pede a ASHRAE Guideline 14, que quer também um ano inteiro: leia a faixa antes do número.',
  poor: 'variaram demais para provar uma economia: só a faixa diz algo.',
};
/** Nine tenths of a year. */
const DAYS_OF_YEAR = 329;

/** The baseline's fit, and whether it covers the year the guideline requires. */
export const qualityText = ({ quality, baselineDays }: Pick<Saving, 'quality' | 'baselineDays'>): string =>
  baselineDays >= DAYS_OF_YEAR
    ? OF_YEAR[quality]
    : `Os ${daysText(baselineDays)} medidos antes da mudança ${OF_LESS[quality]}`;

/** The effect of entered changes on the expected consumption; `null` without any. */
export const changedText = ({ changed }: Pick<Saving, 'changed'>, unit: SavingUnit): string | null => {
  if (changed === 0) return null;
  const verb = changed > 0 ? 'somaram' : 'tiraram';
  return `As outras mudanças ${verb} ${amountText(Math.abs(changed), unit)} do esperado.`;
};

const VARIABLES = { temperature: 'A temperatura', production: 'A produção' } as const;

/** Variables of the establishment that the baseline uses, a sentence each. */
export const variableTexts = ({ variables }: Pick<Saving, 'variables'>): readonly string[] =>
  variables.map(({ kind, use, daysWithout }) => {
    const name = VARIABLES[kind];
    if (use === 'no-better') return `${name} importada não explica melhor o ano anterior, e fica de fora.`;
    if (use === 'too-few')
      return `${name} importada fica de fora: faltam valores de ${daysText(daysWithout)}, e são precisos 300 dias antes da mudança e nove de cada dez depois dela.`;
    const left = `${daysText(daysWithout)} sem valor ${daysWithout === 1 ? 'ficou' : 'ficaram'} de fora.`;
    return `${name} de cada dia é levada em conta.${daysWithout === 0 ? '' : ` ${left}`}`;
  });
