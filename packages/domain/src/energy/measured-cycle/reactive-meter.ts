import { HOUR_MS } from '../../base/time/zone.ts';
import { rateToNumber } from '../../base/units/rate.ts';
import type { ReactiveRules } from '../../sites/tariffs/tariff-rules.ts';
import { isInWindow } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type EnergySeries, phaseSumAt, valueAt } from '../../telemetry/intervals/totals.ts';

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

/** Positions of the unfinished hour: its number, the last local time in it, and its energy. */
const [HOUR, BEFORE, ACTIVE, REACTIVE] = [0, 1, 2, 3] as const;

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
  let isCapacitive = false;
  let touPeriod = 0;
  /** The hour that is being summed, in an array: an assignment to a captured variable allocates a number. */
  const open = Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY, 0, 0);

  const close = (): void => {
    const hour = { active: valueAt(open, ACTIVE), reactive: valueAt(open, REACTIVE) };
    excess[touPeriod] = valueAt(excess, touPeriod) + excessEnergy(hour, reference);
    const apparent = Math.round(atReferenceFactor(hour, reference));
    if (apparent > valueAt(demand, touPeriod)) demand[touPeriod] = apparent;
    open[ACTIVE] = 0;
    open[REACTIVE] = 0;
  };

  const count = (series: EnergySeries, slot: number, at: LocalSlot): void => {
    const { local, minute, consumed } = at;
    const counts = isInWindow(rules.capacitive, minute);
    const clockHour = Math.floor(local / HOUR_MS);
    // An hour that the clock repeats counts as two hours.
    if (clockHour !== open[HOUR] || counts !== isCapacitive || local <= valueAt(open, BEFORE)) {
      close();
      open[HOUR] = clockHour;
      isCapacitive = counts;
      touPeriod = at.touPeriod;
    }
    open[BEFORE] = local;
    open[ACTIVE] = valueAt(open, ACTIVE) + consumed;
    const net = netReactiveOf(series, slot);
    open[REACTIVE] = valueAt(open, REACTIVE) + Math.max(0, counts ? -net : net);
  };

  return { count, close };
}

/** Net reactive energy of all phases, mvarh: positive is inductive, negative is capacitive. */
function netReactiveOf(series: EnergySeries, slot: number): number {
  const { inductiveA, inductiveB, inductiveC, capacitiveA, capacitiveB, capacitiveC } = series;
  const inductive = phaseSumAt(inductiveA, inductiveB, inductiveC, slot);
  return inductive - phaseSumAt(capacitiveA, capacitiveB, capacitiveC, slot);
}
