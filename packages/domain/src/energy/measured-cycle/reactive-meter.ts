import { HOUR_MS } from '../../base/time/zone.ts';
import type { ReactiveRules } from '../../sites/tariffs/tariff-rules.ts';
import { isInWindow } from '../../sites/tou-windows/posts-by-window.ts';
import { type EnergySeries, valueAt } from '../../telemetry/intervals/series.ts';
import { atReferenceFactor, excessEnergy, referenceOf } from './reactive.ts';

/** A quarter-hour on the local clock. */
interface LocalSlot {
  /** Epoch ms of the local clock, as though it were UTC. */
  readonly local: number;
  /** Minute of the local day. */
  readonly minute: number;
  /** Index of the post in `POSTS`. */
  readonly post: number;
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
 * A meter of reactive excess. The phases of a quarter-hour are netted, as a polyphase meter registers them; over the hour
 * inductive and capacitive energy stay apart, and only what the window of the hour allows counts. An hour belongs to
 * the post of its first quarter-hour, and where a window begins in mid-hour, both halves count for themselves.
 *
 * @param excess - by post, added to: mvarh
 * @param demand - by post, raised to the highest hourly demand at the reference factor: W × 1000
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
  let post = 0;
  let active = 0;
  let reactive = 0;

  const close = (): void => {
    const counted = { active, reactive };
    excess[post] = valueAt(excess, post) + excessEnergy(counted, reference);
    const apparent = Math.round(atReferenceFactor(counted, reference));
    if (apparent > valueAt(demand, post)) demand[post] = apparent;
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
      post = at.post;
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
