import { bareNumber, isEmptyCell, parseNumber, splitUnit } from './cell-number.ts';
import { candidate, type FileQuestion } from './file-question.ts';
import type { FileReading } from './file-reading.ts';

const THREE_DECIMALS = (mark: string): RegExp => new RegExp(String.raw`^[-+]?[1-9]\d{0,2}[${mark}]\d{3}$`);
const NOT_GROUPS = (mark: string): RegExp =>
  new RegExp(
    String.raw`^[-+]?(?:0+[${mark}]\d+|\d*[${mark}](?:\d{1,2}|\d{4,})|\d{4,}[${mark}]\d+)(?:e[-+]?\d+)?$`,
    'i',
  );
const FEW_DIGITS = 100;
const MIN_NUMBERS = 4;

/** What stands around numbers and says how they are written. */
interface NumberHints {
  readonly separator: FileReading['separator'];
  /** Whether nobody who wrote this file has commas for thousands. */
  readonly hasDecimalCommas: boolean;
}

const LITTLE = 'pouco mais de um';
const THOUSAND = 'mil duzentos e trinta e quatro';
const pointsFirst = [
  candidate(`ponto decimal (1.234 é ${LITTLE})`, { decimal: '.' }),
  candidate(`vírgula decimal (1.234 é ${THOUSAND})`, { decimal: ',' }),
];
const commasFirst = [
  candidate(`vírgula decimal (1,234 é ${LITTLE})`, { decimal: ',' }),
  candidate(`ponto decimal (1,234 é ${THOUSAND})`, { decimal: '.' }),
];

/** The decimal mark of numbers, and the question that remains where `1.234` may be either. */
export function decimalOf(
  cells: readonly string[],
  { separator, hasDecimalCommas }: NumberHints,
): { decimal: ',' | '.'; question: FileQuestion | null } {
  const numbers = cells
    .map((cell) => bareNumber(splitUnit(cell).number))
    .filter((cell) => !isEmptyCell(cell));
  const has = (pattern: RegExp): boolean => numbers.some((cell) => pattern.test(cell));
  if (has(/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/) || has(NOT_GROUPS(',')) || has(/^[-+]?\d{1,3}\.\d{3}\.\d{3}$/))
    return { decimal: ',', question: null };
  if (has(/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/) || has(NOT_GROUPS('.')) || has(/^[-+]?\d{1,3},\d{3},\d{3}$/))
    return { decimal: '.', question: null };
  const commas = numbers.filter((cell) => THREE_DECIMALS(',').test(cell)).length;
  const points = numbers.filter((cell) => THREE_DECIMALS('.').test(cell)).length;
  if (commas + points === 0) return { decimal: separator === ',' ? '.' : ',', question: null };
  if (commas > 0 && hasDecimalCommas) return { decimal: ',', question: null };
  const plain = numbers
    .map((cell) => (/^[-+]?\d{1,3}$/.test(cell) ? Math.abs(Number(cell)) : null))
    .filter((number) => number !== null);
  const small = plain.filter((number) => number < FEW_DIGITS && number > 0).length;
  // Where every number with a mark has three digits behind it, and whole numbers of three digits stand beside, they are thousands.
  if (commas + points >= MIN_NUMBERS && plain.length > small && small * 2 <= plain.length)
    return { decimal: points > 0 ? ',' : '.', question: null };
  return {
    decimal: points > 0 ? '.' : ',',
    question: { about: 'decimal', candidates: points > 0 ? pointsFirst : commasFirst },
  };
}

export const numbersIn = (cells: readonly string[], decimal: ',' | '.'): number[] =>
  cells.flatMap((cell) => parseNumber(splitUnit(cell).number, decimal) ?? []);

/** Whether a column holds numbers in at least half of its cells that hold anything, and in one at least. */
export function isNumeric(cells: readonly string[], decimal: ',' | '.'): boolean {
  const filled = cells.filter((cell) => !isEmptyCell(cell));
  return filled.length > 0 && numbersIn(filled, decimal).length * 2 >= filled.length;
}

const MIN_OF_REGISTER = 8;
const SURE_OF_REGISTER = 20;
const FEW_BACK = 0.02;
const SOME_BACK = 0.2;
const RARELY_BACK = 0.1;

const shareBack = (values: readonly number[]): number =>
  values.filter((value, index) => value < (values[index - 1] ?? value)).length / values.length;

/** Values that only grow and begin again near zero: a register of each day. */
const isSawtooth = (values: readonly number[]): boolean =>
  values.every((value, index) => {
    const before = values[index - 1] ?? value;
    return value >= before || value * 4 < before;
  }) && new Set(values).size > values.length / 2;

/** Whether values are those of a register, oldest first; null: they may be, or may not. */
export function registerMeaning(values: readonly number[], hint: boolean | null): boolean | null {
  const [first = 0] = values;
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  if (hint === true && values.every((value) => value === first)) return true;
  const back = shareBack(values);
  if (hint === false || first < 0 || highest <= first || back > SOME_BACK) return false;
  if (back > FEW_BACK && back < RARELY_BACK && isSawtooth(values)) return null;
  if (back > FEW_BACK) return hint === true ? null : false;
  if (hint === true) return true;
  return values.length < MIN_OF_REGISTER ? meaningOfFew(values) : meaningOfMany(values, first, highest);
}

/** Four values or more that all differ may be those of a register. */
const meaningOfFew = (values: readonly number[]): boolean | null =>
  new Set(values).size === values.length && values.length > MIN_NUMBERS - 1 ? null : false;

function meaningOfMany(values: readonly number[], first: number, highest: number): boolean | null {
  if (first > highest - first || (first === 0 && values.length >= SURE_OF_REGISTER)) return true;
  return new Set(values).size > values.length / 2 ? null : false;
}
