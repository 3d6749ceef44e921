import { HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import { numbersOf } from './number-array.ts';

/** Power factor, or voltage. */
export type Quality = 'PF' | 'V';

/** Of each frame the mean of its phases; of the hour the mean of its frames. The sign says only a direction. */
export const MEAN_POWER_FACTOR = `avg((coalesce(abs(pfa), 0)::float8 + coalesce(abs(pfb), 0) + coalesce(abs(pfc), 0))
  / nullif(num_nonnulls(pfa, pfb, pfc), 0))`;
export const meanVoltage = (phase: 'a' | 'b' | 'c'): string => `avg(v${phase}::float8)`;

/** Hours as texts of arrays: the power factor in `a`, or the voltage of each phase; null where nothing was measured. */
export interface QualityRow {
  readonly length: number;
  /** Counted from some instant. */
  readonly hours: string | null;
  readonly a: string | null;
  readonly b: string | null;
  readonly c: string | null;
}

/** What was measured in an hour: the mean power factor in `a`, or the mean voltage of each phase. */
export interface QualityHour {
  readonly at: Instant;
  readonly a: number | null;
  readonly b: number | null;
  readonly c: number | null;
}

export const isMeasured = ({ a, b, c }: QualityHour): boolean => a !== null || b !== null || c !== null;

const measuredAt = (column: Float64Array, index: number): number | null => {
  const value = column[index];
  return value === undefined || Number.isNaN(value) ? null : value;
};

/** The hours of a row; in any of them nothing may have been measured. */
export const hoursOf = (row: QualityRow, origin: number): QualityHour[] => {
  const [a, b, c] = [numbersOf(row.a), numbersOf(row.b), numbersOf(row.c)];
  const hours: QualityHour[] = [];
  for (const [index, hour] of numbersOf(row.hours).entries()) {
    hours.push({
      at: instant(origin + hour * HOUR_MS),
      a: measuredAt(a, index),
      b: measuredAt(b, index),
      c: measuredAt(c, index),
    });
  }
  return hours;
};
