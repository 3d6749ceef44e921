import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { BillsService } from '../../../money/bills/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { PeriodDays } from './report-periods.ts';

type Begun = Awaited<ReturnType<BillsService['begin']>>;

interface Asked {
  readonly id: string;
  readonly type: 'eletric' | 'water';
  readonly period: ReportPeriod;
  readonly days: PeriodDays;
  readonly today: CivilDate;
}

const earlier = (one: CivilDate, other: CivilDate): CivilDate => (one < other ? one : other);

/**
 * The bill of an establishment in a report of several: of a week its days; of a month the cycle that ended in it, or the one
 * under way that will. Null where no cycle ends in the month.
 */
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
