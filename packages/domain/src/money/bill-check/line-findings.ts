import { cents } from '../../base/units/money.ts';
import type { ComparedLine } from './billed-lines.ts';
import type { BillFinding } from './finding.ts';

/** What the lines of a bill are above those that were expected; what one side does not have is left out. */
export function knownDifference(lines: readonly ComparedLine[]): number {
  return lines.reduce(
    (sum, { billed, expected }) => (billed === null || expected === null ? sum : sum + billed - expected),
    0,
  );
}

/** The same line at the same amount, once more than it was expected. */
export function printedTwice(lines: readonly ComparedLine[]): BillFinding[] {
  return lines.flatMap(({ label, billed, expected }, index) => {
    const isRepeated = lines
      .slice(0, index)
      .some((before) => before.label === label && before.billed === billed);
    if (billed === null || billed <= 0 || expected !== null || !isRepeated) return [];
    return [{ kind: 'twice' as const, amount: billed, text: `A linha “${label}” está duas vezes na conta.` }];
  });
}

/** Credits of the contract that are not on the bill. */
export function forgottenCredits(lines: readonly ComparedLine[]): BillFinding[] {
  return lines.flatMap(({ label, billed, expected }) => {
    const amount = cents(0 - (expected ?? 0));
    if (billed !== null || amount <= 0) return [];
    return [{ kind: 'discount' as const, amount, text: `O crédito “${label}” não foi dado.` }];
  });
}
