import { HOUR_MS } from '../../base/time/zone.ts';
import { rateToNumber } from '../../base/units/rate.ts';
import type { ReactiveRules } from '../../sites/tariffs/tariff-rules.ts';
import { isInWindow } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type EnergySeries, valueAt } from '../../telemetry/intervals/totals.ts';

/** Energy of one clock hour: active in mWh, and reactive in mvarh of the sign that is charged at that time. */
interface ReactiveHour {
  readonly active: number;
  readonly reactive: number;
}

/** Active power or energy with the same apparent value at the reference power factor: f_R × √(P² + Q²); defined for P = 0 too. */
function atReferenceFactor({ active, reactive }: ReactiveHour, reference: number): number {
  return reference * Math.sqrt(active * active + reactive * reactive);
}

/** Excess of one hour, mvarh: EA·(f_R/f_T − 1) if f_T < f_R (REN ANEEL 1.000/2021, art. 302). */
function excessEnergy(hour: ReactiveHour, reference: number): number {
  if (hour.reactive === 0) return 0;
  return Math.max(0, Math.round(atReferenceFactor(hour, reference) - hour.active));
}

/** The power factor below which reactive energy is charged. */
export function referenceOf(rules: Pick<ReactiveRules, 'reference'>): number {
  return rateToNumber(rules.reference);
}

interface LocalSlot {
  /** The local date and time as epoch ms, as if the local clock were UTC. */
  readonly local: number;
  /** Minute of the local day. */
  readonly minute: number;
  /** Index in `TOU_PERIODS`. */
  readonly touPeriod: number;
  /** mWh of all phases. */
  readonly consumed: number;
}

/** The power factor below which reactive energy is charged, and the window in which capacitive energy is charged. */
export type ReactiveLimits = Pick<ReactiveRules, 'reference' | 'capacitive'>;

/** Sums quarter-hours to clock hours, and the excess of hours by time-of-use period. */
export interface ReactiveMeter {
  readonly count: (series: EnergySeries, slot: number, at: LocalSlot) => void;
  /** Counts the last, unfinished hour. */
  readonly close: () => void;
}

/**
 * Measures reactive excess. Phases are netted, as in a polyphase meter. Within the capacitive window only capacitive energy
 * counts, outside it only inductive energy. An hour belongs to the time-of-use period of its first quarter-hour. If the window
 * begins or ends within an hour, both parts count as hours.
 * @param excess - by time-of-use period, mvarh; the measured excess is added to it @param demand - by time-of-use period, W ×
 * 1000; raised to the highest measured one
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
    // An hour that the clock repeats counts as two hours.
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

/** Net reactive energy of all phases, mvarh: positive is inductive, negative is capacitive. */
function netReactiveOf(series: EnergySeries, slot: number): number {
  const inductive =
    valueAt(series.inductiveA, slot) + valueAt(series.inductiveB, slot) + valueAt(series.inductiveC, slot);
  const capacitive =
    valueAt(series.capacitiveA, slot) + valueAt(series.capacitiveB, slot) + valueAt(series.capacitiveC, slot);
  return inductive - capacitive;
}
