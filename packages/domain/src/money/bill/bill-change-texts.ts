import type { CivilDate } from '../../base/time/civil-day.ts';
import { daysBetween, daysFrom } from '../../base/time/civil-day.ts';
import { monthOf } from '../../base/time/civil-month.ts';
import { formatMonthLong, formatNumber, formatReais, formatShortDay } from '../../base/units/format.ts';
import { cents, reais, sumCents } from '../../base/units/money.ts';
import type { VariableKind } from '../../energy/baseline/independent-variables.ts';
import { partlyMeasuredText } from '../../energy/consumption/partly-measured.ts';
import { FLAGS, type FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { taxRulesText } from '../charges/compared-taxes.ts';
import type { Bill } from './bill.ts';
import type { BillChange, ChangeKind, ChangePart } from './bill-change.ts';

/** Consumption [earlier, later] in mWh or ml, and the flags of the later bill. */
export interface ChangedUse {
  readonly consumed: readonly [before: number, after: number];
  readonly flags: FlagMonths;
}

const PLAIN: Readonly<Record<Exclude<ChangeKind, 'days' | VariableKind | 'consumption' | 'flag'>, string>> = {
  generation: 'geração',
  price: 'preço da tarifa',
  taxes: 'impostos',
  demand: 'demanda',
  reactive: 'energia reativa',
  minimum: 'consumo mínimo',
  fixed: 'valores fixos',
};

const INFLUENCES: Readonly<Record<VariableKind, readonly [higher: string, lower: string]>> = {
  temperature: ['dias mais quentes', 'dias mais frios'],
  production: ['produção maior', 'produção menor'],
};

const PERIODS: Readonly<Record<TouPeriod, string>> = {
  inPoint: 'na ponta',
  interPoint: 'no intermediário',
  outPoint: 'fora ponta',
};

const daysOf = ({ first, last }: Bill): number => daysBetween(first, last) + 1;

const signed = (value: number, text: string): string => `${value < 0 ? '−' : '+'}${text}`;

/** 'um dia a menos', '3 dias a mais'. */
export function moreDaysText(more: number): string {
  const count = Math.abs(more);
  return `${count === 1 ? 'um dia' : `${count} dias`} ${more < 0 ? 'a menos' : 'a mais'}`;
}

/** 'consumo por dia', or 'consumo' if both bills have equally many days; 'outro consumo' beside temperature or production. */
const useText = ({ before, after, influences }: BillChange): string => {
  const name = influences.length > 0 ? 'outro consumo' : 'consumo';
  return daysOf(before) === daysOf(after) ? name : `${name} por dia`;
};

/** 'consumo por dia +1,4%' */
function perDayText(change: BillChange, [consumed, later]: ChangedUse['consumed']): string {
  const { before, after } = change;
  if (consumed <= 0 || change.influences.length > 0) return useText(change);
  const ratio = later / daysOf(after) / (consumed / daysOf(before)) - 1;
  return `${useText(change)} ${signed(ratio, `${formatNumber(Math.abs(ratio) * 100, 1)}%`)}`;
}

/** 'bandeira amarela' if the later bill has one flag, else 'bandeiras'. */
function flagText({ first, last }: Bill, { flags }: ChangedUse): string {
  const names = new Set(daysFrom(first, last).map((date) => flags.get(monthOf(date))?.name));
  const [name] = names;
  return names.size === 1 && name !== undefined ? `bandeira ${FLAGS[name].toLowerCase()}` : 'bandeiras';
}

/** 'impostos', or which national taxes the later bill has in place of those of the earlier one. */
function taxesText({ before, after }: BillChange): string {
  const [earlier, later] = [before, after].map(({ taxes }) => (taxes.vat ? 'CBS e IBS' : 'PIS e COFINS'));
  return earlier === later ? PLAIN.taxes : `${PLAIN.taxes}, com ${later} em vez de ${earlier}`;
}

/** Name of a part in Portuguese: 'consumo por dia na ponta', 'bandeira amarela'. */
export function changePartText(part: ChangePart, change: BillChange, use: ChangedUse): string {
  const { kind, touPeriod, label } = part;
  if (kind === 'days') return moreDaysText(daysOf(change.after) - daysOf(change.before));
  if (kind === 'flag') return flagText(change.after, use);
  if (label !== null) return label;
  if (kind === 'temperature' || kind === 'production') {
    const isHigher = change.influences.some((one) => one.kind === kind && one.isHigher);
    return INFLUENCES[kind][isHigher ? 0 : 1];
  }
  if (kind === 'taxes') return taxesText(change);
  if (kind !== 'consumption') return PLAIN[kind];
  const isOnly = change.consumption.length === 1;
  if (isOnly || touPeriod === null) return perDayText(change, use.consumed);
  return `${useText(change)} ${PERIODS[touPeriod]}`;
}

/**
 * Names the earlier days, to follow 'mais que': 'outubro', 'nos mesmos dias de outubro', 'o ciclo anterior', '18 nov'.
 * @param isPart - whether these are only the first days of their month or cycle
 * @param isOfDays - whether they are any days: 'os 10 dias anteriores'
 */
export function comparedDaysText(
  { first, last }: { readonly first: CivilDate; readonly last: CivilDate },
  isPart: boolean,
  isOfDays = false,
): string {
  if (first === last) return formatShortDay(first);
  if (isOfDays) return `os ${daysBetween(first, last) + 1} dias anteriores`;
  const month = formatMonthLong(monthOf(first)).replace(/ .*/, '');
  if (monthOf(first) === monthOf(last) && first.endsWith('-01'))
    return isPart ? `nos mesmos dias de ${month}` : month;
  return isPart ? 'na mesma parte do ciclo anterior' : 'o ciclo anterior';
}

/** Parts below this share of the largest part are left out of the sentence. */
const MIN_SHARE = 0.05;
const MAX_NAMED = 4;
/** From this difference on (cents), amounts are printed without cents. */
const COMPLETE_FROM = 1000;

/**
 * 'R$ 51 menos que outubro: um dia a menos (−R$ 95), consumo por dia +1,4% (+R$ 38), bandeira amarela (+R$ 6)'.
 * @param name - of the earlier days, see {@link comparedDaysText}
 */
export function billChangeSentence(change: BillChange, use: ChangedUse, name: string): string {
  const { before, after, parts } = change;
  const difference = after.total - before.total;
  const isComplete = Math.abs(difference) >= COMPLETE_FROM;
  const amount = (value: number): string => {
    const size = reais(cents(Math.abs(value)));
    return isComplete ? `R$\u00a0${formatNumber(size, 0)}` : formatReais(size);
  };
  const complete = totalUse(parts, use);
  const grouped =
    complete === null ? parts : [...parts.filter(({ kind }) => kind !== 'consumption'), complete];
  const largest = Math.max(0, ...grouped.map((part) => Math.abs(part.amount)));
  const named = grouped
    .filter((part) => Math.abs(part.amount) >= Math.max(MIN_SHARE * largest, isComplete ? 50 : 1))
    .sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
    .slice(0, MAX_NAMED)
    .map((part) => {
      const text = part === complete ? perDayText(change, use.consumed) : changePartText(part, change, use);
      return `${text} (${signed(part.amount, amount(part.amount))})`;
    });
  const main =
    difference === 0
      ? `O mesmo valor que ${name}`
      : `${amount(difference)} ${difference < 0 ? 'menos' : 'mais'} que ${name}`;
  const mark = partlyMeasuredText(before.completeness, before.estimated);
  const sentence = named.length === 0 ? main : `${main}: ${named.join(', ')}`;
  return [sentence, taxRulesText(before, after), mark && `${name} ${mark}`]
    .filter((part) => part !== null)
    .join(' · ');
}

/**
 * Merges all changes of consumption into one. Null without changes, or if several changes together move amount and quantity in
 * opposite directions, for example because consumption moved out of the peak.
 */
function totalUse(
  parts: readonly ChangePart[],
  { consumed: [before, after] }: ChangedUse,
): ChangePart | null {
  const ofUse = parts.filter(({ kind }) => kind === 'consumption');
  const [first] = ofUse;
  if (first === undefined) return null;
  const amount = sumCents(ofUse.map((part) => part.amount));
  const isContrary = ofUse.length > 1 && amount * (after - before) <= 0;
  return isContrary ? null : { ...first, amount };
}
