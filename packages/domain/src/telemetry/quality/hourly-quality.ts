import { HOUR_MS } from '../../base/time/zone.ts';
import type { Frames } from '../frames/frame-columns.ts';
import type { FrameField } from '../frames/frame-fields.ts';

/** Columns of hourly means: of the power factor, and of the voltage of each phase (V). NaN: not measured. */
export const QUALITY_COLUMNS = ['powerFactor', 'voltsA', 'voltsB', 'voltsC'] as const;
export type HourlyQuality = Readonly<Record<(typeof QUALITY_COLUMNS)[number], Float64Array>>;

/** Frame fields needed for the power factor, or for the voltage. */
export const POWER_FACTOR_FIELDS: ReadonlySet<FrameField> = new Set(['pfa', 'pfb', 'pfc']);
export const VOLTAGE_FIELDS: ReadonlySet<FrameField> = new Set(['va', 'vb', 'vc']);

/**
 * Computes hourly means: of the power factor, first over phases, then over frames; of each voltage, over frames.
 * @param origin - start of the first hour, epoch ms @param hours - number of hours; every frame must lie within them
 */
export function qualityOf({ at, columns }: Frames, origin: number, hours: number): HourlyQuality {
  const hourOf = at.map((instant) => Math.floor((instant - origin) / HOUR_MS));
  const meansOf = (
    fields: readonly (Float64Array | undefined)[],
    measuredIn: (frame: number) => number,
  ): Float64Array => {
    if (fields.every((column) => column === undefined)) return new Float64Array(hours).fill(Number.NaN);
    const [sums, counts] = [new Float64Array(hours), new Float64Array(hours)];
    for (const [frame, hour] of hourOf.entries()) {
      const measured = measuredIn(frame);
      if (Number.isNaN(measured)) continue;
      sums[hour] = (sums[hour] as number) + measured;
      counts[hour] = (counts[hour] as number) + 1;
    }
    return sums.map((sum, hour) => sum / (counts[hour] as number));
  };
  const phases = [columns.pfa, columns.pfb, columns.pfc];
  const volts = (column: Float64Array | undefined) =>
    meansOf([column], (frame) => (column as Float64Array)[frame] as number);
  return {
    powerFactor: meansOf(phases, (frame) => powerFactorOf(phases, frame)),
    voltsA: volts(columns.va),
    voltsB: volts(columns.vb),
    voltsC: volts(columns.vc),
  };
}

/** Mean absolute power factor of the measured phases of a frame. The sign states only the direction. */
function powerFactorOf(phases: readonly (Float64Array | undefined)[], frame: number): number {
  let [sum, count] = [0, 0];
  for (const phase of phases) {
    const measured = phase?.[frame] ?? Number.NaN;
    if (Number.isNaN(measured)) continue;
    sum += Math.abs(measured);
    count++;
  }
  return sum / count;
}
