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
import { type EnergySeries, firstSlotFrom, instantAt, valueAt } from '../../telemetry/intervals/totals.ts';
import type { ConsumedQuarters } from '../consumption/always-on.ts';
import {
  addDay,
  countDay,
  createDayTally,
  createPeaks,
  openInterval,
} from '../measured-cycle/cycle-tally.ts';
import type { ReactiveLimits } from '../measured-cycle/reactive-meter.ts';

/** A tariff of an establishment, by its contracts. */
export interface AgreedTariff<T> {
  /** First day of the contract; null for the tariff of an establishment without contracts. */
  readonly validFrom: CivilDate | null;
  /** Names of the tariff; null if no tariff is chosen. */
  readonly tariff: T | null;
  readonly versions: readonly RulesVersion[];
}

interface Hours<T> {
  /** The tariff that defines the windows; null: the general rule, 18 to 21 h. */
  readonly tariff: T | null;
  /** Windows of peak hours, and of intermediate hours that have their own price. */
  readonly windows: TouWindows;
  readonly limits: ReactiveLimits;
}

/** Consecutive days, both included, with equal time-of-use periods. */
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

/** Reference power factor (REN ANEEL 1.000/2021, art. 302) and usual window, for tariffs that define neither. */
const USUAL_LIMITS: ReactiveLimits = { reference: parseRate('0.92'), capacitive: USUAL_CAPACITIVE };

const GENERAL: Hours<never> = { tariff: null, windows: SIMPLE_WINDOWS, limits: USUAL_LIMITS };

/**
 * The time-of-use periods of days, by the tariff version in force; 18 to 21 h without one. As on a bill, all days of a cycle
 * follow the contract in force on its last day, or today in the running cycle. Days before the first contract follow the first
 * contract.
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

/**
 * The first day that is billed by a contract: the start of the cycle in which it begins. A future contract does not apply to the
 * running cycle.
 */
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

/** Energy in mWh and mvarh. */
export interface TouEnergy {
  readonly active: number;
  /** Excess reactive energy (ERE, 'UFER' on the bill). */
  readonly excessReactive: number;
}

/**
 * Sums days by time-of-use period as a bill does: quarter-hours by their start, reactive excess by the hour.
 * @param series - of quarter-hours, ascending @param now - later data do not count
 */
export function measureTouPeriods(
  series: EnergySeries,
  spans: readonly TouSpan<unknown>[],
  { zone, now }: { readonly zone: Zone; readonly now: Instant },
): Readonly<Record<TouPeriod, TouEnergy>> {
  const peaks = createPeaks();
  const tally = createDayTally();
  const timeIntervals = spans.map(({ first, last, windows, limits }) => {
    const rules = { version: null, touPeriodsOf: touPeriodsOfWindows(windows), limits };
    const interval = openInterval(first, peaks, rules);
    let start = startOfDay(first, zone);
    for (const date of daysFrom(first, last)) {
      const end = endOfDay(date, zone);
      const from = firstSlotFrom(series, start);
      const to = firstSlotFrom(series, Math.min(end, now + 1));
      countDay(series, from, to, { date, start, end, zone, interval, tally, isInHours: null });
      addDay(tally, interval, peaks);
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

/**
 * Returns the time-of-use periods of a day by consecutive spans. Days outside the spans take those of the nearest span; without
 * spans every hour is off-peak.
 */
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

/** The time-of-use period that contains an instant. */
export function touPeriodAtInstant(at: Instant, { zone, touPeriodsOn }: TouClock): TouPeriod {
  const date = civilDateAt(at, zone);
  const clockMs = clockWithin(startOfDay(date, zone), endOfDay(date, zone), zone)(at);
  return TOU_PERIODS[touPeriodsOn(date)[Math.floor(clockMs / QUARTER_MS)] as number] as TouPeriod;
}

type Visit = (index: number, touPeriod: TouPeriod, date: CivilDate) => void;

/** Calls `visit` for each quarter-hour with its time-of-use period, in order. Time-of-use periods are looked up once a day. */
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

/** Sums quarter-hours by day and time-of-use period; days without quarter-hours are absent. @param start - ascending */
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

/** The highest quarter-hour of each time-of-use period, as on a bill; the first of equal ones, null without consumption. */
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
