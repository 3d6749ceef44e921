import { readDelimited } from '../../base/sheet/delimited.ts';
import { addDays, type CivilDate, civilDate, daysBetween, isCivilDate } from '../../base/time/civil-day.ts';
import type { MeasuredDay } from '../../energy/baseline/baseline.ts';
import type { VariableKind } from '../../energy/baseline/independent-variables.ts';

/** A change of consumption that the implemented saving did not cause, such as a new machine (IPMVP: non-routine adjustment). */
export interface OtherChange {
  /** First day of the change. */
  readonly begins: CivilDate;
  /** First day after the change; null while it lasts. */
  readonly undone: CivilDate | null;
  /** Daily addition in the unit of the days, negative for a reduction; null if `share` is set. */
  readonly perDay: number | null;
  /** Change as a share of the day's other consumption: 0.1 is 10 % more; above −1. Null if `perDay` is set. */
  readonly share: number | null;
}

function isOn({ begins, undone }: OtherChange, date: CivilDate): boolean {
  return begins <= date && (undone === null || date < undone);
}

const ofDay = (changes: readonly OtherChange[], date: CivilDate) => {
  const lasting = changes.filter((change) => isOn(change, date));
  return {
    perDay: lasting.reduce((sum, { perDay }) => sum + (perDay ?? 0), 0),
    factor: lasting.reduce((product, { share }) => product * (1 + (share ?? 0)), 1),
  };
};

/** Effect of changes on a day; consumption never falls below zero. @param expected - consumption without the changes */
export function addedOn(changes: readonly OtherChange[], date: CivilDate, expected: number): number {
  const { perDay, factor } = ofDay(changes, date);
  return Math.max(0, expected * factor + perDay) - expected;
}

/** Removes the effect of changes from days, so that a baseline can be learnt from them. */
export function withoutChanges(changes: readonly OtherChange[], days: readonly MeasuredDay[]): MeasuredDay[] {
  return days.map(({ date, total }) => {
    const { perDay, factor } = ofDay(changes, date);
    return { date, total: Math.max(0, (total - perDay) / factor) };
  });
}

/** The value of an independent variable on a day. */
export interface DayValue {
  readonly date: CivilDate;
  readonly value: number;
}

interface RefusedLine {
  readonly line: number;
  /** In Portuguese. */
  readonly why: string;
}

export interface ReadDayValues {
  /** Oldest first, one a day. */
  readonly values: readonly DayValue[];
  readonly refused: readonly RefusedLine[];
  /** Title of the value column, if the file begins with a row of titles. */
  readonly title: string | null;
  readonly decimal: ',' | '.';
}

/** Maximum number of days in a file: more than ten years. */
export const MAX_DAY_VALUES = 4_000;
const EARLIEST_DAY = civilDate('2000-01-01');

/** Plausible limits of values. */
export const VALUE_LIMITS: Readonly<Record<VariableKind, { readonly min: number; readonly max: number }>> = {
  temperature: { min: -60, max: 60 },
  production: { min: 0, max: 1e12 },
};

const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** The time 00:00, which some files write after a date. */
const MIDNIGHT = /[ T]0?0:00(?::00)?$/;
const NUMBERS = {
  ',': /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/,
  '.': /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/,
} as const;
const GROUPS = { ',': '.', '.': ',' } as const;

function dayOf(typed: string): CivilDate | null {
  const text = typed.replace(MIDNIGHT, '');
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? [];
  const iso = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCivilDate(iso) ? iso : null;
}

/** The decimal mark: in a value with both marks the last one, else a comma if any value has one. */
function decimalOf(values: readonly string[]): ',' | '.' {
  const both = values.find((value) => value.includes(',') && value.includes('.'));
  if (both !== undefined) return both.lastIndexOf(',') > both.lastIndexOf('.') ? ',' : '.';
  return values.some((value) => value.includes(',')) ? ',' : '.';
}

function numberOf(text: string, decimal: ',' | '.'): number | null {
  const plain = text.replaceAll(' ', '');
  if (!NUMBERS[decimal].test(plain)) return null;
  return Number(plain.replaceAll(GROUPS[decimal], '').replace(decimal, '.'));
}

interface HowRead {
  readonly decimal: ',' | '.';
  readonly kind: VariableKind;
  readonly last: CivilDate;
}

/** The reason, in Portuguese, why a value is refused; null if it is accepted. */
function whyNoValue(typed: string, value: number | null, { decimal, kind }: HowRead): string | null {
  if (typed === '') return 'Falta o valor.';
  if (value === null)
    return `“${typed}” não é um número com ${decimal === ',' ? 'vírgula' : 'ponto'} decimal.`;
  const { min, max } = VALUE_LIMITS[kind];
  if (value >= min && value <= max) return null;
  return kind === 'temperature'
    ? `Temperatura fora de −${-min} a ${max} °C.`
    : 'Produção negativa ou grande demais.';
}

/** The value of a row, or its error in Portuguese. */
function readRow(cells: readonly string[], how: HowRead): DayValue | string {
  const [day = '', typed = '', ...more] = cells;
  if (more.some((cell) => cell !== '')) return 'Há mais de duas colunas: use dia;valor.';
  const date = dayOf(day);
  if (date === null) return `“${day}” não é um dia: use dd/mm/aaaa ou aaaa-mm-dd.`;
  if (date < EARLIEST_DAY || date > how.last) return 'O dia é de antes de 2000, ou ainda não passou.';
  const value = numberOf(typed, how.decimal);
  return whyNoValue(typed, value, how) ?? { date, value: value as number };
}

/**
 * Parses a table `dia;valor` saved by a spreadsheet: optional titles, any separator of `readDelimited`, dates dd/mm/aaaa or ISO.
 * Faulty lines are reported.
 * @param last - last permitted day
 */
export function readDayValues(
  text: string,
  { kind, last }: { readonly kind: VariableKind; readonly last: CivilDate },
): ReadDayValues {
  const [first, ...others] = readDelimited(text);
  const hasTitles = first !== undefined && !/\d/.test(first.cells[0] as string);
  const rows = first === undefined || hasTitles ? others : [first, ...others];
  const decimal = decimalOf(rows.map(({ cells }) => cells[1] ?? ''));
  const lines = new Map<CivilDate, number>();
  const values: DayValue[] = [];

  const take = (line: number, cells: readonly string[]): string | null => {
    const found = readRow(cells, { decimal, kind, last });
    if (typeof found === 'string') return found;
    const before = lines.get(found.date);
    if (before !== undefined) return `O dia já está na linha ${before}.`;
    if (values.length === MAX_DAY_VALUES) return `O arquivo tem mais de ${MAX_DAY_VALUES} dias.`;
    lines.set(found.date, line);
    values.push(found);
    return null;
  };

  const refused = rows.flatMap(({ line, cells }): RefusedLine[] => {
    const why = take(line, cells);
    return why === null ? [] : [{ line, why }];
  });
  return {
    values: values.toSorted((a, b) => a.date.localeCompare(b.date)),
    refused,
    title: (hasTitles && first.cells[1]) || null,
    decimal,
  };
}

/** Gaps between the first and the last date, oldest first. @param dates - ascending */
export function gapsOf(
  dates: readonly CivilDate[],
): readonly { readonly first: CivilDate; readonly last: CivilDate; readonly days: number }[] {
  return dates.slice(1).flatMap((date, index) => {
    const before = dates[index] as CivilDate;
    const days = daysBetween(before, date) - 1;
    return days === 0 ? [] : [{ first: addDays(before, 1), last: addDays(date, -1), days }];
  });
}
