import type { PastUnit } from './file-reading.ts';

/** Whole thousandths of Wh, varh and litres in a unit. */
const THOUSANDTHS: Readonly<Record<PastUnit, number>> = {
  Wh: 1_000,
  kWh: 1_000_000,
  MWh: 1_000_000_000,
  L: 1_000,
  m3: 1_000_000,
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Reads a value, `1.234,5` or `1,234.5` by its decimal mark, some of which programs print as `4e+05`.
 *
 * @returns whole thousandths; null when it is no number, or too large to be exact
 */
export function parseRowValue(text: string, decimal: ',' | '.', unit: PastUnit): number | null {
  const groups = decimal === ',' ? '.' : ',';
  const plain = text.replaceAll(groups, '').replace(decimal, '.').replaceAll(' ', '');
  if (!NUMBER.test(plain)) return null;
  const value = Math.round(Number(plain) * THOUSANDTHS[unit]);
  return Number.isSafeInteger(value) ? value : null;
}
