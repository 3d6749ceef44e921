import { HOUR_MS } from '@nascente/domain/time/zone';
import type { FrameField } from '../frames/frame-fields.ts';
import type { Frames } from './frames.ts';

/** Means of hours, NaN where nothing was measured: of the power factor, or of the voltage of each phase (V). */
type QualityColumn = 'powerFactor' | 'voltsA' | 'voltsB' | 'voltsC';
const QUALITY_COLUMNS: readonly QualityColumn[] = ['powerFactor', 'voltsA', 'voltsB', 'voltsC'];
export type HourlyQuality = Readonly<Record<QualityColumn, Float64Array>>;

/** What has to be read of frames to know their power factor, their voltage, or both. */
export const POWER_FACTOR_FIELDS: ReadonlySet<FrameField> = new Set(['pfa', 'pfb', 'pfc']);
export const VOLTAGE_FIELDS: ReadonlySet<FrameField> = new Set(['va', 'vb', 'vc']);
export const QUALITY_FIELDS: ReadonlySet<FrameField> = new Set([...POWER_FACTOR_FIELDS, ...VOLTAGE_FIELDS]);

const VOLTAGES = [
  ['voltsA', 'va'],
  ['voltsB', 'vb'],
  ['voltsC', 'vc'],
] as const;

/** The mean of the phases of a frame that were measured. The sign says only a direction. */
const powerFactorOf = (phases: readonly (Float64Array | undefined)[], frame: number): number => {
  let [sum, count] = [0, 0];
  for (const phase of phases) {
    const measured = phase?.[frame] ?? Number.NaN;
    if (Number.isNaN(measured)) continue;
    sum += Math.abs(measured);
    count++;
  }
  return sum / count;
};

/**
 * What an hour of frames comes to: of the power factor the mean of the phases of each frame, then of the frames. Of
 * columns that were not read nothing.
 *
 * @param hours - so many, counted from `origin`, epoch ms
 */
export const qualityOf = ({ at, columns }: Frames, origin: number, hours: number): HourlyQuality => {
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
  const volts = VOLTAGES.map(([name, field]) => {
    const column = columns[field];
    return [name, meansOf([column], (frame) => column?.[frame] ?? Number.NaN)] as const;
  });
  return {
    powerFactor: meansOf(phases, (frame) => powerFactorOf(phases, frame)),
    ...(Object.fromEntries(volts) as Record<(typeof VOLTAGES)[number][0], Float64Array>),
  };
};

const HOURS_OF_DAY = 24;
const EIGHT = 8;

/** The columns of a day one after the other, 64 bits a number; null: nothing was measured in any hour. */
export const encodeQuality = (quality: HourlyQuality): Buffer | null => {
  const columns = QUALITY_COLUMNS.map((name) => quality[name]);
  if (columns.every((column) => column.every(Number.isNaN))) return null;
  const bytes = Buffer.alloc(columns.length * HOURS_OF_DAY * EIGHT);
  for (const [index, column] of columns.entries())
    for (const [hour, mean] of column.entries())
      bytes.writeDoubleBE(mean, (index * HOURS_OF_DAY + hour) * EIGHT);
  return bytes;
};

export const decodeQuality = (bytes: Buffer): HourlyQuality => {
  const column = (index: number): Float64Array =>
    Float64Array.from({ length: HOURS_OF_DAY }, (_, hour) =>
      bytes.readDoubleBE((index * HOURS_OF_DAY + hour) * EIGHT),
    );
  return Object.fromEntries(QUALITY_COLUMNS.map((name, index) => [name, column(index)])) as Record<
    QualityColumn,
    Float64Array
  >;
};
