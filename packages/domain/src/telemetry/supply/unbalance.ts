/**
 * Unbalance of three line voltages as a share: negative sequence over positive sequence, by the lengths alone
 * (PRODIST Module 8; CIGRE). Zero where there is no voltage at all.
 */
export function lineUnbalance(ab: number, bc: number, ca: number): number {
  const squares = ab ** 2 + bc ** 2 + ca ** 2;
  if (squares === 0) return 0;
  const beta = (ab ** 4 + bc ** 4 + ca ** 4) / squares ** 2;
  // Rounding may leave a little below zero where all are equal.
  const root = Math.sqrt(Math.max(0, 3 - 6 * beta));
  return Math.sqrt(Math.max(0, (1 - root) / (1 + root)));
}

const lineBetween = (one: number, other: number): number => Math.sqrt(one ** 2 + other ** 2 + one * other);

/** The same of three phase voltages, taken to stand 120° from each other: a board measures lengths and no angles. */
export function phaseUnbalance(a: number, b: number, c: number): number {
  return lineUnbalance(lineBetween(a, b), lineBetween(b, c), lineBetween(c, a));
}
