import type { ReadLine } from './found-prices.ts';

/** The rate that the columns of PIS and COFINS of all lines come to; null where the bill has none. */
export function knownPisCofins(all: readonly ReadLine[]): readonly number[] | null {
  const columns = all.flatMap(({ line }) => line.pisCofins ?? []);
  const base = columns.reduce((sum, each) => sum + each.base, 0);
  const taxes = columns.reduce((sum, each) => sum + each.taxes, 0);
  return base === 0 ? null : [Math.round((taxes / base) * 10_000) / 10_000];
}
