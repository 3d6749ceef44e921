/** The measured quarter-hours of an interval and the consumption of each, mWh (ml of water). */
export interface ConsumedQuarters {
  /** Epoch ms. */
  readonly start: Float64Array;
  readonly consumed: Float64Array;
}

interface AlwaysOn {
  /** Base load of one quarter-hour, mWh (ml): consumption that is present at any time. */
  readonly perQuarter: number;
  /** Base load within each quarter-hour, in the order of `start`; at most the consumption of the quarter-hour. */
  readonly parts: Float64Array;
  readonly energy: number;
  /** `energy` divided by the total consumption, 0..1; 0 without consumption. */
  readonly share: number;
}

/** At most 5 % of the quarter-hours lie below the base load, so an outage of an hour does not set it to zero. */
const PERCENTILE = 0.05;

/**
 * The base load: the 5th percentile of quarter-hours (nearest rank). A quarter-hour below it contributes all of its consumption.
 * @returns null without quarter-hours
 */
export function alwaysOn(quarters: ConsumedQuarters): AlwaysOn | null {
  const { consumed } = quarters;
  if (consumed.length === 0) return null;
  const rank = Math.ceil(PERCENTILE * consumed.length);
  const perQuarter = Float64Array.from(consumed).sort()[rank - 1] as number;
  const parts = consumed.map((energy) => Math.min(energy, perQuarter));
  const energy = sumOf(parts);
  const total = sumOf(consumed);
  return { perQuarter, parts, energy, share: total === 0 ? 0 : energy / total };
}

function sumOf(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0);
}
