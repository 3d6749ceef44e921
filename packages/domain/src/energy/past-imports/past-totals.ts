import type { PhaseColumn } from '../../telemetry/intervals/series.ts';
import { PAST_PHASES, PAST_QUANTITIES, type PastPhase, type PastQuantity } from './file-reading.ts';

/** Whole thousandths of Wh, varh and litres of one quarter-hour, by quantity and phase. */
export type PastSums = Record<PhaseColumn, number>;

/** The sum that a quantity of a phase goes to; what has no phase stands on the first. */
export const sumKey = (quantity: PastQuantity, phase: PastPhase | null): PhaseColumn =>
  quantity === 'volume' ? 'volume' : `${quantity}${phase ?? 'A'}`;

const KEYS_OF = Object.fromEntries(
  PAST_QUANTITIES.map((quantity) => [
    quantity,
    [...new Set(PAST_PHASES.map((phase) => sumKey(quantity, phase)))],
  ]),
) as unknown as Record<PastQuantity, readonly PhaseColumn[]>;

export const PAST_SUMS: readonly PhaseColumn[] = PAST_QUANTITIES.flatMap((quantity) => KEYS_OF[quantity]);

export const emptySums = (): PastSums => Object.fromEntries(PAST_SUMS.map((key) => [key, 0])) as PastSums;

/** All phases of a quantity. */
export const ofQuantity = (sums: PastSums, quantity: PastQuantity): number =>
  KEYS_OF[quantity].reduce((total, key) => total + sums[key], 0);

/** Adds quarter-hours up, phases together. */
export function sumOf(quarters: Iterable<PastSums>): Record<PastQuantity, number> {
  const total = Object.fromEntries(PAST_QUANTITIES.map((quantity) => [quantity, 0])) as Record<
    PastQuantity,
    number
  >;
  for (const sums of quarters)
    for (const quantity of PAST_QUANTITIES) total[quantity] += ofQuantity(sums, quantity);
  return total;
}
