import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysBetween,
  earlierDay,
  endOfDay,
  laterDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { type ReadingCalendar, readingCycleAt, readingCycleBefore } from '../../base/time/reading-cycles.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import {
  type DayConsumption,
  type PeriodConsumption,
  quartersBefore,
} from '../../telemetry/intervals/totals.ts';
import { sumDays } from '../consumption/consolidate.ts';
import { type AlikeDays, alikeDays, alikeInterval, cutDays, intervalUntilNow } from './alike.ts';
import { type ChosenForecast, forecastPeriod, LEARNT_DAYS } from './forecast-choice.ts';
import type { PastDay } from './past-day.ts';
import { SHAPE_DAYS, shareToCome } from './typical-week.ts';

/** A cycle, the one before, and the first earlier day that is needed. */
export interface CycleAround {
  readonly today: CivilDate;
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
  /** The first day that is counted by the hour and by post. */
  readonly countedFrom: CivilDate;
  /** The first day that a forecast learns from. */
  readonly learntFrom: CivilDate;
}

/** A billing cycle so far, with the data for comparison and forecast. */
export interface CycleSoFar extends Pick<CycleAround, 'today' | 'cycle' | 'previous'> {
  /** Quarter-hours of this cycle so far and of the one before, before the meter was there. */
  readonly missing: { readonly current: number; readonly previous: number };
  /** From the cycle's first day to today. */
  readonly days: readonly DayConsumption[];
  readonly consumed: PeriodConsumption;
  /** The days of the last weeks before today, also of before the cycle. */
  readonly pastDays: readonly DayConsumption[];
  /** Days of the cycle on which the meter was there: a meter installed within it began on its day. */
  readonly daysElapsed: number;
  readonly daysInPeriod: number;
  /** Of these, how many have passed: whole ones and the passed share of today, since the meter was there. */
  readonly passedDays: number;
  /** Days of the whole period, by which a daily average is multiplied: not whole where the meter was installed within a day. */
  readonly periodDays: number;
  readonly forecast: ChosenForecast;
  /** Of today, 0..1: the usual share after this time of day. */
  readonly shareToCome: number;
  /** This cycle and the one before, hour by hour, as far as both have come. */
  readonly alike: AlikeSoFar;
}

/** The days so far and as many of the cycle before, both until the last whole hour of the clock. */
interface AlikeSoFar extends AlikeDays {
  readonly end: CivilDate;
  readonly until: { readonly current: Instant; readonly previous: Instant };
}

/** The source data of a cycle. */
interface CountedDays {
  readonly zone: Zone;
  readonly now: Instant;
  /** Nothing was measured before. */
  readonly since: Instant;
  /** Nothing is measured from then on; null while it goes on. */
  readonly until: Instant | null;
  /** From `countedFrom` to today. */
  readonly read: readonly DayConsumption[];
  /** From `learntFrom` to the day before `countedFrom`. */
  readonly older: readonly PastDay[];
}

/** Data are known by quarter-hours: a shorter time has no average. */
const MIN_DAYS = 1 / 96;

/** The days from the first to the last, both included. */
export function daysWithin<D extends { readonly date: CivilDate }>(
  days: readonly D[],
  first: CivilDate,
  last: CivilDate,
): D[] {
  return days.filter(({ date }) => date >= first && date <= last);
}

/** The cycle of today, and the first day that it needs. */
export function cycleAround(today: CivilDate, calendar: ReadingCalendar): CycleAround {
  const cycle = readingCycleAt(today, calendar);
  const previous = readingCycleBefore(cycle, calendar);
  return {
    today,
    cycle,
    previous,
    countedFrom: earlierDay(previous.first, addDays(today, -SHAPE_DAYS)),
    learntFrom: earlierDay(cycle.first, addDays(today, -LEARNT_DAYS)),
  };
}

/** How much of some days has passed, in days and not a whole number: never less than a quarter-hour. */
export function passedDays(daysElapsed: number, passedToday: number, before = 0): number {
  return Math.max(daysElapsed - 1 + passedToday - before, MIN_DAYS);
}

/** Share of a day that has passed at an instant; 0 before it, 1 after it. */
export function passedShare(date: CivilDate, zone: Zone, at: Instant): number {
  const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
  return Math.min(Math.max((at - start) / (end - start), 0), 1);
}

export function cycleSoFar({ today, cycle, previous }: CycleAround, counted: CountedDays): CycleSoFar {
  const { zone, now, since, until, read, older } = counted;
  const days = daysWithin(read, cycle.first, today);
  const consumed = sumDays(days);
  const pastDays = read.filter(({ date }) => date < today);
  const measuredFrom = earlierDay(laterDay(cycle.first, civilDateAt(since, zone)), today);
  const daysElapsed = daysBetween(measuredFrom, today) + 1;
  const daysInPeriod = daysBetween(measuredFrom, cycle.last) + 1;
  const passedToday = passedShare(today, zone, now);
  const before = passedShare(measuredFrom, zone, since);
  const passed = passedDays(daysElapsed, passedToday, before);
  // A meter that was removed consumes no more.
  const isOver = until !== null;
  const periodDays = isOver ? passed : daysInPeriod - before;
  const ofToday = isOver ? 0 : shareToCome(pastDays, today, passedToday);
  const forecast = forecastPeriod({
    today,
    last: isOver ? today : cycle.last,
    consumed: consumed.total,
    days: [...older, ...pastDays],
    daysElapsed: passed,
    daysInPeriod: periodDays,
    shareToCome: ofToday,
  });
  let alike: AlikeSoFar | undefined;
  return {
    today,
    cycle,
    previous,
    missing: {
      current: quartersBefore({ first: cycle.first, last: today }, since, zone),
      previous: quartersBefore(previous, since, zone),
    },
    days,
    consumed,
    pastDays,
    daysElapsed,
    daysInPeriod,
    passedDays: passed,
    periodDays,
    forecast,
    shareToCome: ofToday,
    get alike() {
      alike ??= alikeSoFar(read, { today, cycle, previous }, zone, now);
      return alike;
    },
  };
}

function alikeSoFar(
  read: readonly DayConsumption[],
  { cycle, previous, today }: Pick<CycleAround, 'cycle' | 'previous' | 'today'>,
  zone: Zone,
  now: Instant,
): AlikeSoFar {
  const maxLength = addDays(cycle.first, daysBetween(previous.first, previous.last));
  const current = intervalUntilNow({ first: cycle.first, last: earlierDay(today, maxLength) }, zone, now);
  const days = daysBetween(cycle.first, current.span.last);
  const before = alikeInterval(current, { first: previous.first, last: addDays(previous.first, days) }, zone);
  return {
    ...alikeDays(cutDays(read, current, zone), cutDays(read, before, zone), zone),
    end: before.span.last,
    until: { current: current.until, previous: before.until },
  };
}
