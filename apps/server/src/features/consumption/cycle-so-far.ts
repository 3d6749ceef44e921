import { sumDays } from '@nascente/domain/consumption/consolidate';
import { type ChosenForecast, forecastPeriod } from '@nascente/domain/consumption/forecast-choice';
import { shareToCome } from '@nascente/domain/consumption/hour-profile';
import type { DayConsumption, PeriodConsumption } from '@nascente/domain/consumption/totals';
import { LEARNT_DAYS } from '@nascente/domain/consumption/typical-week';
import { type BillingCycle, billingCycleAt, previousCycle } from '@nascente/domain/time/billing-cycle';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysBetween,
  endOfDay,
  startOfDay,
} from '@nascente/domain/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import type { Meter } from '../meters/index.ts';
import { earlierDay, laterDay } from './asked-period.ts';
import type { ConsumptionReader } from './consumption-reader.ts';

/** A billing cycle as far as it has come, with what is needed to compare and to forecast it. */
export interface CycleSoFar {
  readonly today: CivilDate;
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
  /** From the cycle's first day to today. */
  readonly days: readonly DayConsumption[];
  readonly consumed: PeriodConsumption;
  /** The days before today, also of before the cycle. */
  readonly pastDays: readonly DayConsumption[];
  /** Days of the cycle on which the meter was there: a meter installed within it began on its day. */
  readonly daysElapsed: number;
  readonly daysInPeriod: number;
  readonly forecast: ChosenForecast;
}

export const daysWithin = (
  days: readonly DayConsumption[],
  first: CivilDate,
  last: CivilDate,
): DayConsumption[] => days.filter((day) => day.date >= first && day.date <= last);

/** Share of a day that is still to come. */
const remainingOf = (today: CivilDate, zone: Zone, now: Instant): number => {
  const [start, end] = [startOfDay(today, zone), endOfDay(today, zone)];
  return (end - now) / (end - start);
};

/** @param withPrevious whether the cycle before is read too. */
export const readCycleSoFar = async (
  reader: ConsumptionReader,
  meter: Meter,
  now: Instant,
  withPrevious: boolean,
): Promise<CycleSoFar> => {
  const { zone, billReadDay, installedAt } = meter;
  const today = civilDateAt(now, zone);
  const cycle = billingCycleAt(today, billReadDay);
  const previous = previousCycle(cycle, billReadDay);
  const recent = earlierDay(cycle.first, addDays(today, -LEARNT_DAYS));
  const first = withPrevious ? earlierDay(previous.first, recent) : recent;
  const read = await reader.inTotal(meter, { first, last: today, now });
  const days = daysWithin(read, cycle.first, today);
  const consumed = sumDays(days);
  const pastDays = daysWithin(read, first, addDays(today, -1));
  const measuredFrom = earlierDay(laterDay(cycle.first, civilDateAt(installedAt, zone)), today);
  const daysElapsed = daysBetween(measuredFrom, today) + 1;
  const daysInPeriod = daysBetween(measuredFrom, cycle.last) + 1;
  const todayRemaining = remainingOf(today, zone, now);
  const forecast = forecastPeriod({
    today,
    last: cycle.last,
    consumed: consumed.total,
    days: pastDays,
    daysElapsed,
    daysInPeriod,
    todayRemaining,
    shareToCome: shareToCome(pastDays, today, 1 - todayRemaining),
  });
  return { today, cycle, previous, days, consumed, pastDays, daysElapsed, daysInPeriod, forecast };
};
