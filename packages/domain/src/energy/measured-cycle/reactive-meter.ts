import { HOUR_MS } from '../../base/time/zone.ts';
import { rateToNumber } from '../../base/units/rate.ts';
import type { ReactiveRules } from '../../sites/tariffs/tariff-rules.ts';
import { isInWindow } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type EnergySeries, valueAt } from '../../telemetry/intervals/series.ts';

/** One clock hour as a meter of reactive excess sees it: mWh, and mvarh of the sign that counts in its window. */
interface ReactiveHour {
  readonly active: number;
  readonly reactive: number;
}

/** Demand or energy of the same apparent power at the reference factor: f_R × √(P² + Q²), known without active energy too. */
function atReferenceFactor({ active, reactive }: ReactiveHour, reference: number): number {
  return reference * Math.sqrt(active * active + reactive * reactive);
}

/** Excess of one hour, mvarh: EA·(f_R/f_T − 1) if f_T < f_R (REN ANEEL 1.000/2021, art. 302). */
function excessEnergy(hour: ReactiveHour, reference: number): number {
  if (hour.reactive === 0) return 0;
  return Math.max(0, Math.round(atReferenceFactor(hour, reference) - hour.active));
}

/** The power factor below which excess counts. */
export function referenceOf(rules: Pick<ReactiveRules, 'reference'>): number {
  return rateToNumber(rules.reference);
}

interface LocalSlot {
  /** Epoch ms of the local clock, as though it were UTC. */
  readonly local: number;
  /** Minute of the local day. */
  readonly minute: number;
  /** Index of the post in `POSTS`. */
  readonly touPeriod: number;
  /** mWh of all phases. */
  readonly consumed: number;
}

/** Below which power factor excess counts, and in which window capacitive energy. */
export type ReactiveLimits = Pick<ReactiveRules, 'reference' | 'capacitive'>;

/** Gathers quarter-hours into clock hours, and hours into excess by post. */
export interface ReactiveMeter {
  readonly count: (series: EnergySeries, slot: number, at: LocalSlot) => void;
  /** Counts the hour that was under way. */
  readonly close: () => void;
}

/**
 * A meter of reactive excess. Phases are netted as a polyphase meter does; each window counts one sign. An hour belongs to the
 * tariff period of its first quarter-hour; if a window begins within an hour, both parts count for themselves.
 * @param excess - by post, added to: mvarh @param demand - by post, raised to the highest: W × 1000
 */
export function createReactiveMeter(
  rules: ReactiveLimits,
  excess: Float64Array,
  demand: Float64Array,
): ReactiveMeter {
  const reference = referenceOf(rules);
  let hour = Number.NaN;
  let before = Number.NEGATIVE_INFINITY;
  let isCapacitive = false;
  let touPeriod = 0;
  let active = 0;
  let reactive = 0;

  const close = (): void => {
    const counted = { active, reactive };
    excess[touPeriod] = valueAt(excess, touPeriod) + excessEnergy(counted, reference);
    const apparent = Math.round(atReferenceFactor(counted, reference));
    if (apparent > valueAt(demand, touPeriod)) demand[touPeriod] = apparent;
    active = 0;
    reactive = 0;
  };

  const count = (series: EnergySeries, slot: number, at: LocalSlot): void => {
    const counts = isInWindow(rules.capacitive, at.minute);
    const clockHour = Math.floor(at.local / HOUR_MS);
    // Where clocks are put back, the hour that comes again is another hour.
    if (clockHour !== hour || counts !== isCapacitive || at.local <= before) {
      close();
      hour = clockHour;
      isCapacitive = counts;
      touPeriod = at.touPeriod;
    }
    before = at.local;
    active += at.consumed;
    const net = netReactiveOf(series, slot);
    reactive += Math.max(0, isCapacitive ? -net : net);
  };

  return { count, close };
}

/** mvarh of all phases, netted: inductive where positive, capacitive where negative. */
function netReactiveOf(series: EnergySeries, slot: number): number {
  const inductive =
    valueAt(series.inductiveA, slot) + valueAt(series.inductiveB, slot) + valueAt(series.inductiveC, slot);
  const capacitive =
    valueAt(series.capacitiveA, slot) + valueAt(series.capacitiveB, slot) + valueAt(series.capacitiveC, slot);
  return inductive - capacitive;
}
