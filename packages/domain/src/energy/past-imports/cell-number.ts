import type { PastUnit } from './file-reading.ts';

/** Thousandths of Wh, varh, litres or W in a unit. Of pulses the constant of the meter says it. */
const THOUSANDTHS: Readonly<Record<PastUnit, number>> = {
  Wh: 1_000,
  kWh: 1_000_000,
  MWh: 1_000_000_000,
  W: 1_000,
  kW: 1_000_000,
  MW: 1_000_000_000,
  L: 1_000,
  m3: 1_000_000,
  pulse: 1_000,
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Marks of estimated and of measured values. */
const FLAG = /(?<=\d)(?:\s?\*|\s[ER])$/;
const WITH_UNIT = /^([-+]?[\d.,' \u00a0]*\d)\s*((?:[kM]?(?:Wh|varh|VArh|W|var|VAr)|m³|m3|L|l)\.?)$/;
const GROUPED = { ',': /^[-+]?\d{1,3}(?:\.\d{3})+(?:,|$)/, '.': /^[-+]?\d{1,3}(?:,\d{3})+(?:\.|$)/ } as const;

/** Texts by which systems say that there is no value. */
const EMPTY = /^(?:[-–—]+|n\/?[ad]|null|nan|none|unavailable|unknown|sem dados?|)$/i;
export const isEmptyCell = (text: string): boolean => EMPTY.test(text);

/** A number and the unit behind it, where a cell holds both. */
export function splitUnit(text: string): { readonly number: string; readonly unit: string | null } {
  const parts = WITH_UNIT.exec(text);
  return parts === null ? { number: text, unit: null } : { number: String(parts[1]), unit: String(parts[2]) };
}

/** A number without its marks of groups but one, and with its minus before it. */
export const bareNumber = (text: string): string =>
  text
    .replace(FLAG, '')
    .replace(/[\s\u00a0']/g, '')
    .replaceAll('\u2212', '-')
    .replace(/^([\d.,]+)-$/, '-$1');

/**
 * Reads a value, `1.234,5` or `1,234.5` by its decimal mark, some of which programs print as `4e+05`.
 * A mark of thousands stands before three digits only: `1.5` is no number where the mark is a comma.
 */
export function parseNumber(text: string, decimal: ',' | '.'): number | null {
  const groups = decimal === ',' ? '.' : ',';
  const bare = bareNumber(text);
  if (bare.includes(groups) && !GROUPED[decimal].test(bare)) return null;
  const plain = bare.replaceAll(groups, '').replace(decimal, '.');
  return NUMBER.test(plain) ? Number(plain) : null;
}

/** @returns whole thousandths; null when it is no number, or too large to be exact */
export function parseCellValue(
  text: string,
  decimal: ',' | '.',
  unit: PastUnit,
  constant = 1,
): number | null {
  const number = parseNumber(splitUnit(text).number, decimal);
  if (number === null) return null;
  const value = Math.round(number * THOUSANDTHS[unit] * constant);
  return Number.isSafeInteger(value) ? value : null;
}
