import type { PastDecimal, PastUnit } from './file-reading.ts';

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

/**
 * Reads a value, `1.234,5` or `1,234.5` by its decimal mark, some of which programs print as `4e+05`.
 * A mark of thousands stands before three digits only: `1.5` is no number where the mark is a comma.
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
