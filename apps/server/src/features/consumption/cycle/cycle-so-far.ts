import { type AlikeDays, alikeDays } from '@nascente/domain/consumption/alike';
import { sumDays } from '@nascente/domain/consumption/consolidate';
import {
  type ChosenForecast,
  forecastPeriod,
  LEARNT_DAYS,
} from '@nascente/domain/consumption/forecast-choice';
import { shareToCome } from '@nascente/domain/consumption/hour-profile';
import type { PastDay } from '@nascente/domain/consumption/past-day';
import {
  completenessOf,
  type DayConsumption,
  type PeriodConsumption,
} from '@nascente/domain/consumption/totals';
import { SHAPE_DAYS } from '@nascente/domain/consumption/typical-week';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysBetween,
  endOfDay,
  startOfDay,
} from '@nascente/domain/time/civil-day';
import {
  type ReadingCalendar,
  readingCycleAt,
  readingCycleBefore,
} from '@nascente/domain/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import { alikeStretch, cutDays, stretchUntilNow } from '../analysis/alike-stretch.ts';
import { earlierDay, laterDay } from '../period/asked-period.ts';
import type { DaySource } from '../reading/day-source.ts';

/** A billing cycle as far as it has come, with what is needed to compare and to forecast it. */
export interface CycleSoFar {
  readonly today: CivilDate;
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
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
  readonly forecast: ChosenForecast;
  /** Of today, 0..1: what of it usually comes after this time of day. */
  readonly shareToCome: number;
  /** This cycle and the one before, hour by hour, as far as both have come. */
  readonly alike: AlikeSoFar;
}

/** The days so far and as many of the cycle before, both until the last whole hour of the clock. */
interface AlikeSoFar extends AlikeDays {
  /** The last of the days of the cycle before. */
  readonly end: CivilDate;
  readonly until: { readonly current: Instant; readonly previous: Instant };
}

export const daysWithin = (
  days: readonly DayConsumption[],
  first: CivilDate,
  last: CivilDate,
): DayConsumption[] => days.filter((day) => day.date >= first && day.date <= last);

/** Share of a day that has passed at an instant; 0 before it, 1 after it. */
const passedShare = (date: CivilDate, zone: Zone, at: Instant): number => {
  const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
  return Math.min(Math.max((at - start) / (end - start), 0), 1);
};

/** What is measured is known by quarter-hours: of less no average can be told. */
const SHORTEST_DAYS = 1 / 96;

const alikeSoFar = (
  source: Pick<DaySource, 'zone'>,
  read: readonly DayConsumption[],
  { cycle, previous, today }: Pick<CycleSoFar, 'cycle' | 'previous' | 'today'>,
  now: Instant,
): AlikeSoFar => {
  const longest = addDays(cycle.first, daysBetween(previous.first, previous.last));
  const current = stretchUntilNow(source, { first: cycle.first, last: earlierDay(today, longest) }, now);
  const days = daysBetween(cycle.first, current.span.last);
  const span = { first: previous.first, last: addDays(previous.first, days) };
  const before = alikeStretch(source, current, span);
  const [ours, theirs] = [cutDays(read, current, source.zone), cutDays(read, before, source.zone)];
  return {
    ...alikeDays(ours, theirs, source.zone),
    end: before.span.last,
    until: { current: current.until, previous: before.until },
  };
};

/** The cycle of today, the one before, the first day that is counted by posts, and the first that a forecast learns from. */
export const cycleAround = (today: CivilDate, calendar: ReadingCalendar) => {
  const cycle = readingCycleAt(today, calendar);
  const previous = readingCycleBefore(cycle, calendar);
  return {
    cycle,
    previous,
    countedFrom: earlierDay(previous.first, addDays(today, -SHAPE_DAYS)),
    learntFrom: earlierDay(cycle.first, addDays(today, -LEARNT_DAYS)),
  };
};

/** The days before the recent ones, of which a forecast learns what the year before was like. */
const readOlder = async (source: DaySource, first: CivilDate, last: CivilDate, now: Instant) => {
  const days = last < first ? [] : await source.byPost({ first, last, now });
  return days.map(
    ({ date, total, presentQuarters, expectedQuarters }): PastDay => ({
      date,
      total,
      completeness: completenessOf(presentQuarters, expectedQuarters),
      expectedQuarters,
    }),
  );
};

export const readCycleSoFar = async (source: DaySource, now: Instant): Promise<CycleSoFar> => {
  const { zone, calendar, since, until } = source;
  const today = civilDateAt(now, zone);
  const { cycle, previous, countedFrom: first, learntFrom } = cycleAround(today, calendar);
  const learnt = laterDay(learntFrom, civilDateAt(since, zone));
  const [read, older] = await Promise.all([
    source.inTotal({ first, last: today, now, demandFrom: cycle.first }),
    readOlder(source, learnt, addDays(first, -1), now),
  ]);
  const days = daysWithin(read, cycle.first, today);
  const consumed = sumDays(days);
  const pastDays = daysWithin(read, first, addDays(today, -1));
  const measuredFrom = earlierDay(laterDay(cycle.first, civilDateAt(since, zone)), today);
  const daysElapsed = daysBetween(measuredFrom, today) + 1;
  const daysInPeriod = daysBetween(measuredFrom, cycle.last) + 1;
  const passedToday = passedShare(today, zone, now);
  const before = passedShare(measuredFrom, zone, since);
  const passedDays = Math.max(daysElapsed - 1 + passedToday - before, SHORTEST_DAYS);
  const counted = { today, consumed: consumed.total, days: [...older, ...pastDays], daysElapsed: passedDays };
  // What measures no more will not add to what it measured.
  const ofToday = until === null ? shareToCome(pastDays, today, passedToday) : 0;
  const forecast = forecastPeriod(
    until === null
      ? {
          ...counted,
          last: cycle.last,
          daysInPeriod: daysInPeriod - before,
          shareToCome: ofToday,
        }
      : { ...counted, last: today, daysInPeriod: passedDays, shareToCome: 0 },
  );
  return {
    today,
    cycle,
    previous,
    days,
    consumed,
    pastDays,
    daysElapsed,
    daysInPeriod,
    passedDays,
    forecast,
    shareToCome: ofToday,
    alike: alikeSoFar(source, read, { cycle, previous, today }, now),
  };
};
