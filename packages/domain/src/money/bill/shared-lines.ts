import { type Cents, sumCents } from '../../base/units/money.ts';
import type { LineSharing } from '../../sites/tariffs/own-line.ts';

interface SharedLine {
  readonly kind: string;
  readonly amount: Cents;
  /** As its owner says, of a line of one's own. */
  readonly sharing?: LineSharing | undefined;
}

/** Lines that are the same however much was consumed. */
const FIXED: ReadonlySet<string> = new Set(['cosip', 'fee', 'minimum', 'given']);

/** What of a bill is shared in a way: a line of one's own as its owner says, any other by what it is charged for. */
export function sharedAs(lines: readonly SharedLine[], way: LineSharing): Cents {
  const wayOf = ({ kind, sharing }: SharedLine): LineSharing =>
    sharing ?? (FIXED.has(kind) ? 'none' : 'consumption');
  return sumCents(lines.filter((line) => wayOf(line) === way).map(({ amount }) => amount));
}
