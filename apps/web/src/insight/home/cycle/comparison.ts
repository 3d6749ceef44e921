import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type { EstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, NOTICEABLE_CHANGE } from '@nascente/domain/base/units/format';
import {
  comparedHoursText,
  isPartlyMeasured,
  partlyMeasuredText,
} from '@nascente/domain/energy/consumption/partly-measured';
import { comparedDaysText, moreDaysText } from '@nascente/domain/money/bill/bill-change-texts';
import {
  amountText,
  forecastAmount,
  type MeterKind,
  quantityText,
} from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';

interface Sides {
  readonly now: number;
  readonly before: number;
  readonly inMoney: boolean;
}

/** 'R$ 74 menos que outubro', or 'O mesmo valor que outubro'. */
const differenceText = ({ now, before, inMoney }: Sides, kind: MeterKind, name: string): string => {
  if (Math.abs(now / before - 1) < NOTICEABLE_CHANGE)
    return `o mesmo ${inMoney ? 'valor' : 'consumo'} que ${name}`;
  const size = Math.abs(now - before);
  const amount = forecastAmount(inMoney ? 'money' : 'energy', kind, {
    total: size,
    cost: inMoney ? size : null,
  });
  return `${amountText(amount)} ${now < before ? 'menos' : 'mais'} que ${name}`;
};

const withMark = (text: string, mark: string | null): string => (mark === null ? text : `${text} · ${mark}`);

/** The forecast and the whole previous cycle; null where unknown. */
const cycleSides = ({ saving, forecast }: MonthSoFar, unit: Unit): Sides | null => {
  if (saving === null) return null;
  const { cost } = saving;
  return unit === 'money' && cost !== null && forecast.cost !== null && forecast.cost + cost > 0
    ? { inMoney: true, now: forecast.cost, before: forecast.cost + cost }
    : { inMoney: false, now: forecast.total, before: forecast.total + saving.total };
};

/** The previous cycle divided by the forecast, in percent; shown only above 100 % (specification, section 4). */
const economyText = ({ now, before }: Sides): string =>
  now > 0 && before > now
    ? `. Economia: ${formatNumber((before / now) * 100, 1)}% (ciclo anterior ÷ previsão)`
    : '';

/**
 * Compares the forecast with the complete previous cycle, and names a difference in days. `null` also if the forecast is at
 * least the total of a partly measured previous cycle.
 */
export const forecastComparison = (cycle: MonthSoFar, unit: Unit, kind: MeterKind): string | null => {
  const sides = cycleSides(cycle, unit);
  const { saving } = cycle;
  if (sides === null || saving === null) return null;
  if (sides.now >= sides.before && isPartlyMeasured(saving.completeness)) return null;
  const start = civilDate(cycle.start);
  const days = { first: addDays(start, -saving.days), last: addDays(start, -1) };
  const name = comparedDaysText(days, false);
  const more = saving.days - cycle.daysInPeriod;
  const partly = partlyMeasuredText(saving.completeness, saving.estimated);
  const text =
    `Previsão: ${differenceText(sides, kind, name)}${more === 0 ? '' : `, que teve ${moreDaysText(more)}`}` +
    economyText(sides);
  const marked = withMark(text, (sides.inMoney && saving.taxRules) || null);
  return withMark(marked, partly && `${name} ${partly}`);
};

/** The cycle so far and the previous one until the same hour. */
export const sameDaysComparison = ({ previous }: MonthSoFar, unit: Unit, kind: MeterKind): string | null => {
  if (previous === null || previous.total <= 0) return null;
  const { current, cost } = previous;
  const inMoney = unit === 'money' && current.cost !== null && cost !== null && cost > 0;
  const sides = inMoney
    ? { inMoney, now: current.cost ?? 0, before: cost }
    : { inMoney, now: current.total, before: previous.total };
  const days = { first: civilDate(previous.start), last: civilDate(previous.end) };
  const name = comparedDaysText(days, true);
  return withMark(`Até agora: ${differenceText(sides, kind, name)}`, comparedHoursText(previous));
};

/** The screen that explains the difference. */
export const changesPath = (establishmentId: string, kind: MeterKind): string =>
  `/bill/${establishmentId}/changes${kind === 'water' ? '?tipo=agua' : ''}`;

interface YearComparison {
  /** 'Mesmos dias de 2025' */
  readonly label: string;
  /** '−4,6%' */
  readonly change: string;
  /** '83,2 kWh a menos' */
  readonly difference: string;
  readonly tone: 'good' | 'warn' | undefined;
}

/** The cycle so far against the same days a year ago, over hours that both measured whole. */
export const yearComparisonOf = (
  yearBefore: EstablishmentYearBefore,
  kind: MeterKind,
): YearComparison | null => {
  if (yearBefore === null || yearBefore.hours * 2 < yearBefore.ofHours) return null;
  const { start, current: now, other: before } = yearBefore;
  if (before <= 0) return null;
  const label = `Mesmos dias de ${start.slice(0, 4)}`;
  const ratio = now / before - 1;
  const mark = comparedHoursText(yearBefore);
  if (Math.abs(ratio) < NOTICEABLE_CHANGE)
    return { label, change: 'igual', difference: mark ?? '', tone: undefined };
  return {
    label,
    change: `${ratio < 0 ? '−' : '+'}${formatNumber(Math.abs(ratio) * 100, 1)}%`,
    difference: withMark(
      `${quantityText(Math.abs(now - before), kind)} ${ratio < 0 ? 'a menos' : 'a mais'}`,
      mark,
    ),
    tone: ratio < 0 ? 'good' : 'warn',
  };
};
