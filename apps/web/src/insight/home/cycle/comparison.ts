import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import { isCivilMonth, monthOf } from '@nascente/domain/base/time/civil-month';
import { formatMonthLong, formatNumber } from '@nascente/domain/base/units/format';
import { comparedHoursText, partlyMeasuredText } from '@nascente/domain/energy/consumption/partly-measured';
import { amountText, type MeterKind, moneyOf, quantityText } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';

export interface Comparison {
  /** 'Mesmo período de outubro' */
  readonly label: string;
  /** '−4,6%' */
  readonly change: string;
  /** 'R$ 83,20 a menos' */
  readonly difference: string;
  readonly tone: 'good' | 'warn' | undefined;
}

const labelOf = (start: string, end: string): string => {
  const month = start.slice(0, 7);
  if (!isCivilMonth(month) || !end.startsWith(month)) return 'Mesmo período anterior';
  return `Mesmo período de ${formatMonthLong(month).split(' ')[0]}`;
};

/** 'outubro', or 'o período anterior' where the cycle before lies in two months. */
const cycleBefore = ({ start }: MonthSoFar): string => {
  const last = addDays(civilDate(start), -1);
  return start.endsWith('-01') ? (formatMonthLong(monthOf(last)).split(' ')[0] ?? '') : 'o período anterior';
};

/** By how much the forecast is below the cycle before: in money where that is what is shown and it is known, else in kWh or m³. */
const economySides = ({ saving, forecast }: MonthSoFar, unit: Unit) => {
  if (saving === null) return null;
  const { cost } = saving;
  return unit === 'money' && cost !== null && cost > 0 && forecast.cost !== null
    ? { inMoney: true, less: cost, expected: forecast.cost }
    : { inMoney: false, less: saving.total, expected: forecast.total };
};

/** The cycle before over the forecast, % (spec, section 4), of what {@link savingText} tells; null where it is not shown. */
export const economyPercentOf = (cycle: MonthSoFar, unit: Unit): number | null => {
  const sides = economySides(cycle, unit);
  return sides?.inMoney ? ((sides.expected + sides.less) / sides.expected) * 100 : cycle.economy;
};

/** 'R$ 74 a menos que outubro (2,6%)': by how much the forecast is below the whole cycle before; null without an economy. */
export const savingText = (cycle: MonthSoFar, unit: Unit, kind: MeterKind): string | null => {
  const sides = economySides(cycle, unit);
  if (sides === null) return null;
  const { inMoney, less, expected } = sides;
  const amount = inMoney ? amountText(moneyOf(less, less >= 100 ? 0 : 2)) : quantityText(less, kind);
  const share = formatNumber((less / (expected + less)) * 100, 1);
  const partly = partlyMeasuredText(cycle.saving?.completeness ?? 1, cycle.saving?.estimated);
  const mark = partly && `${cycleBefore(cycle)} ${partly}`;
  return withMark(`${amount} a menos que ${cycleBefore(cycle)} (${share}%)`, mark);
};

/** What was compared, and how little of it was measured. */
export const withMark = (text: string, mark: string | null): string =>
  [text, mark].filter((part) => part !== null && part !== '').join(' · ');

/** Less than this is the same. */
const NOTICEABLE = 0.005;

const changeText = (ratio: number): string => {
  const sign = ratio < 0 ? '−' : '+';
  return `${sign}${formatNumber(Math.abs(ratio) * 100, 1)}%`;
};

/** So far against the cycle before until the same hour: like with like, never a part against a whole. */
export const comparisonOf = (cycle: MonthSoFar, unit: Unit, kind: MeterKind): Comparison | null => {
  const { previous } = cycle;
  if (previous === null || previous.total <= 0) return null;
  const { current } = previous;
  const inMoney = unit === 'money' && current.cost !== null && previous.cost !== null && previous.cost > 0;
  const now = inMoney ? (current.cost ?? 0) : current.total;
  const before = inMoney ? (previous.cost ?? 0) : previous.total;
  const ratio = now / before - 1;
  const label = labelOf(previous.start, previous.end);
  const mark = comparedHoursText(previous);
  if (Math.abs(ratio) < NOTICEABLE)
    return { label, change: 'igual', difference: withMark('', mark), tone: undefined };
  const size = Math.abs(now - before);
  const amount = inMoney ? amountText(moneyOf(size, size >= 100 ? 0 : 2)) : quantityText(size, kind);
  return {
    label,
    change: changeText(ratio),
    difference: withMark(`${amount} ${ratio < 0 ? 'a menos' : 'a mais'}`, mark),
    tone: ratio < 0 ? 'good' : 'warn',
  };
};
