import type { ConsolidatedDay } from '@nascente/contract/consumption';

/** Energy of one tariff post over a cycle. */
export interface PostEnergy {
  /** kWh */
  readonly active: number;
  /** Excess reactive energy (ERE, 'UFER' on the bill), kWh. */
  readonly excessReactive: number;
}

export interface GroupAEnergy {
  readonly peak: PostEnergy;
  readonly offPeak: PostEnergy;
}

/** Reference power factor (REN ANEEL 1.000/2021, art. 302). */
const REFERENCE = 0.92;

type Hour = ConsolidatedDay['hours'][number];

const phaseSum = ({ phaseA, phaseB, phaseC }: { phaseA: number; phaseB: number; phaseC: number }): number =>
  phaseA + phaseB + phaseC;

/** kWh billed for an hour's reactive energy: EA × (0.92 / f − 1) where f is below 0.92 (art. 304). */
const excessOf = (active: number, reactive: number): number => {
  if (active <= 0) return 0;
  const factor = active / Math.hypot(active, reactive);
  return factor >= REFERENCE ? 0 : active * (REFERENCE / factor - 1);
};

/** The establishment's hour is judged as a whole: its meters' hours are summed before the power factor is taken. */
export const groupAEnergy = (daysOfMeters: readonly (readonly ConsolidatedDay[])[]): GroupAEnergy => {
  const hours = Map.groupBy(
    daysOfMeters.flatMap((days) =>
      days.flatMap((day) => day.hours.map((hour) => ({ date: day.date, hour }))),
    ),
    ({ date, hour }) => `${date} ${hour.hour}`,
  );
  const result = { peak: { active: 0, excessReactive: 0 }, offPeak: { active: 0, excessReactive: 0 } };
  for (const same of hours.values()) {
    const active = same.reduce((sum, { hour }) => sum + hour.total, 0);
    const reactive = same.reduce((sum, { hour }) => sum + phaseSum(hour.consumptionReactivePower), 0);
    const post: Hour['post'] | undefined = same[0]?.hour.post;
    const energy = post === 'inPoint' ? result.peak : result.offPeak;
    energy.active += active;
    energy.excessReactive += excessOf(active, reactive);
  }
  return result;
};
