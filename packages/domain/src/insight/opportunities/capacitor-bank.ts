import { type EnergySeries, valueAt } from '../../telemetry/intervals/totals.ts';
import { consumedIn, type LocalQuarter } from './changed-series.ts';

/** Sizes of three-phase low-voltage capacitor banks on the market, kvar. */
export const BANK_KVAR = [
  2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20, 22.5, 25, 30, 35, 40, 45, 50, 60, 75, 100, 125, 150, 200, 250, 300,
] as const;

/** Reactive energy of 1 kvar in a quarter-hour, mvarh. */
const MVARH_A_QUARTER = 250_000;
const HOURS_OF_DAY = 24;
/** Share of the quarter-hours of an hour of the day for which its computed need suffices. */
const NEED_SHARE = 0.95;
/** A smaller bank is preferred if it loses at most this share of the largest bank's saving. */
const LEFT_SHARE = 0.05;

/** Net reactive energy of all phases, mvarh; positive is inductive. */
function netReactive(series: EnergySeries, slot: number): number {
  const inductive =
    valueAt(series.inductiveA, slot) + valueAt(series.inductiveB, slot) + valueAt(series.inductiveC, slot);
  return (
    inductive -
    (valueAt(series.capacitiveA, slot) +
      valueAt(series.capacitiveB, slot) +
      valueAt(series.capacitiveC, slot))
  );
}

/** The same series with an automatic bank, which never compensates more than the inductive energy of a quarter-hour. */
export function withBank(series: EnergySeries, kvar: number): EnergySeries {
  const none = new Float64Array(series.length);
  const inductive = new Float64Array(series.length);
  const capacitive = new Float64Array(series.length);
  for (let slot = 0; slot < series.length; slot++) {
    const net = netReactive(series, slot);
    inductive[slot] = Math.max(0, net - kvar * MVARH_A_QUARTER);
    capacitive[slot] = Math.max(0, -net);
  }
  return {
    ...series,
    inductiveA: inductive,
    inductiveB: none,
    inductiveC: none,
    capacitiveA: capacitive,
    capacitiveB: none,
    capacitiveC: none,
  };
}

/**
 * Needed kvar for each hour of the day, to reach the reference power factor f in 95 % of its quarter-hours: Q − P·tan(acos f).
 * @param reference - power factor, such as 0.92
 */
export function bankNeedByHour(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  reference: number,
): readonly number[] {
  const allowed = Math.tan(Math.acos(reference));
  const needs: number[][] = Array.from({ length: HOURS_OF_DAY }, () => []);
  for (const [slot, { hour }] of quarters.entries()) {
    const beyond = netReactive(series, slot) - consumedIn(series, slot) * allowed;
    (needs[hour] as number[]).push(Math.max(0, beyond) / MVARH_A_QUARTER);
  }
  return needs.map((values) => {
    values.sort((one, other) => one - other);
    return values[Math.ceil(values.length * NEED_SHARE) - 1] ?? 0;
  });
}

/**
 * The smallest bank that saves nearly as much as the largest one, kvar; null if none saves. A larger bank must not save less.
 * @param savedBy - saving of a bank, R$
 */
export function smallestBank(savedBy: (kvar: number) => number): number | null {
  const largest = savedBy(BANK_KVAR[BANK_KVAR.length - 1] as number);
  if (largest <= 0) return null;
  const enough = largest * (1 - LEFT_SHARE);
  let [low, high] = [0, BANK_KVAR.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (savedBy(BANK_KVAR[middle] as number) >= enough) high = middle;
    else low = middle + 1;
  }
  return BANK_KVAR[low] as number;
}
