const POWERS_OF_TEN = [1, 10, 100, 1000] as const;

/** As an instrument tells a value, with up to three decimals; never −0. Much faster than by way of a text. */
export function rounded(value: number, decimals: 0 | 1 | 2 | 3): number {
  const factor = POWERS_OF_TEN[decimals];
  return (Math.round(value * factor) || 0) / factor;
}
