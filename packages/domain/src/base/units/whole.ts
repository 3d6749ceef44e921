/**
 * Checks that a number is a whole number which binary floats hold exactly.
 * @returns the number, with -0 made 0.
 * @throws RangeError naming `what` otherwise.
 */
export function wholeNumber(value: number, what: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} must be a whole number, got ${value}`);
  return value === 0 ? 0 : value;
}

/**
 * Rounds to the nearest whole number, halves away from zero: what was consumed and what was injected
 * round alike. @throws RangeError when the result is not held exactly.
 */
export function nearestWhole(value: number, what: string): number {
  return wholeNumber(Math.sign(value) * Math.round(Math.abs(value)), what);
}
