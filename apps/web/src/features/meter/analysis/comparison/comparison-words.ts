import type { Comparison } from '@nascente/contract/analysis';
import { formatNumber, formatPercent } from '@nascente/domain/units/format';

type Compared = Comparison['previous'];

/** Below this a change is none. */
const NO_CHANGE = 0.0005;
const DECIMALS_BELOW = 0.1;

/** '4,2% a mais', '12% a menos', 'o mesmo'. */
export const changeText = (change: number): string => {
  const size = Math.abs(change);
  if (size < NO_CHANGE) return 'o mesmo';
  const text = formatPercent(size, size < DECIMALS_BELOW ? 1 : 0);
  return `${text} a ${change > 0 ? 'mais' : 'menos'}`;
};

const daysText = (days: number): string =>
  `${formatNumber(days, 0)} ${days === 1 ? 'dia útil' : 'dias úteis'}`;

/** Over what it was compared: where gaps or the calendar make the two unlike, that is said. */
export const basisText = (current: Comparison['current'], other: Compared): string => {
  const hours = `Nas ${formatNumber(other.alike.hours, 0)}\u00a0horas que os dois mediram por inteiro`;
  return current.workingDays === other.workingDays
    ? `${hours}.`
    : `${hours}; ${daysText(current.workingDays)} agora, ${daysText(other.workingDays)} antes.`;
};
