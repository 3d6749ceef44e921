import type { AnswerOf } from '@nascente/contract/base/call';
import type { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { powerFactorLevel } from '@nascente/domain/telemetry/quality/power-factor';
import type { Quality, QualityHour } from '@nascente/domain/telemetry/quality/quality-hours';
import { type Tension, voltageLevel, worstVoltage } from '@nascente/domain/telemetry/quality/voltage';

type HourlyStatus = AnswerOf<typeof readTelemetryStatus>['status'];

/** What hours are worth: their power factor, or of the voltages of their phases the one farthest from the nominal. */
export const statusOf = (hours: readonly QualityHour[], type: Quality, voltage: Tension): HourlyStatus =>
  hours.map(({ at, a, b, c }) => {
    const value = type === 'PF' ? (a ?? 0) : worstVoltage([a, b, c], voltage);
    const level = type === 'PF' ? powerFactorLevel(value) : voltageLevel(value, voltage);
    return { date: new Date(at).toISOString(), value, level };
  });
