/** The limit of a kind of alert. */
export interface Threshold {
  /** `null`: nothing is reported until the establishment sets a value. */
  readonly value: number | null;
  readonly unit: '%' | 'R$' | 'ratio' | 'min' | 'days';
  /** Whether values above the limit open an alert, or values below it. */
  readonly tells: 'above' | 'below';
}

/** Numbers of people who marked alerts of one rule at one establishment as helpful or not. */
export interface Opinions {
  readonly helpful: number;
  readonly unhelpful: number;
}

const MAX_STEPS = 5;
const STEP = 0.1;

/** The factor by which opinions loosen a threshold: 1 plus a tenth for each 'não útil' in excess of 'útil', at most 1.5. */
export function taughtBy({ helpful, unhelpful }: Opinions): number {
  return 1 + STEP * Math.min(MAX_STEPS, Math.max(0, unhelpful - helpful));
}

/** The threshold of a rule after opinions have loosened it; `null`: the rule opens no alerts. */
export function taughtThreshold(
  threshold: Threshold,
  chosen: number | null,
  opinions: Opinions,
): number | null {
  const value = chosen ?? threshold.value;
  if (value === null) return null;
  return threshold.tells === 'above' ? value * taughtBy(opinions) : value / taughtBy(opinions);
}
