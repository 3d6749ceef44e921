import type { EnergySeries } from '@nascente/domain/consumption/series';
import type { BoardKind } from '@nascente/domain/metering/frame';
import { civilDateAt, startOfDay } from '@nascente/domain/time/civil-day';
import { addMonths, type CivilMonth, firstDayOf, monthOf } from '@nascente/domain/time/civil-month';
import { instant, type Zone } from '@nascente/domain/time/zone';
import type { MeterDays, SeriesRequest } from '../../series/index.ts';

/** What an installation consumed in a month with readings: thousandths of Wh, of water millilitres. */
interface MeasuredMonth {
  readonly month: CivilMonth;
  readonly amount: number;
}

/** An installation, and the stretch in which its quarter-hours lie. */
interface MeasuredHistory extends SeriesRequest {
  readonly kind: BoardKind;
}

/** The months of each installation in its zone, oldest first; in the order in which they are asked for. */
export type ReadMonths = (
  asked: readonly MeasuredHistory[],
) => Promise<readonly (readonly MeasuredMonth[])[]>;

interface Measured {
  readonly start: Float64Array;
  readonly amount: Float64Array;
}

/** Slots ascend, so that the month of each is that of the slot before, or one that follows it. */
const monthsOf = ({ start, amount }: Measured, zone: Zone): MeasuredMonth[] => {
  const months: MeasuredMonth[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let month: CivilMonth | null = null;
  let sum = 0;
  for (const [slot, at] of start.entries()) {
    if (at >= end) {
      if (month !== null) months.push({ month, amount: sum });
      month = monthOf(civilDateAt(instant(at), zone));
      end = startOfDay(firstDayOf(addMonths(month, 1)), zone);
      sum = 0;
    }
    sum += amount[slot] ?? 0;
  }
  return month === null ? months : [...months, { month, amount: sum }];
};

export const createMonthsReader =
  ({ readEach }: Pick<MeterDays, 'readEach'>): ReadMonths =>
  async (asked) => {
    const measured = await readEach(asked);
    return asked.map(({ kind, zone }, index) => {
      const { start, volume, consumedA } = measured[index] as EnergySeries;
      return monthsOf({ start, amount: kind === 'water' ? volume : consumedA }, zone);
    });
  };
