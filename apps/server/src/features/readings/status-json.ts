import type { AnswerOf } from '@nascente/contract/call';
import type { readTelemetryStatus } from '@nascente/contract/telemetry';
import { powerFactorLevel } from '@nascente/domain/metering/power-factor';
import type { Quality, QualityHour } from '@nascente/domain/metering/quality-hours';
import { type Tension, voltageLevel, worstVoltage } from '@nascente/domain/metering/voltage';

type Level = AnswerOf<typeof readTelemetryStatus>['status'][number]['level'];

/** Hours as JSON of the contract: a month has 744 of them. */
export const writeStatus = (hours: readonly QualityHour[], type: Quality, voltage: Tension): Buffer => {
  const write = (hour: QualityHour): string => {
    const value = type === 'PF' ? (hour.a ?? 0) : worstVoltage([hour.a, hour.b, hour.c], voltage);
    const level: Level = type === 'PF' ? powerFactorLevel(value) : voltageLevel(value, voltage);
    return `{"date":"${new Date(hour.at).toISOString()}","value":${value},"level":"${level}"}`;
  };
  return Buffer.from(`{"ok":true,"status":[${hours.map(write).join()}]}`, 'latin1');
};
