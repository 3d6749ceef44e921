const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const WITH_EXPONENT = /^([+-]?\d+(?:\.\d+)?)(?:[eE]([+-]?\d+))?$/;

/** Powers of ten that a double represents exactly. */
const POWERS_OF_TEN = Float64Array.from({ length: 19 }, (_, exponent) => 10 ** exponent);

/**
 * Maximum length of digits and point for which mantissa and power of ten are exact, so that one division is correctly rounded.
 */
const EXACT_LENGTH = 15;

/**
 * Parses sign, digits, point, digits and exponent (`4e+05`, as C's `%g`); any other character, including a space, is refused.
 * @returns the nearest double, or NaN when the text between `start` and `end` is no finite decimal number
 */
export function scanDecimal(text: string, start: number, end: number): number {
  return scan(text, start, end, 0);
}

/**
 * Parses to thousandths, ties away from zero: `12.3456` is 12346. Texts of up to 15 characters without sign are rounded
 * decimally, longer ones by the nearest double.
 * @returns an integer, or NaN when the text between `start` and `end` is no finite decimal number
 */
export function scanThousandths(text: string, start: number, end: number): number {
  const shifted = scan(text, start, end, 3);
  return shifted < 0 ? 0 - Math.round(-shifted) : Math.round(shifted);
}

/** Writes whole thousandths as the decimal number that `scanThousandths` reads: 12346 is `12.346`. */
export function thousandthsText(thousandths: number): string {
  const size = Math.abs(thousandths);
  const integer = Math.floor(size / 1000);
  return `${thousandths < 0 ? '-' : ''}${integer}.${String(size - integer * 1000).padStart(3, '0')}`;
}

/** Parses a number times 10^shift. */
function scan(text: string, start: number, end: number, shift: number): number {
  const first = afterSign(text, start);
  if (end - first > EXACT_LENGTH) return scanLong(text.slice(start, end), shift);
  let mantissa = 0;
  let position = first;
  let point = -1;
  for (; position < end; position++) {
    const code = text.charCodeAt(position);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
    else if (code === POINT && point < 0 && position > first) point = position;
    else return scanLong(text.slice(start, end), shift);
  }
  if (position === first || point === end - 1) return Number.NaN;
  const power = (point < 0 ? 0 : end - 1 - point) - shift;
  const magnitude = power > 0 ? mantissa / tenTo(power) : mantissa * tenTo(-power);
  return text.charCodeAt(start) === MINUS ? 0 - magnitude : magnitude;
}

function afterSign(text: string, start: number): number {
  const code = text.charCodeAt(start);
  return code === MINUS || code === PLUS ? start + 1 : start;
}

function tenTo(exponent: number): number {
  return POWERS_OF_TEN[exponent] as number;
}

/** Long mantissas and exponents use the engine's conversion, which rounds correctly. */
function scanLong(text: string, shift: number): number {
  const parts = WITH_EXPONENT.exec(text);
  if (parts === null) return Number.NaN;
  const value = Number(`${parts[1]}e${Number(parts[2] ?? 0) + shift}`);
  return Number.isFinite(value) ? value + 0 : Number.NaN;
}

/** '1.234,5' and '1,234.5': of two different separators, the last one is the decimal mark. */
const GROUPED = /^(-?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*)([.,])(\d+)$/;
/** '1,234' may mean 1234 or 1.234, so it is refused. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

/** Parses a number with decimal point or comma; NaN if it is none or ambiguous. */
export function parseDecimalText(typed: string): number {
  const text = typed.trim();
  const grouped = GROUPED.exec(text);
  if (grouped !== null && grouped[3] !== grouped[4])
    return Number(`${grouped[1]}${grouped[2]?.replace(/[.,]/g, '')}.${grouped[5]}`);
  if (AMBIGUOUS.test(text)) return Number.NaN;
  const plain = /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  return scanDecimal(plain, 0, plain.length);
}
