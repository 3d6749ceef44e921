import { type DayConsumption, type HourConsumption, phaseSum } from './totals.ts';

/** Thousandths of Wh. */
export interface PostEnergy {
  readonly active: number;
  /** Excess reactive energy (ERE, 'UFER' on the bill). */
  readonly excessReactive: number;
}

/** What Group A pays by post; by the posts of the hours as they were cut. */
export interface PeakAndOffPeak {
  readonly peak: PostEnergy;
  readonly offPeak: PostEnergy;
}

/** Reference power factor (REN ANEEL 1.000/2021, art. 302). */
const REFERENCE = 0.92;

/** Where no tariff names them: the hours in which capacitive energy counts, and in all others inductive. */
const CAPACITIVE_UNTIL = 6;

/** What is billed for an hour's reactive energy: EA × (0.92 / f − 1) where f is below 0.92 (art. 304). */
function excessOf(hour: number, active: number, net: number): number {
  if (active <= 0) return 0;
  const reactive = Math.max(0, hour < CAPACITIVE_UNTIL ? -net : net);
  const factor = active / Math.hypot(active, reactive);
  return factor >= REFERENCE ? 0 : active * (REFERENCE / factor - 1);
}

function reactiveOf({ inductive, capacitive }: HourConsumption): number {
  return phaseSum(inductive) - phaseSum(capacitive);
}

/**
 * Active and excess reactive energy of a place. Its hour is judged as a whole: those of its meters are summed before
 * the power factor is taken.
 */
export function peakAndOffPeak(daysOfMeters: readonly (readonly DayConsumption[])[]): PeakAndOffPeak {
  const hours = Map.groupBy(
    daysOfMeters.flatMap((days) =>
      days.flatMap((day) => day.hours.map((hour) => ({ ...hour, key: `${day.date} ${hour.hour}` }))),
    ),
    ({ key }) => key,
  );
  const result = { peak: { active: 0, excessReactive: 0 }, offPeak: { active: 0, excessReactive: 0 } };
  for (const same of hours.values()) {
    const hour = Math.max(...same.map((one) => one.hour));
    const active = same.reduce((sum, one) => sum + one.total, 0);
    const reactive = same.reduce((sum, one) => sum + reactiveOf(one), 0);
    const energy = same.some(({ post }) => post === 'inPoint') ? result.peak : result.offPeak;
    energy.active += active;
    energy.excessReactive += excessOf(hour, active, reactive);
  }
  return result;
}
