import { type EnergySeries, valueAt } from '../../telemetry/intervals/series.ts';
import { consumedIn, type LocalQuarter } from './changed-series.ts';

interface GenerationBalance {
  /** mWh that were used, whether they came from the grid or from the panels. */
  readonly used: number;
  /** mWh */
  readonly generated: number;
  /** Highest mean W of a quarter-hour. */
  readonly highest: number;
  /** Mean W by hour of the day. */
  readonly hours: readonly { readonly used: number; readonly generated: number }[];
}

const HOURS_OF_DAY = 24;
const WATTS_A_MWH = 4 / 1000;
/** An establishment that generates nearly all that it uses has no need of more. */
const MIN_FACTOR = 1.1;
/** Beyond three times the present size the measured yield is no evidence: another roof, another connection. */
const MAX_FACTOR = 3;

/** mWh of all phases. */
function injectedIn(series: EnergySeries, slot: number): number {
  return valueAt(series.injectedA, slot) + valueAt(series.injectedB, slot) + valueAt(series.injectedC, slot);
}

/** Generation of an inverter's meter by slot, in the direction of most energy, as clamps may lie either way round. */
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

/** Consumption is energy from grid and panels, less injected energy. */
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

/** The factor of a generation that gives a year's use at the measured yield, at most 3; null if it nearly does already. */
export function fittingFactor({
  used,
  generated,
}: Pick<GenerationBalance, 'used' | 'generated'>): number | null {
  if (generated === 0 || used / generated < MIN_FACTOR) return null;
  return Math.min(MAX_FACTOR, used / generated);
}

/** The same series with a generation of the given multiple: first for present consumption, the rest injected. */
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
