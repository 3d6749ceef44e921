import {
  type CivilDate,
  civilDateAt,
  clockWithin,
  daysFrom,
  endOfDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { type ReadingCalendar, readingCycleAt } from '../../base/time/reading-cycles.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { parseRate } from '../../base/units/rate.ts';
import { type RulesVersion, rulesOn, type TouWindows } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import {
  alwaysOffPeak,
  SIMPLE_WINDOWS,
  type TouPeriodsOn,
  touPeriodsOfWindows,
  touWindowsOf,
} from '../../sites/tou-windows/tou-periods-by-window.ts';
import { USUAL_CAPACITIVE } from '../../sites/tou-windows/windows-of-tou-period.ts';
import { type EnergySeries, firstSlotFrom, instantAt, valueAt } from '../../telemetry/intervals/series.ts';
import type { ConsumedQuarters } from '../consumption/always-on.ts';
import { countDay, createPeaks, openInterval } from '../measured-cycle/cycle-tally.ts';
import type { ReactiveLimits } from '../measured-cycle/reactive-meter.ts';

/** A tariff by which an establishment is billed, as contracts say it. */
export interface AgreedTariff<T> {
  /** Null of one that no contract names. */
  readonly validFrom: CivilDate | null;
  /** Its name; null without one. */
  readonly tariff: T | null;
  readonly versions: readonly RulesVersion[];
}

interface Hours<T> {
  /** The tariff of the windows; null for the general rule. */
  readonly tariff: T | null;
  /** The windows of peak, and those of intermediate hours that have a price. */
  readonly windows: TouWindows;
  readonly limits: ReactiveLimits;
}

/** Consecutive days, both included, with equal tariff periods. */
export interface TouSpan<T> extends Hours<T> {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

interface TouDays {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly today: CivilDate;
  readonly calendar: ReadingCalendar;
}

/** Reference power factor (REN ANEEL 1.000/2021, art. 302) and the usual window, where no tariff says them. */
const USUAL_LIMITS: ReactiveLimits = { reference: parseRate('0.92'), capacitive: USUAL_CAPACITIVE };

const GENERAL: Hours<never> = { tariff: null, windows: SIMPLE_WINDOWS, limits: USUAL_LIMITS };

/**
 * The hours of tariff periods of days: those of the tariff's version in force, else 18 to 21 h. As a bill does, all days follow
 * the contract of the cycle's last day, or of today; before the first contract that one holds.
 * @param agreed - oldest first
 */
export function touSpans<T>(agreed: readonly AgreedTariff<T>[], days: TouDays): readonly TouSpan<T>[] {
  const contracts = agreed.map((one) => ({ one, from: billedFrom(one, days) }));
  const spans: { first: CivilDate; last: CivilDate; hours: Hours<T> }[] = [];
  let before: readonly unknown[] = [];
  for (const date of daysFrom(days.first, days.last)) {
    const { one } = contracts.findLast(({ from }) => from === null || from <= date) ?? contracts[0] ?? {};
    const version = one === undefined ? null : rulesOn(one.versions, date);
    const current = spans.at(-1);
    const isSame = before[0] === one && before[1] === version;
    const hours = current !== undefined && isSame ? current.hours : hoursOf(one, version);
    before = [one, version];
    if (current !== undefined && areAlike(current.hours, hours)) current.last = date;
    else spans.push({ first: date, last: date, hours });
  }
  return spans.map(({ hours, ...span }) => ({ ...span, ...hours }));
}

/** The first day of which bills are made by it. One that has not begun yet takes none of its cycle's days. */
function billedFrom<T>(
  { validFrom }: AgreedTariff<T>,
  { first, today, calendar }: TouDays,
): CivilDate | null {
  if (validFrom === null || validFrom <= first || validFrom > today) return validFrom;
  return readingCycleAt(validFrom, calendar).first;
}

function hoursOf<T>(agreed: AgreedTariff<T> | undefined, version: RulesVersion | null): Hours<T> {
  if (agreed === undefined || version === null || version.rules.modality === 'simple') return GENERAL;
  const windows = touWindowsOf(version.rules);
  if (windows === null) return GENERAL;
  const reactive = 'reactive' in version.rules ? version.rules.reactive : null;
  return { tariff: agreed.tariff, windows, limits: reactive ?? USUAL_LIMITS };
}

function areAlike<T>(one: Hours<T>, other: Hours<T>): boolean {
  if (one === other) return true;
  const hoursKey = ({ windows, limits }: Hours<T>) => JSON.stringify([windows, limits.capacitive]);
  return (
    one.tariff === other.tariff &&
    one.limits.reference === other.limits.reference &&
    hoursKey(one) === hoursKey(other)
  );
}

/** Thousandths of Wh and of varh. */
export interface TouEnergy {
  readonly active: number;
  /** Excess reactive energy (ERE, 'UFER' on the bill). */
  readonly excessReactive: number;
}

/**
 * The days by tariff period, counted as a bill does: quarter-hours by their start, reactive excess by the hour.
 * @param series - of quarter-hours, ascending @param now - nothing later is counted
 */
export function measureTouPeriods(
  series: EnergySeries,
  spans: readonly TouSpan<unknown>[],
  { zone, now }: { readonly zone: Zone; readonly now: Instant },
): Readonly<Record<TouPeriod, TouEnergy>> {
  const peaks = createPeaks();
  const timeIntervals = spans.map(({ first, last, windows, limits }) => {
    const rules = { version: null, touPeriodsOf: touPeriodsOfWindows(windows), limits };
    const interval = openInterval(first, peaks, rules);
    let start = startOfDay(first, zone);
    for (const date of daysFrom(first, last)) {
      const end = endOfDay(date, zone);
      const from = firstSlotFrom(series, start);
      const to = firstSlotFrom(series, Math.min(end, now + 1));
      countDay(series, from, to, { date, start, end, zone, interval, peaks, isInHours: null });
      start = end;
    }
    interval.reactive?.close();
    return interval;
  });
  const sumOf = (name: 'consumed' | 'reactiveExcess', touPeriod: TouPeriod): number =>
    timeIntervals.reduce((sum, interval) => sum + valueAt(interval[name], TOU_PERIODS.indexOf(touPeriod)), 0);
  const energyOf = (touPeriod: TouPeriod): TouEnergy => ({
    active: sumOf('consumed', touPeriod),
    excessReactive: sumOf('reactiveExcess', touPeriod),
  });
  return {
    inPoint: energyOf('inPoint'),
    interPoint: energyOf('interPoint'),
    outPoint: energyOf('outPoint'),
  };
}

interface TouClock {
  readonly zone: Zone;
  readonly touPeriodsOn: TouPeriodsOn;
}

interface DayByPeriod extends Readonly<Record<TouPeriod, number>> {
  readonly date: CivilDate;
}

/** A quarter-hour with its consumption, mWh. */
export interface HighestQuarter {
  readonly start: Instant;
  readonly consumed: number;
}

/** The posts of days by spans of them, in order; of days before and after them by the nearest; off-peak without any. */
export function touPeriodsOfSpans(
  spans: readonly { readonly last: CivilDate; readonly windows: TouWindows }[],
): TouPeriodsOn {
  const touSpans = spans.map(({ last, windows }) => ({ last, touPeriodsOn: touPeriodsOfWindows(windows) }));
  return (date) => {
    const { touPeriodsOn } = touSpans.find(({ last }) => date <= last) ??
      touSpans.at(-1) ?? { touPeriodsOn: alwaysOffPeak };
    return touPeriodsOn(date);
  };
}

/** The post in which an instant lies. */
export function touPeriodAtInstant(at: Instant, { zone, touPeriodsOn }: TouClock): TouPeriod {
  const date = civilDateAt(at, zone);
  const clockMs = clockWithin(startOfDay(date, zone), endOfDay(date, zone), zone)(at);
  return TOU_PERIODS[touPeriodsOn(date)[Math.floor(clockMs / QUARTER_MS)] as number] as TouPeriod;
}

type Visit = (index: number, touPeriod: TouPeriod, date: CivilDate) => void;

/** Visits quarter-hours with their tariff periods in order; the data of a day are computed once. */
function forEachQuarter(start: Float64Array, { zone, touPeriodsOn }: TouClock, visit: Visit): void {
  let dayEnd = Number.NEGATIVE_INFINITY;
  let date = '' as CivilDate;
  let touPeriods = alwaysOffPeak(date);
  let clockAt: (at: number) => number = Number;
  for (let index = 0; index < start.length; index++) {
    const at = instantAt(start, index);
    if (at >= dayEnd) {
      date = civilDateAt(at, zone);
      const end = endOfDay(date, zone);
      clockAt = clockWithin(startOfDay(date, zone), end, zone);
      touPeriods = touPeriodsOn(date);
      dayEnd = end;
    }
    visit(index, TOU_PERIODS[touPeriods[Math.floor(clockAt(at) / QUARTER_MS)] as number] as TouPeriod, date);
  }
}

/** The days with quarter-hours, by tariff period. @param start - ascending */
export function sumsByTouPeriod(
  start: Float64Array,
  quantities: Float64Array,
  clock: TouClock,
): DayByPeriod[] {
  const days: { date: CivilDate; inPoint: number; interPoint: number; outPoint: number }[] = [];
  forEachQuarter(start, clock, (index, touPeriod, date) => {
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, inPoint: 0, interPoint: 0, outPoint: 0 };
      days.push(day);
    }
    day[touPeriod] += valueAt(quantities, index);
  });
  return days;
}

/** The highest quarter-hour of each post, the first of equals, as a bill finds it; null where nothing was consumed. */
export function highestByTouPeriod(
  { start, consumed }: ConsumedQuarters,
  clock: TouClock,
): Readonly<Record<TouPeriod, HighestQuarter | null>> {
  const highest: Record<TouPeriod, HighestQuarter | null> = {
    inPoint: null,
    interPoint: null,
    outPoint: null,
  };
  forEachQuarter(start, clock, (index, touPeriod) => {
    const energy = valueAt(consumed, index);
    if (energy > (highest[touPeriod]?.consumed ?? 0)) {
      highest[touPeriod] = { start: instantAt(start, index), consumed: energy };
    }
  });
  return highest;
}
