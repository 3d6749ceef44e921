import type { Comparison } from '@nascente/contract/analysis';
import { compareAlike, type DaySpan, previousSpan, yearBefore } from '@nascente/domain/consumption/alike';
import { dayOfHours, sumDays } from '@nascente/domain/consumption/consolidate';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import type { CostOfDays } from '@nascente/domain/tariff/simple-tariff';
import { billingCycleAt, previousCycle } from '@nascente/domain/time/billing-cycle';
import {
  addDays,
  civilDateAt,
  civilHourAt,
  clockMsAt,
  daysBetween,
  daysFrom,
  endOfDay,
  startOfDay,
} from '@nascente/domain/time/civil-day';
import { isPeakExempt } from '@nascente/domain/time/holidays';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Meter } from '../meters/index.ts';
import { earlierDay } from './asked-period.ts';
import type { ConsumptionReader } from './consumption-reader.ts';
import { inUnits } from './day-answer.ts';
import { inReais } from './priced-days.ts';

type Price = (days: readonly DayConsumption[]) => Promise<CostOfDays>;

/** Days up to an instant, a whole hour of the local clock. */
interface Stretch {
  readonly span: DaySpan;
  readonly until: Instant;
}

const workingDaysOf = ({ first, last }: DaySpan): number =>
  daysFrom(first, last).filter((date) => !isPeakExempt(date)).length;

/** The hour that begins when the stretch ends would be read whole, though none of it has passed: it is left out. */
const read = async (reader: ConsumptionReader, meter: Meter, { span, until }: Stretch) => {
  const days = await reader.inTotal(meter, { ...span, now: until });
  if (until === endOfDay(span.last, meter.zone)) return days;
  const passed = civilHourAt(until, meter.zone);
  return days.map((day) => (day.date === span.last ? dayOfHours(day.date, day.hours.slice(0, passed)) : day));
};

const toCompared = async (span: DaySpan, days: readonly DayConsumption[], price: Price) => {
  const sum = sumDays(days);
  return {
    start: span.first,
    end: span.last,
    total: inUnits(sum.total),
    cost: sum.presentQuarters === 0 ? null : inReais((await price(days)).total),
    completeness: sum.presentQuarters === 0 ? 0 : sum.completeness,
    workingDays: workingDaysOf(span),
  };
};

/** What of the asked days has passed, by whole hours. */
const currentOf = (meter: Meter, asked: DaySpan, now: Instant): Stretch => {
  const today = civilDateAt(now, meter.zone);
  const last = earlierDay(asked.last, today);
  const wholeHour = now - (clockMsAt(now, meter.zone) % HOUR_MS);
  return {
    span: { first: asked.first, last },
    until: instant(Math.min(endOfDay(last, meter.zone), wholeHour)),
  };
};

/** As far into its last day as the current stretch has come; a whole last day stays whole, whatever its length. */
const alikeStretch = (meter: Meter, current: Stretch, other: DaySpan): Stretch => {
  const { zone } = meter;
  if (current.until === endOfDay(current.span.last, zone)) {
    return { span: other, until: endOfDay(other.last, zone) };
  }
  const days = daysBetween(current.span.first, current.span.last);
  const counterpart = addDays(other.first, days);
  if (counterpart > other.last) return { span: other, until: endOfDay(other.last, zone) };
  const clock = current.until - startOfDay(current.span.last, zone);
  return { span: other, until: instant(startOfDay(counterpart, zone) + clock) };
};

export const compareDays = async (
  reader: ConsumptionReader,
  meter: Meter,
  asked: DaySpan,
  now: Instant,
  price: Price,
): Promise<Comparison> => {
  const cycle = billingCycleAt(asked.first, meter.billReadDay);
  const current = currentOf(meter, asked, now);
  const reading = read(reader, meter, current);
  const beside = async (span: DaySpan): Promise<Comparison['previous']> => {
    const [days, its] = await Promise.all([reading, read(reader, meter, alikeStretch(meter, current, span))]);
    const { hours, change, ...alike } = compareAlike(days, its);
    return {
      ...(await toCompared(span, its, price)),
      alike: { hours, current: inUnits(alike.current), other: inUnits(alike.other) },
      change,
    };
  };
  const [days, previous, lastYear] = await Promise.all([
    reading,
    beside(previousSpan(current.span, cycle, previousCycle(cycle, meter.billReadDay))),
    beside(yearBefore(current.span)),
  ]);
  return {
    until: new Date(current.until).toISOString(),
    current: await toCompared(current.span, days, price),
    previous,
    lastYear,
  };
};
