import { addDays } from '@nascente/domain/base/time/civil-day';
import type { ChoiceInput } from '@nascente/domain/energy/forecast/forecast-choice';
import type { PastDay } from '@nascente/domain/energy/forecast/past-day';
import type { BenchMeter } from './meters.ts';

export const CYCLE_DAYS = 30;
/** Days of a cycle that are over when it is forecast. */
export const ELAPSED = [5, 10, 15];
const MEASURED = 0.9;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const totalOf = (days: readonly PastDay[]): number => sum(days.map(({ total }) => total));

/** Whether something was consumed, and each day was measured whole. */
export const isComplete = (days: readonly PastDay[]): boolean =>
  totalOf(days) > 0 && days.every(({ completeness }) => completeness >= MEASURED);

/** In the moment in which so many days of the cycle are over, by no more past than is given. */
export const inputOf = (meter: BenchMeter, first: number, elapsed: number, past: number): ChoiceInput => {
  const { days, isHoliday } = meter;
  const today = addDays((days[first] as PastDay).date, elapsed);
  return {
    today,
    last: addDays(today, CYCLE_DAYS - elapsed - 1),
    days: days.slice(Math.max(0, first + elapsed - past), first + elapsed),
    consumed: totalOf(days.slice(first, first + elapsed)),
    daysElapsed: elapsed,
    daysInPeriod: CYCLE_DAYS,
    shareToCome: 1,
    isHoliday,
  };
};
