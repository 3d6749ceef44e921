import { rateToNumber } from '../../base/units/rate.ts';
import type { ReactiveRules } from '../../sites/tariffs/tariff-rules.ts';

/** One clock hour as a meter of reactive excess sees it: mWh, and mvarh of the sign that counts in its window. */
interface ReactiveHour {
  readonly active: number;
  readonly reactive: number;
}

/**
 * Demand or energy that the same apparent power would carry at the reference factor: active × f_R / f_T, which is
 * f_R × √(P² + Q²), and so also known where P is nothing.
 */
export function atReferenceFactor({ active, reactive }: ReactiveHour, reference: number): number {
  return reference * Math.sqrt(active * active + reactive * reactive);
}

/**
 * Excess of reactive energy of one hour, mvarh: EA·(f_R/f_T − 1) where f_T < f_R (REN ANEEL 1.000/2021, art. 302),
 * to the nearest mvarh.
 */
export function excessEnergy(hour: ReactiveHour, reference: number): number {
  if (hour.reactive === 0) return 0;
  return Math.max(0, Math.round(atReferenceFactor(hour, reference) - hour.active));
}

/** The power factor below which excess counts. */
export function referenceOf(rules: Pick<ReactiveRules, 'reference'>): number {
  return rateToNumber(rules.reference);
}
