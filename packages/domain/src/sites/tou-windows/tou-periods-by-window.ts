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

/** The index in `POSTS` of the tariff period of each quarter-hour of the local clock, 0 to 95. */
export type QuarterPeriods = Uint8Array;

const QUARTER_MINUTES = 15;
const QUARTERS_OF_DAY = 96;

const PEAK = TOU_PERIODS.indexOf('inPoint');
const INTERMEDIATE = TOU_PERIODS.indexOf('interPoint');
const OFF_PEAK = TOU_PERIODS.indexOf('outPoint');

export type TouPeriodsOn = (date: CivilDate) => QuarterPeriods;

const ALL_OFF_PEAK: QuarterPeriods = new Uint8Array(QUARTERS_OF_DAY).fill(OFF_PEAK);

export const alwaysOffPeak: TouPeriodsOn = () => ALL_OFF_PEAK;

const QUARTERS_AN_HOUR = 4;

/** @param quarter - of the local clock, 0 to 96; an instant within one belongs to it */
export function touPeriodOfQuarter(touPeriods: QuarterPeriods, quarter: number): TouPeriod {
  return TOU_PERIODS[touPeriods[Math.floor(quarter)] as number] as TouPeriod;
}

/** Whether no other post begins within an hour of the local clock. */
export function isOfOnePeriod(touPeriods: QuarterPeriods, hour: number): boolean {
  const first = hour * QUARTERS_AN_HOUR;
  for (let quarter = first + 1; quarter < first + QUARTERS_AN_HOUR; quarter++)
    if (touPeriods[quarter] !== touPeriods[first]) return false;
  return true;
}

/** The post of most of an hour of the local clock; of equals, the earlier one. */
export function touPeriodOfHour(touPeriods: QuarterPeriods, hour: number): TouPeriod {
  const first = hour * QUARTERS_AN_HOUR;
  if (isOfOnePeriod(touPeriods, hour)) return touPeriodOfQuarter(touPeriods, first);
  const quarters = [0, 1, 2, 3].map((quarter) => touPeriodOfQuarter(touPeriods, first + quarter));
  const lengthOf = (touPeriod: TouPeriod): number => quarters.filter((one) => one === touPeriod).length;
  return quarters.reduce((maxLength, touPeriod) =>
    lengthOf(touPeriod) > lengthOf(maxLength) ? touPeriod : maxLength,
  );
}

/** Hours of the simple tariff: 18:00 to 21:00 on weekdays, national holidays included (spec, section 9). */
export const SIMPLE_WINDOWS: TouWindows = {
  peak: { start: 1080, end: 1260 },
  intermediate: [],
  blackAwarenessFrom: 2024,
  hasPeakOnHolidays: true,
};

/** Whether a minute of the local clock lies in a window; one that ends before it starts crosses midnight. */
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

/** The windows of a tariff's prices; null if all hours cost the same. Intermediate hours without a price of their own are off-peak. */
export function touWindowsOf(rules: TariffRules): TouWindows | null {
  if (rules.modality === 'simple') return SIMPLE_WINDOWS;
  if (!('windows' in rules)) return null;
  return hasIntermediatePrice(rules.modality) ? rules.windows : { ...rules.windows, intermediate: [] };
}

/** The posts of any day by windows: peak and intermediate hours on weekdays, on national holidays only if the windows say so. */
export function touPeriodsOfWindows(windows: TouWindows): TouPeriodsOn {
  const weekday = weekdayPeriods(windows);
  const { blackAwarenessFrom, hasPeakOnHolidays = false } = windows;
  const isExempt = hasPeakOnHolidays
    ? isWeekend
    : (date: CivilDate) => isPeakExempt(date, { blackAwarenessFrom });
  return (date) => (isExempt(date) ? ALL_OFF_PEAK : weekday);
}

export const simpleTouPeriodsOn: TouPeriodsOn = touPeriodsOfWindows(SIMPLE_WINDOWS);

/** The posts of any day by the versions of a tariff, in any order; off-peak before the first of them. */
export function touPeriodsOfVersions(versions: readonly RulesVersion[]): TouPeriodsOn {
  const periodsByVersion = new Map(versions.map((version) => [version, touPeriodsByWindow(version.rules)]));
  return (date) => {
    const version = rulesOn(versions, date);
    return (version === null ? alwaysOffPeak : (periodsByVersion.get(version) as TouPeriodsOn))(date);
  };
}

export function touPeriodsByWindow(rules: TariffRules): TouPeriodsOn {
  const windows = touWindowsOf(rules);
  return windows === null ? alwaysOffPeak : touPeriodsOfWindows(windows);
}

/** The name of a post, in Portuguese, as bills print it. */
export const TOU_PERIOD_LABELS: Readonly<Record<TouPeriod, string>> = {
  inPoint: 'ponta',
  interPoint: 'intermediário',
  outPoint: 'fora ponta',
};
