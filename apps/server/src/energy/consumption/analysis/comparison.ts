import type { Comparison } from '@nascente/contract/energy/analysis';
import { type CivilDate, endOfDay } from '@nascente/domain/base/time/civil-day';
import { workingDaysIn } from '@nascente/domain/base/time/holidays';
import { readingCycleAt, readingCycleBefore } from '@nascente/domain/base/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { sumDays } from '@nascente/domain/energy/consumption/consolidate';
import {
  alikeDays,
  alikeInterval,
  type CycleInterval,
  compareAlike,
  cutDays,
  type DaySpan,
  intervalUntilNow,
  previousSpan,
  yearBefore,
} from '@nascente/domain/energy/forecast/alike';
import type { CostOfDays } from '@nascente/domain/sites/tariffs/simple-tariff';
import { type DayConsumption, sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import { inUnits } from '../days/day-answer.ts';
import { inReais } from '../prices/subject-prices.ts';
import type { DaySource } from '../subjects/subject-days.ts';

type Days = Pick<DaySource, 'zone' | 'calendar' | 'inTotal'>;
type Price = (
  days: readonly DayConsumption[],
  isComplete: (date: CivilDate) => boolean,
) => Promise<CostOfDays>;

const read = async (source: Days, interval: CycleInterval) =>
  cutDays(await source.inTotal(interval.span), interval, source.zone);

const toCompared = async (
  { span, until }: CycleInterval,
  zone: Zone,
  days: readonly DayConsumption[],
  price: Price,
) => {
  const sum = sumDays(days);
  const isComplete = (date: CivilDate) => date < span.last || until === endOfDay(span.last, zone);
  return {
    start: span.first,
    end: span.last,
    total: inUnits(sum.total),
    cost:
      sum.presentQuarters + sum.estimatedQuarters === 0
        ? null
        : inReais((await price(days, isComplete)).total),
    ...sharesOf(sum),
    workingDays: workingDaysIn(span.first, span.last),
  };
};

/** Compares with the same days of the year before, by the hours measured completely in both years. */
export const compareYearBefore = async (source: Days, requested: DaySpan, now: Instant) => {
  const current = intervalUntilNow(requested, source.zone, now);
  const before = alikeInterval(current, yearBefore(current.span), source.zone);
  const [days, others] = await Promise.all([read(source, current), read(source, before)]);
  const { hours, ofHours, current: ours, other } = compareAlike(alikeDays(days, others, source.zone));
  return { ...before.span, hours, ofHours, current: inUnits(ours), other: inUnits(other) };
};

/** Compares days with the days before them and with the same days of the year before. */
export const compareDays = async (
  source: Days,
  requested: DaySpan,
  now: Instant,
  price: Price,
): Promise<Comparison> => {
  const cycle = readingCycleAt(requested.first, source.calendar);
  const current = intervalUntilNow(requested, source.zone, now);
  const reading = read(source, current);
  const beside = async (span: DaySpan): Promise<Comparison['previous']> => {
    const interval = alikeInterval(current, span, source.zone);
    const [days, ownDays] = await Promise.all([reading, read(source, interval)]);
    const pairs = alikeDays(days, ownDays, source.zone);
    const { hours, ofHours, change, ...alike } = compareAlike(pairs);
    // Parts of days have the time-of-use periods of their hours.
    const costOf = async (of: readonly DayConsumption[]) =>
      hours === 0 ? null : inReais((await price(of, () => false)).total);
    const [currentCost, otherCost] = await Promise.all([costOf(pairs.current), costOf(pairs.other)]);
    return {
      ...(await toCompared(interval, source.zone, ownDays, price)),
      alike: {
        hours,
        ofHours,
        current: inUnits(alike.current),
        other: inUnits(alike.other),
        currentCost,
        otherCost,
      },
      change,
    };
  };
  const [days, previous, lastYear] = await Promise.all([
    reading,
    beside(previousSpan(current.span, cycle, readingCycleBefore(cycle, source.calendar))),
    beside(yearBefore(current.span)),
  ]);
  return {
    until: new Date(current.until).toISOString(),
    current: await toCompared(current, source.zone, days, price),
    previous,
    lastYear,
  };
};
