import type { TimeSpan } from '../../base/time/span.ts';
import { HOUR_MS, type Instant, instant } from '../../base/time/zone.ts';
import type { HourlyQuality } from './hourly-quality.ts';

/** PF: power factor; V: voltage. */
export type Quality = 'PF' | 'V';

/** The values of an hour: the mean power factor in `a`, or the mean voltage of each phase (V); null: not measured. */
export interface QualityHour {
  readonly at: Instant;
  readonly a: number | null;
  readonly b: number | null;
  readonly c: number | null;
}

const measured = (column: Float64Array, hour: number): number | null => {
  const mean = column[hour] as number;
  return Number.isNaN(mean) ? null : mean;
};

const isMeasured = ({ a, b, c }: QualityHour): boolean => a !== null || b !== null || c !== null;

/** The measured hours that overlap a span, oldest first. @param origin - start of the first hour, epoch ms */
export const qualityHours = (
  means: HourlyQuality,
  { origin, span, quality }: { readonly origin: Instant; readonly span: TimeSpan; readonly quality: Quality },
): QualityHour[] =>
  Array.from(means.powerFactor, (_, hour): QualityHour => {
    const at = instant(origin + hour * HOUR_MS);
    if (quality === 'PF') return { at, a: measured(means.powerFactor, hour), b: null, c: null };
    return {
      at,
      a: measured(means.voltsA, hour),
      b: measured(means.voltsB, hour),
      c: measured(means.voltsC, hour),
    };
  }).filter((hour) => hour.at < span.to && hour.at + HOUR_MS > span.from && isMeasured(hour));
