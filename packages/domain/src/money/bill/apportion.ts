import { type Cents, cents } from '../../base/units/money.ts';

/** Shares of a bill, to the cent. */
interface Apportionment {
  /** In the order of the weights. */
  readonly shares: readonly Cents[];
  /** Cents that no exact share explains: handed out one by one to the largest fractions; they are in the shares. */
  readonly rounded: Cents;
  /** What could not be shared, because nothing was consumed: the whole bill then, else 0. */
  readonly unshared: Cents;
}

/**
 * Shares a total among meters or groups by what they consumed, by the method of the largest remainder: every share is
 * its exact part cut to a cent, up or down, and shares and the unshared rest add up to the total. Of equal remainders
 * the first is served first.
 *
 * @param weights - consumption, whole numbers of one unit, none negative
 * @throws RangeError unless weights are whole numbers
 */
export function apportion(total: Cents, weights: readonly number[]): Apportionment {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return { shares: weights.map(() => cents(0)), rounded: cents(0), unshared: total };
  const sign = total < 0 ? -1 : 1;
  const size = BigInt(Math.abs(total));
  const parts = weights.map((weight, index) => {
    const exact = size * BigInt(weight);
    return { index, whole: Number(exact / all), rest: exact % all };
  });
  const left = Math.abs(total) - parts.reduce((sum, { whole }) => sum + whole, 0);
  const served = [...parts].sort((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  );
  const raised = new Set(served.slice(0, left).map(({ index }) => index));
  return {
    shares: parts.map(({ index, whole }) => cents(sign * (whole + (raised.has(index) ? 1 : 0)))),
    rounded: cents(sign * left),
    unshared: cents(0),
  };
}
