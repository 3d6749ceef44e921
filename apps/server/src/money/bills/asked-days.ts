import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { addDays, type CivilDate, earlierDay } from '@nascente/domain/base/time/civil-day';
import { readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import { InvalidInput } from '../../platform/errors.ts';
import { calendarOf } from '../../sites/establishments/index.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';
import { type BilledEstablishment, todayAt } from './measured-days.ts';

/** The days of a bill that was asked for, the cycle in which they begin, and those of the days before and after them. */
export interface AskedDays {
  readonly days: BillingCycle;
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
  /** Null while it has not begun. */
  readonly next: BillingCycle | null;
  readonly isOpen: boolean;
}

/** A start alone means its whole cycle, an end alone its cycle until then. Throws InvalidInput where the days are out of order, more than a year, or have not begun. */
export const askedDays = (
  establishment: BilledEstablishment,
  { start, end }: { readonly start?: CivilDate | undefined; readonly end?: CivilDate | undefined },
): AskedDays => {
  const today = todayAt(establishment);
  const calendar = calendarOf(establishment.facts, establishment.type);
  const cycle = readingCycleAt(start ?? end ?? today, calendar);
  const first = start === undefined || end === undefined ? cycle.first : start;
  checkPeriod(first, end ?? cycle.last, 'end');
  if (first > today) {
    const msg = 'Este período ainda não começou.';
    throw new InvalidInput(msg, [{ path: 'start', msg }]);
  }
  const next = readingCycleAt(addDays(end ?? cycle.last, 1), calendar);
  return {
    days: { first, last: earlierDay(end ?? cycle.last, today) },
    cycle,
    previous: readingCycleAt(addDays(first, -1), calendar),
    next: next.first <= today ? next : null,
    isOpen: cycle.last >= today,
  };
};
