/** Powers of ten by which measured numbers are multiplied to become integers. */
const SCALES = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;
const MAX_DECIMALS = SCALES.length - 1;

/** Larger numbers are stored as floats, because their digits do not fit. */
const MAXIMUM = 2 ** 40;
/** Below this limit, scaling and rounding returns the exact digits of a 32-bit float (24 significant bits). */
const EXACT = 2 ** 22;

export const scaleOf = (decimals: number): number => SCALES[decimals] as number;

const isNegativeZero = (number: number): boolean => Object.is(number, -0);

/**
 * The shortest decimal of a 32-bit float: its number of decimals, and the value as an integer of the last decimal; `null`: it has
 * too many decimals.
 */
const shortest = (number: number): { readonly decimals: number; readonly integer: number } | null => {
  if (isNegativeZero(number)) return null;
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const integer = Math.round(number * scaleOf(decimals));
    if (Math.abs(integer) > MAXIMUM) return null;
    if (Math.fround(integer / scaleOf(decimals)) === number) return { decimals, integer };
  }
  return null;
};

/** A column in whole units of its last decimal; missing values are NaN. */
export interface ScaledColumn {
  readonly decimals: number;
  readonly integer: Float64Array;
}

/** The number of decimals that all values of a column need; `null`: one value needs too many. */
const decimalsOf = (column: Float64Array): number | null => {
  let maximum = 0;
  for (const number of column) {
    if (Number.isNaN(number)) continue;
    const scaled = number * scaleOf(maximum);
    // Usually the decimals of the previous values are enough.
    if (
      Math.abs(scaled) < EXACT &&
      Math.fround(Math.round(scaled) / scaleOf(maximum)) === number &&
      !isNegativeZero(number)
    )
      continue;
    const found = shortest(number);
    if (found === null) return null;
    maximum = Math.max(maximum, found.decimals);
  }
  return maximum;
};

/**
 * Converts 32-bit floats to integers by their shortest decimals (219.8 and not 219.80000305), all with the same number of
 * decimals. `null`: not all of them can be converted, and the column is stored as floats.
 *
 * @param column - each a number that `Math.fround` leaves as it is, or NaN
 */
export const toScaled = (column: Float64Array): ScaledColumn | null => {
  const decimals = decimalsOf(column);
  if (decimals === null) return null;
  const scale = scaleOf(decimals);
  const integer = new Float64Array(column.length);
  for (const [index, number] of column.entries()) {
    const scaled = number * scale;
    if (Number.isNaN(number)) integer[index] = Number.NaN;
    else if (Math.abs(scaled) < EXACT) integer[index] = Math.round(scaled) + 0;
    else {
      const found = shortest(number);
      if (found === null || Math.abs(found.integer) * scaleOf(decimals - found.decimals) > MAXIMUM)
        return null;
      integer[index] = found.integer * scaleOf(decimals - found.decimals);
    }
  }
  return { decimals, integer };
};

/** Applies {@link shortestDecimal} to a column; NaN stays NaN. */
export const shortestDecimals = (column: Float64Array): Float64Array => {
  const scaled = toScaled(column);
  if (scaled === null)
    return column.map((number) => (Number.isNaN(number) ? number : shortestDecimal(number)));
  const scale = scaleOf(scaled.decimals);
  return scaled.integer.map((integer) => integer / scale);
};

/** The decimal with the fewest digits that rounds to a 32-bit float. */
export const shortestDecimal = (number: number): number => {
  if (isNegativeZero(number)) return number;
  const found = shortest(number);
  if (found !== null) return found.integer / scaleOf(found.decimals);
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(number.toPrecision(digits));
    if (Math.fround(decimal) === number) return decimal;
  }
  return number;
};
