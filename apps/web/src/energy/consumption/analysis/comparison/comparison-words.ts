import type { Comparison } from '@nascente/contract/energy/analysis';
import { formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import { type MeterKind, moneyText, quantityText } from '../../../../shared/consumption/amount.ts';
import type { Unit } from '../../../../shared/use-unit.ts';

type Compared = Comparison['previous'];

/** The hours that both periods measured, in the quantity on screen: R$ where both sides have a price. */
const sidesOf = ({ alike }: Compared, unit: Unit) =>
  unit === 'money' && alike.currentCost !== null && alike.otherCost !== null && alike.otherCost > 0
    ? { inMoney: true, ours: alike.currentCost, theirs: alike.otherCost }
    : { inMoney: false, ours: alike.current, theirs: alike.other };

/** The change of the quantity on screen, 0.05 is 5 % more; null where too few hours can be compared. */
export const changeOf = (other: Compared, unit: Unit): number | null => {
  if (other.change === null) return null;
  const { ours, theirs } = sidesOf(other, unit);
  return (ours - theirs) / theirs;
};

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

/** What was compared, and over what: where gaps or the calendar make the two unlike, that is said. */
export const basisText = (
  current: Comparison['current'],
  other: Compared,
  unit: Unit,
  kind: MeterKind,
): string => {
  const { alike } = other;
  const hours = `${formatNumber(alike.hours, 0)}\u00a0horas que os dois mediram por inteiro`;
  const { inMoney, ours, theirs } = sidesOf(other, unit);
  const textOf = (value: number): string => (inMoney ? moneyText(value) : quantityText(value, kind));
  const amounts = `${textOf(ours)} contra ${textOf(theirs)} nas ${hours}`;
  return current.workingDays === other.workingDays
    ? `${amounts}.`
    : `${amounts}; ${daysText(current.workingDays)} agora, ${daysText(other.workingDays)} antes.`;
};

/** Why no change is told. */
export const declinedText = ({ alike }: Compared): string => {
  if (alike.hours === 0) return 'Sem medições dos dois períodos para comparar.';
  if (alike.other === 0) return 'Sem consumo antes nas horas que os dois mediram: não há o que comparar.';
  const of = formatNumber(alike.ofHours, 0);
  const measured =
    alike.hours === 1
      ? `Só 1 das ${of}\u00a0horas foi medida por inteiro nos dois períodos`
      : `Só ${formatNumber(alike.hours, 0)} das ${of}\u00a0horas foram medidas por inteiro nos dois períodos`;
  return `${measured}: menos da metade é pouco para comparar.`;
};
