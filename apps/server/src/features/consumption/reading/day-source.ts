import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import type { PostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import type { Meter } from '../../meters/index.ts';
import type { ConsumptionReader, DaysAsked, TotalsAsked } from './consumption-reader.ts';
import type { DaysReader } from './days-reader.ts';

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
  /** Without their hours, which a year of days has no need of. */
  byPost(asked: DaysAsked): Promise<readonly DayPosts[]>;
}

/** By what the days of a meter are read. */
interface MeterDays {
  readonly reader: ConsumptionReader;
  readonly days: DaysReader;
}

/** @param postsOf - by which posts its days are told apart; without it, by those of the simple tariff */
export const daysOfMeter = (
  { reader, days }: MeterDays,
  meter: Meter,
  postsOf?: (days: Pick<DaysAsked, 'first' | 'last'>) => Promise<PostsOn>,
): DaySource => ({
  zone: meter.zone,
  calendar: meter.calendar,
  since: meter.installedAt,
  until: null,
  inTotal: async (asked) => reader.inTotal(meter, { ...asked, postsOn: await postsOf?.(asked) }),
  byPost: async ({ first, last, now }) => {
    const [read = []] = await days.ofMany([{ meter: { ...meter, removedAt: null }, first, last }], now);
    return read;
  },
});
