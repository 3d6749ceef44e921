import type { PastDecimal, PastUnit } from './file-reading.ts';

export const numbersIn = (cells: readonly string[], decimal: PastDecimal): number[] =>
  cells.flatMap((cell) => parseNumber(splitUnit(cell).number, decimal) ?? []);

/** Whether at least half of a column's filled cells, and at least one, are numbers. */
export function isNumeric(cells: readonly string[], decimal: PastDecimal): boolean {
  const filled = cells.filter((cell) => !isEmptyCell(cell));
  return filled.length > 0 && numbersIn(filled, decimal).length * 2 >= filled.length;
}

const MIN_NUMBERS = 4;
const MIN_OF_REGISTER = 8;
const SURE_OF_REGISTER = 20;
const FEW_BACK = 0.02;
const SOME_BACK = 0.2;
const RARELY_BACK = 0.1;

const NEAR_FULL = 0.9;
const NEAR_ZERO = 0.1;
const MIN_FULL = 1_000;

/** The power of ten at which a register restarts if the step between two values is a rollover; null if it is none. */
export function fullAt(before: number, value: number): number | null {
  const full = 10 ** Math.ceil(Math.log10(Math.max(before, 1)));
  return full >= MIN_FULL && before >= full * NEAR_FULL && value >= 0 && value <= full * NEAR_ZERO
    ? full
    : null;
}

/**
 * Counts the rollovers of a register. @param order - positions of its points in `flat`, oldest first @param flat - for each point
 * its instant, then its value in thousandths @param perUnit - thousandths in the register's unit
 */
export function rolloversOf(
  order: Uint32Array,
  flat: readonly number[],
  perUnit: number,
): { readonly count: number; readonly full: number | null } {
  let [count, full, before]: [number, number | null, number] = [0, null, 0];
  for (const place of order) {
    const shown = (flat[place + 1] as number) / perUnit;
    const found = shown < before ? fullAt(before, shown) : null;
    if (found !== null) count++;
    full ??= found;
    before = shown;
  }
  return { count, full };
}

/** Values of a register as if it did not restart when it is full. */
function unrolled(values: readonly number[]): readonly number[] {
  let beyond = 0;
  return values.map((value, index) => {
    const before = values[index - 1] ?? value;
    if (value < before) beyond += fullAt(before, value) ?? 0;
    return value + beyond;
  });
}

const shareBack = (values: readonly number[]): number =>
  values.filter((value, index) => value < (values[index - 1] ?? value)).length / values.length;

/** Whether values only grow, except for restarts below a quarter of the value before: a register that restarts each day. */
const isSawtooth = (values: readonly number[]): boolean =>
  values.every((value, index) => {
    const before = values[index - 1] ?? value;
    return value >= before || value * 4 < before;
  }) && new Set(values).size > values.length / 2;

/** Whether values, oldest first, are those of a register; null if both are possible. @param hint - by the column's name */
export function registerMeaning(shown: readonly number[], hint: boolean | null): boolean | null {
  const values = unrolled(shown);
  const [first = 0] = values;
  const highest = values.reduce((maximum, value) => Math.max(maximum, value), 0);
  if (hint === true && values.every((value) => value === first)) return true;
  const back = shareBack(values);
  if (hint === false || first < 0 || highest <= first || back > SOME_BACK) return false;
  if (back > FEW_BACK && back < RARELY_BACK && isSawtooth(values)) return null;
  if (back > FEW_BACK) return hint === true ? null : false;
  if (hint === true) return true;
  return values.length < MIN_OF_REGISTER ? meaningOfFew(values) : meaningOfMany(values, first, highest);
}

/** Four or more distinct values may be those of a register; fewer or repeated values are amounts. */
const meaningOfFew = (values: readonly number[]): boolean | null =>
  new Set(values).size === values.length && values.length > MIN_NUMBERS - 1 ? null : false;

function meaningOfMany(values: readonly number[], first: number, highest: number): boolean | null {
  if (first > highest - first || (first === 0 && values.length >= SURE_OF_REGISTER)) return true;
  return new Set(values).size > values.length / 2 ? null : false;
}

