import { completenessOf, type DayConsumption, sumBy } from '../../telemetry/intervals/totals.ts';
import type { DayByTouPeriod } from '../consumption/day-tou-periods.ts';

/** A past day from which forecasts learn. */
export type PastDay = Pick<DayConsumption, 'date' | 'total' | 'completeness' | 'expectedQuarters'>;

export function toPastDay({ date, total, presentQuarters, expectedQuarters }: DayByTouPeriod): PastDay {
  return { date, total, completeness: completenessOf(presentQuarters, expectedQuarters), expectedQuarters };
}

/** A day with a smaller share of the meter's usual data is too incomplete to learn from. */
const COMPLETE_ENOUGH = 0.9;

/** The days with enough data in relation to the median day: for a meter that is read once a day, one quarter-hour is enough. */
export function measuredDays<D extends PastDay>(days: readonly D[]): D[] {
  const some = days.filter((day) => day.expectedQuarters > 0 && day.completeness > 0);
  const filled = new Float64Array(some.length);
  for (let index = 0; index < some.length; index += 1) filled[index] = (some[index] as D).completeness;
  filled.sort();
  const min = COMPLETE_ENOUGH * (filled[filled.length >> 1] ?? 1);
  return some.filter(({ completeness }) => completeness >= min);
}

/** Sums the days of several meters by date, in ascending order; a date of one meter stays as it is. */
export function daysTogether(days: readonly PastDay[]): PastDay[] {
  const together = [...Map.groupBy(days, ({ date }) => date)].map(([date, ofDate]): PastDay => {
    const expectedQuarters = sumBy(ofDate, (day) => day.expectedQuarters);
    const presentQuarters = sumBy(ofDate, (day) => day.completeness * day.expectedQuarters);
    const completeness = completenessOf(presentQuarters, expectedQuarters);
    return { date, total: sumBy(ofDate, (day) => day.total), completeness, expectedQuarters };
  });
  return together.sort((one, other) => one.date.localeCompare(other.date));
}
