import type { PastDecimal, PastUnit } from './file-reading.ts';

export const numbersIn = (cells: readonly string[], decimal: PastDecimal): number[] =>
  cells.flatMap((cell) => parseNumber(splitUnit(cell).number, decimal) ?? []);

/** Whether a column holds numbers in at least half of its cells that hold anything, and in one at least. */
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

/** The power of ten at which a register restarts between two values; null: the step is no rollover. */
export function fullAt(before: number, value: number): number | null {
  const full = 10 ** Math.ceil(Math.log10(Math.max(before, 1)));
  return full >= MIN_FULL && before >= full * NEAR_FULL && value >= 0 && value <= full * NEAR_ZERO
    ? full
    : null;
}

/** Finds the restarts of a register. @param order - places of its points in `flat` @param flat - instants, thousandths in turn */
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

/** Levels of a register as if it went on from where it was full. */
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

/** Values that only grow and begin again near zero: a register of each day. */
const isSawtooth = (values: readonly number[]): boolean =>
  values.every((value, index) => {
    const before = values[index - 1] ?? value;
    return value >= before || value * 4 < before;
  }) && new Set(values).size > values.length / 2;

/** Whether values are those of a register, oldest first; null: they may be, or may not. */
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

/** Four values or more that all differ may be those of a register. */
const meaningOfFew = (values: readonly number[]): boolean | null =>
  new Set(values).size === values.length && values.length > MIN_NUMBERS - 1 ? null : false;

function meaningOfMany(values: readonly number[], first: number, highest: number): boolean | null {
  if (first > highest - first || (first === 0 && values.length >= SURE_OF_REGISTER)) return true;
  return new Set(values).size > values.length / 2 ? null : false;
}

/** Thousandths of Wh, varh, litres, W or litres an hour in a unit. The constant of the meter defines a pulse. */
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
/** Marks of estimated and of measured values. */
const FLAG = /(?<=\d)(?:\s?\*|\s[ER])$/;
const WITH_UNIT = /^([-+]?[\d.,' \u00a0]*\d)\s*((?:[kM]?(?:Wh|varh|VArh|W|var|VAr)|m³|m3|L|l)\.?)$/;
/** No group of thousands begins with zero. */
const GROUPED = {
  ',': /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(?:,|$)/,
  '.': /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.|$)/,
} as const;
/** A number in thousands. */
const THOUSANDS = /^(.*\d)\s?(?:k|mil)$/i;
const PLAIN = /^-?\d[\d.,]*$/;
const BRACKETS = /^\(([\d.,\s]+)\)$/;

/** Texts by which systems say that there is no value. */
const EMPTY = /^(?:[-–—]+|n\/?[ad]|null|nan|none|unavailable|unknown|sem dados?|)$/i;
export const isEmptyCell = (text: string): boolean => EMPTY.test(text);

/** A number and the unit behind it, where a cell holds both. */
export function splitUnit(text: string): { readonly number: string; readonly unit: string | null } {
  const parts = WITH_UNIT.exec(text);
  return parts === null ? { number: text, unit: null } : { number: String(parts[1]), unit: String(parts[2]) };
}

/** Whether a cell counts in thousands of its unit: `5,2 k`. */
export const isInThousands = (text: string): boolean => THOUSANDS.test(text);

/** A number without its marks of groups but one, and with its minus before it. Accountants write a minus as brackets. */
export const bareNumber = (text: string): string => (PLAIN.test(text) ? text : withoutDress(text));

const withoutDress = (text: string): string =>
  text
    .replace(FLAG, '')
    .replace(THOUSANDS, '$1')
    .replace(BRACKETS, '-$1')
    .replace(/[\s\u00a0']/g, '')
    .replaceAll('\u2212', '-')
    .replace(/^([\d.,]+)-$/, '-$1');

/** The mark of a number where both may be decimal marks: the last one, unless it stands there several times. */
const decimalIn = (bare: string): ',' | '.' => {
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
  const [last, at] = comma > point ? ([',', comma] as const) : (['.', point] as const);
  return bare.indexOf(last) === at ? last : last === ',' ? '.' : ',';
};

const PER_THOUSAND = 1_000;

/** Reads `1.234,5` or `1,234.5` by its decimal mark, or `4e+05`. A mark of thousands stands before exactly three digits. */
export function parseNumber(text: string, mark: PastDecimal): number | null {
  const bare = bareNumber(text);
  const decimal = mark === 'either' ? decimalIn(bare) : mark;
  const groups = decimal === ',' ? '.' : ',';
  if (bare.includes(groups) && !GROUPED[decimal].test(bare)) return null;
  const plain = bare.replaceAll(groups, '').replace(decimal, '.');
  if (!NUMBER.test(plain)) return null;
  return isInThousands(text) ? Number(plain) * PER_THOUSAND : Number(plain);
}

/** @returns whole thousandths; null when it is no number, or too large to be exact */
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
