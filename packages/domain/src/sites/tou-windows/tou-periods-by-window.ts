import type { CivilDate } from '../../base/time/civil-day.ts';
import { isPeakExempt, isWeekend } from '../../base/time/holidays.ts';
import {
  hasIntermediatePrice,
  type RulesVersion,
  rulesOn,
  type TariffRules,
  type TimeWindow,
  type TouWindows,
} from '../tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from './tou-periods.ts';

/** For each quarter-hour of the local day, 0 to 95: the index of its time-of-use period in `TOU_PERIODS`. */
export type QuarterPeriods = Uint8Array;

const QUARTER_MINUTES = 15;
const QUARTERS_OF_DAY = 96;

const PEAK = TOU_PERIODS.indexOf('inPoint');
const INTERMEDIATE = TOU_PERIODS.indexOf('interPoint');
const OFF_PEAK = TOU_PERIODS.indexOf('outPoint');

/** Returns the time-of-use periods of a day. */
export type TouPeriodsOn = (date: CivilDate) => QuarterPeriods;

const ALL_OFF_PEAK: QuarterPeriods = new Uint8Array(QUARTERS_OF_DAY).fill(OFF_PEAK);

export const alwaysOffPeak: TouPeriodsOn = () => ALL_OFF_PEAK;

const QUARTERS_AN_HOUR = 4;

/** @param quarter - time of the local day in quarter-hours, from 0 to below 96; fractions are rounded down */
export function touPeriodOfQuarter(touPeriods: QuarterPeriods, quarter: number): TouPeriod {
  return TOU_PERIODS[touPeriods[Math.floor(quarter)] as number] as TouPeriod;
}

/** Whether an hour of the local day has a single time-of-use period. */
export function isOfOnePeriod(touPeriods: QuarterPeriods, hour: number): boolean {
  const first = hour * QUARTERS_AN_HOUR;
  for (let quarter = first + 1; quarter < first + QUARTERS_AN_HOUR; quarter++)
    if (touPeriods[quarter] !== touPeriods[first]) return false;
  return true;
}

/** The time-of-use period of most of an hour of the local day; the earlier one if two are equal. */
export function touPeriodOfHour(touPeriods: QuarterPeriods, hour: number): TouPeriod {
  const first = hour * QUARTERS_AN_HOUR;
  if (isOfOnePeriod(touPeriods, hour)) return touPeriodOfQuarter(touPeriods, first);
  const quarters = [0, 1, 2, 3].map((quarter) => touPeriodOfQuarter(touPeriods, first + quarter));
  const lengthOf = (touPeriod: TouPeriod): number => quarters.filter((one) => one === touPeriod).length;
  return quarters.reduce((maxLength, touPeriod) =>
    lengthOf(touPeriod) > lengthOf(maxLength) ? touPeriod : maxLength,
  );
}

/** Peak hours of the simple tariff: 18:00 to 21:00 from Monday to Friday, national holidays included (spec, section 9). */
export const SIMPLE_WINDOWS: TouWindows = {
  peak: { start: 1080, end: 1260 },
  intermediate: [],
  blackAwarenessFrom: 2024,
  hasPeakOnHolidays: true,
};

/** Whether a minute of the local day lies in a window. A window whose end is before its start crosses midnight. */
export function isInWindow({ start, end }: TimeWindow, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

function weekdayPeriods({ peak, intermediate }: TouWindows): QuarterPeriods {
  return ALL_OFF_PEAK.map((_, quarter) => {
    const minute = quarter * QUARTER_MINUTES;
    if (isInWindow(peak, minute)) return PEAK;
    return intermediate.some((window) => isInWindow(window, minute)) ? INTERMEDIATE : OFF_PEAK;
  });
}

/**
 * The windows of a tariff; null if all hours have one price. Intermediate hours are omitted if they have no price of their own.
 */
export function touWindowsOf(rules: TariffRules): TouWindows | null {
  if (rules.modality === 'simple') return SIMPLE_WINDOWS;
  if (!('windows' in rules)) return null;
  return hasIntermediatePrice(rules.modality) ? rules.windows : { ...rules.windows, intermediate: [] };
}

/**
 * Returns the time-of-use periods of any day by windows. Peak and intermediate hours exist from Monday to Friday, on national
 * holidays only if `hasPeakOnHolidays` is set.
 */
export function touPeriodsOfWindows(windows: TouWindows): TouPeriodsOn {
  const weekday = weekdayPeriods(windows);
  const { blackAwarenessFrom, hasPeakOnHolidays = false } = windows;
  const isExempt = hasPeakOnHolidays
    ? isWeekend
    : (date: CivilDate) => isPeakExempt(date, { blackAwarenessFrom });
  return (date) => (isExempt(date) ? ALL_OFF_PEAK : weekday);
}

export const simpleTouPeriodsOn: TouPeriodsOn = touPeriodsOfWindows(SIMPLE_WINDOWS);

/**
 * Returns the time-of-use periods of any day by the versions of a tariff, in any order; days before the first version are
 * off-peak.
 */
export function touPeriodsOfVersions(versions: readonly RulesVersion[]): TouPeriodsOn {
  const periodsByVersion = new Map(versions.map((version) => [version, touPeriodsByWindow(version.rules)]));
  return (date) => {
    const version = rulesOn(versions, date);
    return (version === null ? alwaysOffPeak : (periodsByVersion.get(version) as TouPeriodsOn))(date);
  };
}

/** The time-of-use periods of rules, which never change: each day of each bill needs them. */
const periodsByRules = new WeakMap<TariffRules, TouPeriodsOn>();

/** Returns the time-of-use periods of any day by rules; all hours are off-peak without windows. */
export function touPeriodsByWindow(rules: TariffRules): TouPeriodsOn {
  const cached = periodsByRules.get(rules);
  if (cached !== undefined) return cached;
  const windows = touWindowsOf(rules);
  const touPeriodsOn = windows === null ? alwaysOffPeak : touPeriodsOfWindows(windows);
  periodsByRules.set(rules, touPeriodsOn);
  return touPeriodsOn;
}

/** Portuguese names of time-of-use periods, as on bills. */
export const TOU_PERIOD_LABELS: Readonly<Record<TouPeriod, string>> = {
  inPoint: 'ponta',
  interPoint: 'intermediário',
  outPoint: 'fora ponta',
};
