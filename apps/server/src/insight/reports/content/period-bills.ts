import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { BillAnswer } from '@nascente/contract/money/bills';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { addDays, type CivilDate, civilDate, earlierDay } from '@nascente/domain/base/time/civil-day';
import type { BillsService } from '../../../money/bills/index.ts';
import { NotAllowed, NotFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { PeriodDays } from './report-periods.ts';
import { hasData } from './report-texts.ts';

type Bills = Pick<BillsService, 'begin'>;
type Started = Awaited<ReturnType<BillsService['begin']>>;

export type Utility = 'eletric' | 'water';
export const UTILITIES: readonly Utility[] = ['eletric', 'water'];

/** The establishments with each utility that they measure. */
export const measuredUtilities = (establishments: readonly Establishment[]) =>
  establishments.flatMap((establishment) =>
    UTILITIES.filter((type) =>
      establishment.installations.some((meter) => (meter.type === 'water') === (type === 'water')),
    ).map((type) => ({ establishment, type })),
  );

/** Whether an error means that the account has no access, or that the establishment was removed. */
export const isUnseen = (error: unknown): boolean => error instanceof NotAllowed || error instanceof NotFound;

interface Requested {
  readonly id: string;
  readonly type: Utility;
  readonly period: ReportPeriod;
  readonly days: PeriodDays;
  readonly today: CivilDate;
}

/**
 * The bill of an establishment in a report of several establishments: for a week, of the days of the week; for a month, of the
 * cycle that ends in it (`null`: none does).
 */
export const billOfPeriod = async (
  bills: Bills,
  caller: Caller,
  { id, type, period, days, today }: Requested,
): Promise<Started | null> => {
  if (period === 'week') return bills.begin(caller, id, { type, start: days.first, end: days.last });
  const started = await bills.begin(caller, id, { type, start: earlierDay(days.last, today) });
  if (started.cycle.last <= days.last) return started;
  const { first, last } = started.previous;
  return last >= days.first ? bills.begin(caller, id, { type, start: first }) : null;
};

/** The bill of the previous week or cycle; `null`: nothing was measured. */
export const billBefore = async (
  bills: Bills,
  caller: Caller,
  id: string,
  period: ReportPeriod,
  { type, start, end, previousCycle }: BillAnswer,
): Promise<BillAnswer | null> => {
  const days =
    period === 'week'
      ? { start: addDays(civilDate(start), -7), end: addDays(civilDate(end), -7) }
      : { start: previousCycle.start };
  const before = await (await bills.begin(caller, id, { type, ...days })).make();
  return hasData(before) ? before : null;
};
