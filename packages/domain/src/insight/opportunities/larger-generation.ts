import { type EnergySeries, valueAt } from '../../telemetry/intervals/totals.ts';
import { consumedIn, type LocalQuarter } from './changed-series.ts';

interface GenerationBalance {
  /** Used energy from grid and panels, mWh. */
  readonly used: number;
  /** mWh */
  readonly generated: number;
  /** Highest generation of a quarter-hour, mean W. */
  readonly highest: number;
  /** Mean W by hour of the day. */
  readonly hours: readonly { readonly used: number; readonly generated: number }[];
}

const HOURS_OF_DAY = 24;
const WATTS_A_MWH = 4 / 1000;
/** No larger generation is proposed below this factor: the establishment already generates nearly all that it uses. */
const MIN_FACTOR = 1.1;
/** A system of more than three times the size needs another roof and connection, so the measured yield does not apply. */
const MAX_FACTOR = 3;

/** mWh of all phases. */
function injectedIn(series: EnergySeries, slot: number): number {
  return valueAt(series.injectedA, slot) + valueAt(series.injectedB, slot) + valueAt(series.injectedC, slot);
}

/** Generation by slot from an inverter's meter, in the direction of most of its energy, because clamps may be reversed. */
export function generatedIn(series: EnergySeries, inverter: EnergySeries): Float64Array {
  let [consumed, injected] = [0, 0];
  for (let slot = 0; slot < inverter.length; slot++) {
    consumed += consumedIn(inverter, slot);
    injected += injectedIn(inverter, slot);
  }
  const flowIn = injected >= consumed ? injectedIn : consumedIn;
  const flows = new Map(Array.from(inverter.start, (at, slot) => [at, flowIn(inverter, slot)]));
  return series.start.map((at) => flows.get(at) ?? 0);
}

/** Totals of a series with generation. Used energy is that from grid and panels less the injected energy. */
export function generationBalance(
  series: EnergySeries,
  generated: Float64Array,
  quarters: readonly LocalQuarter[],
): GenerationBalance {
  const byHour = Array.from({ length: HOURS_OF_DAY }, () => ({ used: 0, generated: 0, slots: 0 }));
  let [used, all, highest] = [0, 0, 0];
  for (const [slot, { hour }] of quarters.entries()) {
    const made = generated[slot] as number;
    const here = Math.max(0, consumedIn(series, slot) + made - injectedIn(series, slot));
    used += here;
    all += made;
    highest = Math.max(highest, made);
    const one = byHour[hour] as (typeof byHour)[number];
    one.used += here;
    one.generated += made;
    one.slots += 1;
  }
  const mean = (energy: number, slots: number): number => (slots === 0 ? 0 : (energy / slots) * WATTS_A_MWH);
  return {
    used,
    generated: all,
    highest: highest * WATTS_A_MWH,
    hours: byHour.map((one) => ({
      used: mean(one.used, one.slots),
      generated: mean(one.generated, one.slots),
    })),
  };
}

/** The factor by which generation would equal the year's use, at most 3; null if it nearly does already. */
export function fittingFactor({
  used,
  generated,
}: Pick<GenerationBalance, 'used' | 'generated'>): number | null {
  if (generated === 0 || used / generated < MIN_FACTOR) return null;
  return Math.min(MAX_FACTOR, used / generated);
}

/** The same series with generation multiplied: the additional energy first covers consumption, and the rest is injected. */
export function withGeneration(series: EnergySeries, generated: Float64Array, factor: number): EnergySeries {
  const none = new Float64Array(series.length);
  const consumed = new Float64Array(series.length);
  const injected = new Float64Array(series.length);
  for (let slot = 0; slot < series.length; slot++) {
    const more = Math.round((generated[slot] as number) * (factor - 1));
    const taken = consumedIn(series, slot);
    consumed[slot] = Math.max(0, taken - more);
    injected[slot] = injectedIn(series, slot) + Math.max(0, more - taken);
  }
  return {
    ...series,
    consumedA: consumed,
    consumedB: none,
    consumedC: none,
    injectedA: injected,
    injectedB: none,
    injectedC: none,
  };
}
