/** The measured quarter-hours of a stretch of time and what each consumed, mWh (ml of water). */
export interface ConsumedQuarters {
  /** Epoch ms. */
  readonly start: Float64Array;
  readonly consumed: Float64Array;
}

interface AlwaysOn {
  /** Consumption present in any quarter-hour, mWh (ml): the base load. */
  readonly perQuarter: number;
  /** Of each quarter-hour, in their order, the part that belongs to the base. */
  readonly parts: Float64Array;
  readonly energy: number;
  /** `energy` over everything consumed, 0..1; 0 where nothing was. */
  readonly share: number;
}

/** Fewer than 5 in 100 quarter-hours lie below the base: an outage of an hour does not hide it. */
const PERCENTILE = 0.05;

/** The 5th percentile of quarter-hours (nearest rank): the load of any hour. A quarter-hour below it counts as consumed. */
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
