import type { AnswerOf } from '@nascente/contract/call';
import type { readTelemetryStatus } from '@nascente/contract/telemetry';
import { powerFactorLevel } from '@nascente/domain/metering/power-factor';
import { nominalOf, type Tension, voltageLevel } from '@nascente/domain/metering/voltage';
import { DAY_MS, HOUR_MS, type Instant } from '@nascente/domain/time/zone';
import type { Quality, QualityHour } from './quality-reader.ts';

type Level = AnswerOf<typeof readTelemetryStatus>['status'][number]['level'];

/** The phase that is farthest from what it should be. */
const worstVoltage = ({ a, b, c }: QualityHour, nominal: number): number => {
  let worst = nominal;
  for (const volts of [a, b, c])
    if (volts !== null && Math.abs(volts - nominal) > Math.abs(worst - nominal)) worst = volts;
  return worst;
};

const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00.000Z`);

/** Writes instants of the same day after one another; that of a whole hour is put together, which is several times as quick. */
const createDates = () => {
  let day = Number.NaN;
  let date = '';
  return (at: Instant): string => {
    if (at % HOUR_MS !== 0) return new Date(at).toISOString();
    const itsDay = Math.floor(at / DAY_MS);
    if (itsDay !== day) {
      day = itsDay;
      date = new Date(at).toISOString().slice(0, '2026-11-20'.length);
    }
    return date + (HOURS[(at - day * DAY_MS) / HOUR_MS] as string);
  };
};

/** Hours as JSON of the contract: a month has 744 of them. */
export const writeStatus = (hours: readonly QualityHour[], type: Quality, voltage: Tension): Buffer => {
  const dateOf = createDates();
  const nominal = nominalOf(voltage);
  const write = (hour: QualityHour): string => {
    const value = type === 'PF' ? (hour.a ?? 0) : worstVoltage(hour, nominal);
    const level: Level = type === 'PF' ? powerFactorLevel(value) : voltageLevel(value, voltage);
    return `{"date":"${dateOf(hour.at)}","value":${value},"level":"${level}"}`;
  };
  return Buffer.from(`{"ok":true,"status":[${hours.map(write).join()}]}`, 'latin1');
};