/** Number of thousandths of Wh, varh, L, W or L/h in each unit. A pulse is multiplied by the meter's constant. */
export const THOUSANDTHS: Readonly<Record<PastUnit, number>> = {
  Wh: 1_000,
  kWh: 1_000_000,
  MWh: 1_000_000_000,
  GWh: 1_000_000_000_000,
  W: 1_000,
  kW: 1_000_000,
  MW: 1_000_000_000,
  J: 1_000 / 3_600,
  kJ: 1_000_000 / 3_600,
  MJ: 1_000_000_000 / 3_600,
  GJ: 1_000_000_000_000 / 3_600,
  // The international table BTU of 1,055.05585262 J.
  BTU: 1_055_055.85262 / 3_600,
  kBTU: 1_055_055_852.62 / 3_600,
  L: 1_000,
  m3: 1_000_000,
  'L/s': 3_600_000,
  'L/min': 60_000,
  'L/h': 1_000,
  'm3/h': 1_000_000,
  gal: 3_785.411784,
  galUK: 4_546.09,
  ft3: 28_316.846592,
  pulse: 1_000,
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Marks after a value that state whether it is estimated or measured. */
const FLAG = /(?<=\d)(?:\s?\*|\s[ER])$/;
const WITH_UNIT = /^([-+]?[\d.,' \u00a0]*\d)\s*((?:[kM]?(?:Wh|varh|VArh|W|var|VAr)|m³|m3|L|l)\.?)$/;
/** A number with thousands separators does not begin with zero. */
const GROUPED = {
  ',': /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(?:,|$)/,
  '.': /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.|$)/,
} as const;
/** A number with `k` or `mil`: it counts in thousands. */
const THOUSANDS = /^(.*\d)\s?(?:k|mil)$/i;
const PLAIN = /^-?\d[\d.,]*$/;
const BRACKETS = /^\(([\d.,\s]+)\)$/;

/** Texts that systems write for a missing value. */
const EMPTY = /^(?:[-–—]+|n\/?[ad]|null|nan|none|unavailable|unknown|sem dados?|)$/i;
export const isEmptyCell = (text: string): boolean => EMPTY.test(text);

/** Splits a cell into its number and the unit after it, if it has one. */
export function splitUnit(text: string): { readonly number: string; readonly unit: string | null } {
  const parts = WITH_UNIT.exec(text);
  return parts === null ? { number: text, unit: null } : { number: String(parts[1]), unit: String(parts[2]) };
}

/** Whether a cell counts in thousands of its unit: `5,2 k`. */
export const isInThousands = (text: string): boolean => THOUSANDS.test(text);

/**
 * A number without marks, spaces and brackets, and with a leading minus sign: accountants write `(5)` or `5-` for −5. Points and
 * commas stay.
 */
export const bareNumber = (text: string): string => (PLAIN.test(text) ? text : withoutDress(text));

const withoutDress = (text: string): string =>
  text
    .replace(FLAG, '')
    .replace(THOUSANDS, '$1')
    .replace(BRACKETS, '-$1')
    .replace(/[\s\u00a0']/g, '')
    .replaceAll('\u2212', '-')
    .replace(/^([\d.,]+)-$/, '-$1');

/** The decimal mark of a number in a file with both: the last mark, unless it occurs several times. */
const decimalIn = (bare: string): ',' | '.' => {
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
  const [last, at] = comma > point ? ([',', comma] as const) : (['.', point] as const);
  return bare.indexOf(last) === at ? last : last === ',' ? '.' : ',';
};

const PER_THOUSAND = 1_000;

/**
 * Parses `1.234,5` or `1,234.5` by the decimal mark, or `4e+05`. A thousands separator must precede exactly three digits. Null:
 * no number.
 */
export function parseNumber(text: string, mark: PastDecimal): number | null {
  const bare = bareNumber(text);
  const decimal = mark === 'either' ? decimalIn(bare) : mark;
  const groups = decimal === ',' ? '.' : ',';
  if (bare.includes(groups) && !GROUPED[decimal].test(bare)) return null;
  const plain = bare.replaceAll(groups, '').replace(decimal, '.');
  if (!NUMBER.test(plain)) return null;
  return isInThousands(text) ? Number(plain) * PER_THOUSAND : Number(plain);
}

/** @returns whole thousandths, multiplied by `constant`; null if the text is no number, or if it is too large to be exact */
export function parseCellValue(
  text: string,
  decimal: PastDecimal,
  unit: PastUnit,
  constant = 1,
): number | null {
  const number = parseNumber(splitUnit(text).number, decimal);
  if (number === null) return null;
  const value = Math.round(number * THOUSANDTHS[unit] * constant);
  return Number.isSafeInteger(value) ? value : null;
}
