import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { civilDays, pastDaysOf } from '@nascente/domain/energy/consumption/day-sums';
import type { PastDay } from '@nascente/domain/energy/forecast/past-day';
import type { PostsOn } from '@nascente/domain/sites/tou-windows/posts-by-window';
import type { DayConsumption } from '@nascente/domain/telemetry/intervals/totals';
import type { Meter } from '../../../sites/meters/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { type ConsumptionReader, type DaysAsked, spanOf, type TotalsAsked } from './consumption-reader.ts';

/** Whose days are counted by billing cycles: a meter, or several of an establishment together. */
export interface DaySource {
  readonly zone: Zone;
  readonly calendar: ReadingCalendar;
  /** Nothing was measured before. */
  readonly since: Instant;
  /** Nothing is measured from then on; null while it goes on. */
  readonly until: Instant | null;
  /** Civil days of which only totals by post and completeness are asked, and demand from a day on. */
  inTotal(asked: TotalsAsked): Promise<DayConsumption[]>;
}

/** Of which a cycle is forecast, too. */
export interface ForecastSource extends DaySource {
  /** Days that a forecast learns from: a year of them has no need of hours. */
  pastDays(asked: DaysAsked): Promise<readonly PastDay[]>;
}

/** By what the days of a meter are read. */
interface DayReaders {
  readonly reader: ConsumptionReader;
  readonly meterDays: Pick<MeterDays, 'readDays'>;
}

/** @param postsOf - by which posts its days are told apart; without it, by those of the simple tariff */
export const daysOfMeter = (
  { reader, meterDays }: DayReaders,
  meter: Meter,
  postsOf?: (days: Pick<DaysAsked, 'first' | 'last'>) => Promise<PostsOn>,
): ForecastSource => ({
  zone: meter.zone,
  calendar: meter.calendar,
  since: meter.installedAt,
  until: null,
  inTotal: (asked) => reader.inTotal(meter, { ...asked, postsOn: postsOf?.(asked) }),
  async pastDays(asked) {
    const days = civilDays(asked.first, asked.last, meter.zone);
    const sums = await meterDays.readDays([spanOf(meter, asked)], days);
    return pastDaysOf(days, sums, { now: asked.now, since: meter.installedAt });
  },
});
