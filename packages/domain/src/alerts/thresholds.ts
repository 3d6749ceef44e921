/** Limit beyond which a kind of alert reports. */
export interface Threshold {
  /** `null`: nothing is reported until the establishment sets a value. */
  readonly value: number | null;
  readonly unit: '%' | 'R$' | 'ratio' | 'min' | 'days';
  /** Whether values above or below the limit are reported. */
  readonly tells: 'above' | 'below';
}

/** How many people found alerts of one rule at one establishment helpful, and how many did not. */
export interface Opinions {
  readonly helpful: number;
  readonly unhelpful: number;
}

const MAX_STEPS = 5;
const STEP = 0.1;

/** The factor by which opinions move a threshold: a tenth for each unanswered 'não útil', half at most; 1: none. */
export function taughtBy({ helpful, unhelpful }: Opinions): number {
  return 1 + STEP * Math.min(MAX_STEPS, Math.max(0, unhelpful - helpful));
}

/** The threshold of a rule as opinions have moved it; `null`: the rule is silent. */
export function taughtThreshold(
  threshold: Threshold,
  chosen: number | null,
  opinions: Opinions,
): number | null {
  const value = chosen ?? threshold.value;
  if (value === null) return null;
  return threshold.tells === 'above' ? value * taughtBy(opinions) : value / taughtBy(opinions);
}
