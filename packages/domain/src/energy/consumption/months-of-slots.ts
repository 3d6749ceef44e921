import { civilDateAt, startOfDay } from '../../base/time/civil-day.ts';
import { addMonths, type CivilMonth, firstDayOf, monthOf } from '../../base/time/civil-month.ts';
import { instant, type Zone } from '../../base/time/zone.ts';

/** What was consumed in a month with readings: thousandths of Wh, of water millilitres. */
export interface MeasuredMonth {
  readonly month: CivilMonth;
  readonly amount: number;
}

/**
 * The civil months in which slots of time begin, oldest first, and what was consumed in each.
 *
 * @param start - of each slot, epoch ms, ascending
 * @param amount - as long as `start`
 */
export function monthsOfSlots(start: Float64Array, amount: Float64Array, zone: Zone): MeasuredMonth[] {
  const months: { month: CivilMonth; amount: number }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [slot, at] of start.entries()) {
    if (at >= end) {
      const month = monthOf(civilDateAt(instant(at), zone));
      end = startOfDay(firstDayOf(addMonths(month, 1)), zone);
      months.push({ month, amount: 0 });
    }
    (months.at(-1) as { amount: number }).amount += amount[slot] as number;
  }
  return months;
}
