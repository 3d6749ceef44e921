import type { AnswerOf } from '@nascente/contract/base/call';
import type { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { type Tension, voltageWarning } from '@nascente/domain/telemetry/quality/voltage';

type Hour = AnswerOf<typeof readTelemetryStatus>['status'][number];

export interface QualitySummary {
  readonly hours: number;
  /** Mean of the hours. */
  readonly mean: number;
  readonly lowest: Hour;
  readonly highest: Hour;
  /** Hours of the level that is good. */
  readonly good: number;
  /** Hours beyond the product's warnings of 206 V and 233 V. */
  readonly under: number;
  readonly over: number;
}

/** What the hours come to; null where none was measured. */
export const qualitySummary = (status: readonly Hour[], tension: Tension): QualitySummary | null => {
  const [first, ...others] = status;
  if (first === undefined) return null;
  const isVoltage = first.level !== 'low' && first.level !== 'normal' && first.level !== 'great';
  const warned = (kind: 'under' | 'over'): number =>
    isVoltage ? status.filter(({ value }) => voltageWarning(value, tension) === kind).length : 0;
  return {
    hours: status.length,
    mean: status.reduce((sum, { value }) => sum + value, 0) / status.length,
    lowest: others.reduce((least, hour) => (hour.value < least.value ? hour : least), first),
    highest: others.reduce((most, hour) => (hour.value > most.value ? hour : most), first),
    good: status.filter(({ level }) => level === 'great' || level === 'adequate').length,
    under: warned('under'),
    over: warned('over'),
  };
};
