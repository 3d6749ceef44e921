import { PAST_QUANTITIES, type PastQuantity } from './file-reading.ts';

/** Whole thousandths of Wh, varh and litres of one quarter-hour. */
export type PastSums = Record<PastQuantity, number>;

export const emptySums = (): PastSums =>
  Object.fromEntries(PAST_QUANTITIES.map((quantity) => [quantity, 0])) as PastSums;

/** Adds quarter-hours up. */
export function sumOf(quarters: Iterable<PastSums>): PastSums {
  const total = emptySums();
  for (const sums of quarters) for (const quantity of PAST_QUANTITIES) total[quantity] += sums[quantity];
  return total;
}
