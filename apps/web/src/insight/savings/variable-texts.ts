import type { StoredVariable } from '@nascente/contract/insight/independent-variables';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import type { VariableKind } from '@nascente/domain/energy/baseline/independent-variables';
import type { DayValue, ReadDayValues } from '@nascente/domain/insight/savings/day-values';
import { csvNumber, csvQuoted, csvText } from '../../shared/api/save-file.ts';
import { countedText } from '../../shared/counted-text.ts';

export const variableNames: Readonly<Record<VariableKind, string>> = {
  temperature: 'Temperatura',
  production: 'Produção',
};
export const CELSIUS = '°C';

export const daysText = (count: number): string => countedText(count, 'dia', 'dias');

/** '01/01/2025 a 31/12/2025'; a single day as its date. */
export const intervalText = (start: string, end: string): string => {
  const [from, to] = [start, end].map((date) => formatDay(civilDate(date)));
  return from === to ? String(from) : `${from} a ${to}`;
};

const FEW_DECIMALS = 1;
const valueText = (value: number, unit: string): string =>
  `${formatNumber(value, FEW_DECIMALS)}\u00a0${unit}`.trimEnd();

export const understoodText = ({ values, decimal }: ReadDayValues, unit: string): string => {
  const amounts = values.map(({ value }) => value);
  const mean = amounts.reduce((sum, value) => sum + value, 0) / amounts.length;
  const [minimum, maximum] = [Math.min(...amounts), Math.max(...amounts)];
  const mark = decimal === ',' ? 'vírgula' : 'ponto';
  const span = intervalText(values[0]?.date ?? '', values.at(-1)?.date ?? '');
  return (
    `${daysText(values.length)}, ${span}: de ${valueText(minimum, unit)} a ${valueText(maximum, unit)}, ` +
    `em média ${valueText(mean, unit)}. Lidos com ${mark} decimal.`
  );
};

/** Days of a file that replace a stored value. */
export const replacedDays = (values: readonly DayValue[], stored: StoredVariable | undefined): number =>
  stored === undefined
    ? 0
    : values.filter(
        ({ date }) =>
          date >= stored.start &&
          date <= stored.end &&
          !stored.gaps.some(({ start, end }) => date >= start && date <= end),
      ).length;

/** Exports the values in the format this page reads. */
export const variableCsv = (
  kind: VariableKind,
  unit: string,
  values: readonly { date: string; value: number }[],
) => {
  const title = kind === 'temperature' ? `Temperatura média (${unit})` : `Produção (${unit})`;
  const rows = values.map(({ date, value }) => [formatDay(civilDate(date)), csvNumber(value)]);
  return csvText([['Dia', csvQuoted(title)], ...rows]);
};
