import type { ReportPeriod } from '@nascente/contract/insight/reports';
import { addDays, type CivilDate, weekdayOf } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, lastDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import type { BillsService } from '../../../money/bills/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';

type Begun = Awaited<ReturnType<BillsService['begin']>>;

interface Asked {
  readonly id: string;
  readonly type: 'eletric' | 'water';
  readonly period: ReportPeriod;
  readonly days: PeriodDays;
  readonly today: CivilDate;
}

const earlier = (one: CivilDate, other: CivilDate): CivilDate => (one < other ? one : other);

/** The bill in a report of several: of a week its days, of a month the cycle that ends in it; null: none ends. */
export const billOfPeriod = async (
  bills: Pick<BillsService, 'begin'>,
  caller: Caller,
  { id, type, period, days, today }: Asked,
): Promise<Begun | null> => {
  if (period === 'week') return bills.begin(caller, id, { type, start: days.first, end: days.last });
  const begun = await bills.begin(caller, id, { type, start: earlier(days.last, today) });
  if (begun.cycle.last <= days.last) return begun;
  const { first, last } = begun.previous;
  return last >= days.first ? bills.begin(caller, id, { type, start: first }) : null;
};

export interface PeriodDays {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

const DAYS_A_WEEK = 7;

export const weekOf = (day: CivilDate): PeriodDays => {
  const first = addDays(day, -((weekdayOf(day) + DAYS_A_WEEK - 1) % DAYS_A_WEEK));
  return { first, last: addDays(first, DAYS_A_WEEK - 1) };
};

export const periodOf = (period: ReportPeriod, day: CivilDate): PeriodDays =>
  period === 'week' ? weekOf(day) : { first: firstDayOf(monthOf(day)), last: lastDayOf(monthOf(day)) };

export const periodBefore = (period: ReportPeriod, { first }: PeriodDays): PeriodDays =>
  periodOf(period, addDays(first, -1));
