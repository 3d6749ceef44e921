import type { EnergySeries } from '@nascente/domain/consumption/series';
import { civilDateAt, startOfDay } from '@nascente/domain/time/civil-day';
import { addMonths, type CivilMonth, firstDayOf, monthOf } from '@nascente/domain/time/civil-month';
import { instant, type Zone } from '@nascente/domain/time/zone';
import type { SpanRequest } from './measured-series.ts';
import type { SpansReader } from './spans-reader.ts';

/** What an installation consumed in a month with readings: thousandths of Wh, of water millilitres. */
interface MeasuredMonth {
  readonly month: CivilMonth;
  readonly amount: number;
}

/** An installation, and the stretch in which its quarter-hours lie. */
interface ZonedHistory extends SpanRequest {
  readonly zone: Zone;
}

/** The months of each installation in its zone, oldest first; in the order in which they are asked for. */
export type ReadMonths = (asked: readonly ZonedHistory[]) => Promise<readonly (readonly MeasuredMonth[])[]>;

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
  (spans: SpansReader): ReadMonths =>
  async (asked) => {
    const measured = await spans.read(asked);
    return asked.map(({ kind, zone }, index) => {
      const { start, volume, consumedA } = measured[index] as EnergySeries;
      return monthsOf({ start, amount: kind === 'water' ? volume : consumedA }, zone);
    });
  };
