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

/** The current cycle, the previous one, and the first days of the data that a forecast needs. */
export interface CycleAround {
  readonly today: CivilDate;
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
  /** The first day that is read by hour and time-of-use period. */
  readonly countedFrom: CivilDate;
  /** The first day that is read as daily total, for the forecast to learn from. */
  readonly learntFrom: CivilDate;
}

/** A billing cycle until now, with the data for comparison and forecast. */
export interface CycleSoFar extends Pick<CycleAround, 'today' | 'cycle' | 'previous'> {
  /** Quarter-hours before the meter was installed, in the current cycle so far and in the previous one. */
  readonly missing: { readonly current: number; readonly previous: number };
  /** From the cycle's first day to today. */
  readonly days: readonly DayConsumption[];
  readonly consumed: PeriodConsumption;
  /** The days of the last weeks before today, including days before the cycle. */
  readonly pastDays: readonly DayConsumption[];
  /**
   * Days of the cycle so far, counted from the day on which the meter was installed if this was within the cycle. Today counts as
   * one.
   */
  readonly daysElapsed: number;
  readonly daysInPeriod: number;
  /**
   * The elapsed part of `daysElapsed` as a fraction: complete days and the elapsed shares of today and of the installation day.
   */
  readonly passedDays: number;
  /**
   * Length of the complete cycle in days, by which the daily average is multiplied; a fraction if the meter was installed within
   * a day. For a removed meter it equals `passedDays`.
   */
  readonly periodDays: number;
  readonly forecast: ChosenForecast;
  /** Share of a day's consumption that usually comes after this time of day, 0..1; 0 for a removed meter. */
  readonly shareToCome: number;
  /** Comparable hours of this cycle so far and of equally many days of the previous cycle. */
  readonly alike: AlikeSoFar;
}

/** The days so far and equally many of the previous cycle, both up to the last whole hour of the clock. */
interface AlikeSoFar extends AlikeDays {
  readonly end: CivilDate;
  readonly until: { readonly current: Instant; readonly previous: Instant };
}

/** The source data of a cycle. */
interface CountedDays {
  readonly zone: Zone;
  readonly now: Instant;
  /** Installation of the first meter. */
  readonly since: Instant;
  /** Removal of the last meter; null while one is installed. */
  readonly until: Instant | null;
  /** From `countedFrom` to today. */
  readonly read: readonly DayConsumption[];
  /** From `learntFrom` to the day before `countedFrom`. */
  readonly older: readonly PastDay[];
}

/** A quarter-hour: a shorter time has no average, because data exist by the quarter-hour. */
const MIN_DAYS = 1 / 96;

/** The days from the first to the last, both included. */
export function daysWithin<D extends { readonly date: CivilDate }>(
  days: readonly D[],
  first: CivilDate,
  last: CivilDate,
): D[] {
  return days.filter(({ date }) => date >= first && date <= last);
}

/** The cycle that contains today, and the first days whose data it needs. */
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

/**
 * The elapsed time in days, as a fraction; at least a quarter-hour. @param passedToday - elapsed share of the last day @param
 * before - elapsed share of the first day when the meter was installed
 */
export function passedDays(daysElapsed: number, passedToday: number, before = 0): number {
  return Math.max(daysElapsed - 1 + passedToday - before, MIN_DAYS);
}

/** Share of a day that has passed at an instant: 0 before the day, 1 after it. */
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
  // A removed meter consumes nothing more, so the period ends now.
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
