/** @returns the number, with -0 made 0. @throws RangeError naming `what` unless it is whole and exact in a binary float. */
export function integer(value: number, what: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} must be a whole number, got ${value}`);
  return value === 0 ? 0 : value;
}

/** The nearest whole number, halves away from zero. @throws RangeError when the result is not exact. */
export function roundHalfAway(value: number, what: string): number {
  return integer(Math.sign(value) * Math.round(Math.abs(value)), what);
}
