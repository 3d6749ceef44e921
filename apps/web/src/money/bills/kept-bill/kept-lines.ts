import type { BillLine } from '@nascente/contract/money/bills';
import { sumReais } from '../cycle-bill/bill-groups.ts';

/** A line of a kept bill beside the same line computed today; null where one of the two has no such line. */
export interface PairedLine {
  readonly label: string;
  readonly kept: number | null;
  readonly today: number | null;
  /** R$: today less kept. */
  readonly difference: number;
}

const amountsOf = (lines: readonly BillLine[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(lines, ({ label }) => label)].map(([label, sameLabel]) => [
      label,
      sumReais(sameLabel.map(({ amount }) => amount)),
    ]),
  );

/** Lines of the same name stand beside each other; the differences add up to that of the totals. */
export const pairedLines = (kept: readonly BillLine[], today: readonly BillLine[]): PairedLine[] => {
  const [then, now] = [amountsOf(kept), amountsOf(today)];
  return [...new Set([...then.keys(), ...now.keys()])].map((label) => {
    const [before, after] = [then.get(label) ?? null, now.get(label) ?? null];
    return {
      label,
      kept: before,
      today: after,
      difference: sumReais([after ?? 0, -(before ?? 0)]),
    };
  });
};
