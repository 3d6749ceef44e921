import type { Comparison } from '@nascente/contract/analysis';
import { compareAlike, type DaySpan, previousSpan, yearBefore } from '@nascente/domain/consumption/alike';
import { dayOfHours, sumDays } from '@nascente/domain/consumption/consolidate';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import type { CostOfDays } from '@nascente/domain/tariff/simple-tariff';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  civilHourAt,
  clockMsAt,
  daysBetween,
  daysFrom,
  endOfDay,
  hoursOfDay,
} from '@nascente/domain/time/civil-day';
import { isPeakExempt } from '@nascente/domain/time/holidays';
import { readingCycleAt, readingCycleBefore } from '@nascente/domain/time/reading-cycles';
import { HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import { earlierDay } from './asked-period.ts';
import { inUnits } from './day-answer.ts';
import type { DaySource } from './day-source.ts';
import { inReais } from './priced-days.ts';

type Price = (days: readonly DayConsumption[], isWhole: (date: CivilDate) => boolean) => Promise<CostOfDays>;

/** Days up to an instant, a whole hour of the local clock. */
interface Stretch {
  readonly span: DaySpan;
  readonly until: Instant;
}

const workingDaysOf = ({ first, last }: DaySpan): number =>
  daysFrom(first, last).filter((date) => !isPeakExempt(date)).length;

/** Hours that had not passed when the stretch ends are left out. */
const read = async (source: DaySource, { span, until }: Stretch, now: Instant) => {
  const days = await source.inTotal({ ...span, now });
  if (until === endOfDay(span.last, source.zone)) return days;
  const passed = civilHourAt(until, source.zone);
  return days.map((day) => (day.date === span.last ? dayOfHours(day.date, day.hours.slice(0, passed)) : day));
};

const toCompared = async (
  { span, until }: Stretch,
  zone: Zone,
  days: readonly DayConsumption[],
  price: Price,
) => {
  const sum = sumDays(days);
  // Its last day may be counted in part.
  const isWhole = (date: CivilDate) => date < span.last || until === endOfDay(span.last, zone);
  return {
    start: span.first,
    end: span.last,
    total: inUnits(sum.total),
    cost: sum.presentQuarters === 0 ? null : inReais((await price(days, isWhole)).total),
    completeness: sum.completeness,
    workingDays: workingDaysOf(span),
  };
};

/** What of the asked days has passed, by whole hours. */
const currentOf = ({ zone }: DaySource, asked: DaySpan, now: Instant): Stretch => {
  const today = civilDateAt(now, zone);
  const last = earlierDay(asked.last, today);
  const wholeHour = now - (clockMsAt(now, zone) % HOUR_MS);
  return {
    span: { first: asked.first, last },
    until: instant(Math.min(endOfDay(last, zone), wholeHour)),
  };
};

/** By the clock, not by the time since midnight: a day on which clocks change has more hours before noon, or fewer. */
const startOfHour = (date: CivilDate, hour: number, zone: Zone): Instant =>
  hoursOfDay(date, zone).find((each) => each.hour >= hour)?.start ?? endOfDay(date, zone);

/** As far into its last day as the current stretch has come; a whole last day stays whole, whatever its length. */
const alikeStretch = ({ zone }: DaySource, current: Stretch, other: DaySpan): Stretch => {
  if (current.until === endOfDay(current.span.last, zone)) {
    return { span: other, until: endOfDay(other.last, zone) };
  }
  const days = daysBetween(current.span.first, current.span.last);
  const counterpart = addDays(other.first, days);
  if (counterpart > other.last) return { span: other, until: endOfDay(other.last, zone) };
  const until = startOfHour(counterpart, civilHourAt(current.until, zone), zone);
  return { span: { first: other.first, last: counterpart }, until };
};

/**
 * The same days a year before, over the hours that both measured whole.
 *
 * @param sourceBefore - of a year before
 */
export const compareYearBefore = async (
  source: DaySource,
  sourceBefore: DaySource,
  asked: DaySpan,
  now: Instant,
) => {
  const current = currentOf(source, asked, now);
  const before = alikeStretch(source, current, yearBefore(current.span));
  const [days, others] = await Promise.all([read(source, current, now), read(sourceBefore, before, now)]);
  const { hours, current: ours, other } = compareAlike(days, others, source.zone);
  return { ...before.span, hours, current: inUnits(ours), other: inUnits(other) };
};

export const compareDays = async (
  source: DaySource,
  asked: DaySpan,
  now: Instant,
  price: Price,
): Promise<Comparison> => {
  const cycle = readingCycleAt(asked.first, source.calendar);
  const current = currentOf(source, asked, now);
  const reading = read(source, current, now);
  const beside = async (span: DaySpan): Promise<Comparison['previous']> => {
    const stretch = alikeStretch(source, current, span);
    const [days, its] = await Promise.all([reading, read(source, stretch, now)]);
    const { hours, change, ...alike } = compareAlike(days, its, source.zone);
    return {
      ...(await toCompared(stretch, source.zone, its, price)),
      alike: { hours, current: inUnits(alike.current), other: inUnits(alike.other) },
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
