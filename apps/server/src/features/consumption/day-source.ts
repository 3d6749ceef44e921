import type { DayConsumption } from '@nascente/domain/consumption/totals';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import type { Meter } from '../meters/index.ts';
import type { ConsumptionReader, TotalsAsked } from './consumption-reader.ts';

/** Whose days are counted by billing cycles: a meter, or several of a place together. */
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

export const daysOfMeter = (reader: ConsumptionReader, meter: Meter): DaySource => ({
  zone: meter.zone,
  calendar: meter.calendar,
  since: meter.installedAt,
  until: null,
  inTotal: (asked) => reader.inTotal(meter, asked),
});
