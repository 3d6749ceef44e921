/** A quiet vertical axis: few lines, at round numbers, in one unit. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
  /** Decimals that tell every line from its neighbour. */
  readonly decimals: number;
}

const ROUND = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10] as const;
const MAXIMUM_DECIMALS = 4;
/** Below it, as in the first minutes of a day, the numbers beside two grid lines would read the same. */
const MINIMUM = 0.002;

const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  const mantissa = value / power;
  const step = ROUND.find((candidate) => candidate >= mantissa - 1e-9) ?? 10;
  return Number((step * power).toPrecision(6));
};

const decimalsOf = (value: number): number => {
  for (let decimals = 0; decimals < MAXIMUM_DECIMALS; decimals += 1) {
    if (Math.abs(value - Number(value.toFixed(decimals))) < value * 1e-6) return decimals;
  }
  return MAXIMUM_DECIMALS;
};

/** Three lines from zero to a round number above the highest value; whole steps more below for what is given back. */
export const scaleFor = (highest: number, deepest = 0): Scale => {
  const reach = Math.max(highest, deepest);
  if (reach <= 0) return { min: 0, max: 1, interval: 0.5, decimals: 1 };
  const max = roundUp(Math.max(highest, reach / 4, MINIMUM));
  const interval = max / 2;
  const below = deepest > 0 ? Math.ceil(deepest / interval - 1e-9) * interval : 0;
  return { min: below === 0 ? 0 : -below, max, interval, decimals: decimalsOf(interval) };
};

/**
 * Three lines at round numbers around values that lie far from zero, such as volts: what varies is seen.
 * @param lowest - of all values, in the unit of the axis
 */
export const scaleAround = (lowest: number, highest: number): Scale => {
  const spread = Math.max(highest - lowest, Math.abs(highest) * 1e-3);
  if (!(spread > 0)) return scaleFor(0);
  let interval = roundUp(spread / 2);
  let min = Math.floor(lowest / interval + 1e-9) * interval;
  while (min + 2 * interval < highest - 1e-9) {
    interval = roundUp(interval * 1.01);
    min = Math.floor(lowest / interval + 1e-9) * interval;
  }
  const decimals = decimalsOf(interval);
  const exact = (value: number): number => Number(value.toFixed(decimals));
  return { min: exact(min), max: exact(min + 2 * interval), interval, decimals };
};
