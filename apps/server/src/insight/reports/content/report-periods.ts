import type { ReportPeriod } from '@nascente/contract/insight/reports';
import { addDays, type CivilDate, weekdayOf } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, lastDayOf, monthOf } from '@nascente/domain/base/time/civil-month';

export interface PeriodDays {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

const DAYS_A_WEEK = 7;

/** The week of a day, from Monday to Sunday. */
export const weekOf = (day: CivilDate): PeriodDays => {
  const first = addDays(day, -((weekdayOf(day) + DAYS_A_WEEK - 1) % DAYS_A_WEEK));
  return { first, last: addDays(first, DAYS_A_WEEK - 1) };
};

export const periodOf = (period: ReportPeriod, day: CivilDate): PeriodDays =>
  period === 'week' ? weekOf(day) : { first: firstDayOf(monthOf(day)), last: lastDayOf(monthOf(day)) };

export const periodBefore = (period: ReportPeriod, { first }: PeriodDays): PeriodDays =>
  periodOf(period, addDays(first, -1));
