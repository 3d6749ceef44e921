import {
  type CivilDate,
  clockWithin,
  daysFrom,
  endOfDay,
  hoursOfDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { DAY_MS, HOUR_MS, type Instant, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import type { MillivarHours, MilliwattHours } from '../../base/units/energy.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import {
  isOfOnePeriod,
  type QuarterPeriods,
  type TouPeriodsOn,
  touPeriodOfHour,
  touPeriodOfQuarter,
} from '../../sites/tou-windows/tou-periods-by-window.ts';
import {
  completenessOf,
  type DayConsumption,
  type EnergySeries,
  expectedBetween,
  firstSlotFrom,
  type HourConsumption,
  higherPeak,
  instantAt,
  type MeterStays,
  type PeakQuarter,
  type PeriodConsumption,
  type Phases,
  phaseSum,
  type Quantity,
  sumTotals,
  sumTouPeriods,
  type Totals,
  type TouTotals,
  type Utility,
  valueAt,
} from '../../telemetry/intervals/totals.ts';

/**
 * Why a day has no data: it is in the future, no meter was installed, no quarter-hour of today is complete yet since midnight or
 * since the installation, or the meter sent nothing.
 */
export const EMPTY_REASONS = ['future', 'notInstalled', 'tooEarly', 'noData'] as const;

export type EmptyReason = (typeof EMPTY_REASONS)[number];

/** @param today - in the same zone as the day @returns null if a part of the day was measured or estimated */
export function emptyReasonOf(
  day: Pick<DayConsumption, 'date' | 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>,
  today: CivilDate,
): EmptyReason | null {
  if (day.presentQuarters + day.estimatedQuarters > 0) return null;
  if (day.date > today) return 'future';
  if (day.expectedQuarters > 0) return 'noData';
  return day.date === today ? 'tooEarly' : 'notInstalled';
}

export interface ConsolidationOptions {
  readonly zone: Zone;
  /** First and last civil day, both included. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly now: Instant;
  readonly kind: Utility;
  readonly touPeriodsOn: TouPeriodsOn;
  /** Start of the installation: no data are expected before it. Null if it is unknown. */
  readonly since: Instant | null;
  /** For the sum of several meters: the intervals in which each was installed. */
  readonly stays?: MeterStays;
}

/**
 * Cuts a series into civil days and hours. Slots after `now`, sent by a board whose clock is ahead, are left out.
 * @param series - ascending, with slots no longer than `stepMinutesFor` returns; slots outside the days are left out
 */
export function consolidateDays(series: EnergySeries, options: ConsolidationOptions): DayConsumption[] {
  const { zone, now } = options;
  let start = startOfDay(options.first, zone);
  let from = firstSlotFrom(series, start);
  return daysFrom(options.first, options.last).map((date) => {
    const end = endOfDay(date, zone);
    const cut = { series, options, touPeriods: options.touPeriodsOn(date), date, start, end, from };
    const to = slotsUntil(series, from, end, now);
    let hours: readonly HourConsumption[] | undefined;
    const day = {
      ...totalsOfDay(cut, to),
      date,
      // Computed on first use: most callers read no hours.
      get hours() {
        hours ??= hoursOf(cut);
        return hours;
      },
    };
    [start, from] = [end, to];
    return day;
  });
}

interface DayCut {
  readonly series: EnergySeries;
  readonly options: ConsolidationOptions;
  readonly touPeriods: QuarterPeriods;
  readonly date: CivilDate;
  readonly start: Instant;
  readonly end: Instant;
  readonly from: number;
}

/** Calls `call` for each hour that has begun, with its slots [from, to) and its expected quarter-hours. */
function eachHourOfSlots(
  { series, options, date, start, end, from }: DayCut,
  call: (hour: number, from: number, to: number, expected: number) => void,
): void {
  let slot = from;
  eachHour(date, start, end, options.zone, (hour, hourStart, hourEnd) => {
    if (hourStart > options.now) return;
    const to = slotsUntil(series, slot, hourEnd, options.now);
    call(hour, slot, to, expectedIn(hourStart, hourEnd, options));
    slot = to;
  });
}

const periodOfInstant = ({ touPeriods, start, end, options }: DayCut): ((at: Instant) => TouPeriod) => {
  const clockAt = clockWithin(start, end, options.zone);
  return (at) => touPeriodOfQuarter(touPeriods, clockAt(at) / QUARTER_MS);
};

function hoursOf(cut: DayCut): readonly HourConsumption[] {
  const { series, options, touPeriods } = cut;
  const rows: HourConsumption[] = [];
  const touPeriodOf = periodOfInstant(cut);
  eachHourOfSlots(cut, (hour, from, to, expected) => {
    const totals = totalsOfSlots(series, from, to, expected, options.kind);
    const touPeriod = touPeriodOfHour(touPeriods, hour);
    const byTouPeriod = isOfOnePeriod(touPeriods, hour)
      ? allOf(touPeriod, totals.total)
      : periodsOfSlots(series, from, to, options.kind, touPeriodOf);
    // A request creates thousands of hours: `Object.assign` avoids a copy of each.
    addHour(rows, touPeriods, Object.assign(totals, byTouPeriod, { hour, touPeriod }));
  });
  if (cut.end <= options.now) extendRows(rows, 24, touPeriods);
  return rows;
}

/** The totals of a day, without its hours. */
function totalsOfDay(cut: DayCut, end: number): Totals & TouTotals {
  const { series, options, touPeriods } = cut;
  const { consumedA, consumedB, consumedC, volume, quarters, estimated } = series;
  const isWater = options.kind === 'water';
  const byTouPeriod: Record<TouPeriod, number> = { inPoint: 0, interPoint: 0, outPoint: 0 };
  const touPeriodOf = periodOfInstant(cut);
  let [presentQuarters, estimatedQuarters, expectedQuarters] = [0, 0, 0];
  eachHourOfSlots(cut, (hour, from, to, expected) => {
    const present = Math.min(sumSlots(quarters, from, to), expected);
    presentQuarters += present;
    estimatedQuarters += Math.min(sumSlots(estimated, from, to), expected - present);
    expectedQuarters += expected;
    const isOfOne = isOfOnePeriod(touPeriods, hour);
    const touPeriod = touPeriodOfHour(touPeriods, hour);
    for (let slot = from; slot < to; slot++) {
      const consumed = valueAt(consumedA, slot) + valueAt(consumedB, slot) + valueAt(consumedC, slot);
      byTouPeriod[isOfOne ? touPeriod : touPeriodOf(instantAt(series.start, slot))] += isWater
        ? valueAt(volume, slot)
        : consumed;
    }
  });
  return {
    ...totalsOfSlots(series, cut.from, end, 0, options.kind),
    presentQuarters,
    estimatedQuarters,
    expectedQuarters,
    completeness: completenessOf(presentQuarters, expectedQuarters),
    ...(byTouPeriod as TouTotals),
  };
}

export function sumDays(days: readonly DayConsumption[]): PeriodConsumption {
  return { ...sumTotals(days), ...sumTouPeriods(days) };
}

/** The day with the highest total, the earliest of equal ones; null without consumption. */
export function highestDay(days: readonly DayConsumption[]): DayConsumption | null {
  return days.reduce<DayConsumption | null>(
    (highest, day) => (day.total > (highest?.total ?? 0) ? day : highest),
    null,
  );
}

function slotsUntil(series: EnergySeries, from: number, end: number, now: Instant): number {
  const limit = Math.min(end, now + 1);
  let to = from;
  while (to < series.length && valueAt(series.start, to) < limit) to++;
  return to;
}

/**
 * Calls `call` for the hours of a day, in order. If no clock changes on that day, the hours follow by addition, which is quicker.
 */
function eachHour(
  date: CivilDate,
  start: Instant,
  end: Instant,
  zone: Zone,
  call: (hour: number, start: number, end: number) => void,
): void {
  const isPlain = end - start === DAY_MS && offsetMsAt(start, zone) === offsetMsAt(end - 1, zone);
  if (!isPlain) {
    for (const one of hoursOfDay(date, zone)) call(one.hour, one.start, one.end);
    return;
  }
  for (let hour = 0; hour < 24; hour++) call(hour, start + hour * HOUR_MS, start + (hour + 1) * HOUR_MS);
}

/**
 * Number of complete quarter-hours of an hour between the installation's start and now. With `stays`, the sum over all meters.
 */
function expectedIn(start: number, end: number, { since, now, stays }: ConsolidationOptions): number {
  return expectedBetween(Math.max(start, since ?? start), Math.min(end, now), stays);
}

/** Adds an hour to the rows. An hour that the clock repeats is added to its existing row. */
function addHour(rows: HourConsumption[], touPeriods: QuarterPeriods, added: HourConsumption): void {
  const { hour, touPeriod } = added;
  extendRows(rows, hour, touPeriods);
  const row = rows[hour];
  rows[hour] = row === undefined ? added : { ...sumParts([row, added]), hour, touPeriod };
}

/** Appends empty rows for hours that the clock skips until there are `length` rows. */
function extendRows(rows: HourConsumption[], length: number, touPeriods: QuarterPeriods): void {
  while (rows.length < length) {
    const touPeriod = touPeriodOfHour(touPeriods, rows.length);
    rows.push({ ...sumTotals([]), ...sumTouPeriods([]), hour: rows.length, touPeriod });
  }
}

/** Sums the two occurrences of an hour that the clock repeats. A time-of-use period begins within both or within neither. */
function sumParts(parts: readonly HourConsumption[]): Omit<HourConsumption, 'hour' | 'touPeriod'> {
  const injected = parts.flatMap(({ injectedByTouPeriod }) => injectedByTouPeriod ?? []);
  return {
    ...sumTotals(parts),
    ...sumTouPeriods(parts),
    ...(injected.length === 0 ? {} : { injectedByTouPeriod: sumTouPeriods(injected) }),
  };
}

function allOf(touPeriod: TouPeriod, total: Quantity): TouTotals {
  const of = (one: TouPeriod): Quantity => (one === touPeriod ? total : (0 as Quantity));
  return { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') };
}

/** Consumption and injection by time-of-use period, for an hour within which another period begins. */
function periodsOfSlots(
  series: EnergySeries,
  from: number,
  to: number,
  kind: Utility,
  touPeriodOf: (at: Instant) => TouPeriod,
): TouTotals & Required<Pick<HourConsumption, 'injectedByTouPeriod'>> {
  const byTouPeriod: Record<TouPeriod, number> = { inPoint: 0, interPoint: 0, outPoint: 0 };
  const injectedByTouPeriod: Record<TouPeriod, number> = { ...byTouPeriod };
  for (let slot = from; slot < to; slot++) {
    const touPeriod = touPeriodOf(instantAt(series.start, slot));
    const { total, injected } = totalsOfSlots(series, slot, slot + 1, 0, kind);
    byTouPeriod[touPeriod] += total;
    injectedByTouPeriod[touPeriod] += phaseSum(injected);
  }
  return {
    ...(byTouPeriod as TouTotals),
    injectedByTouPeriod: injectedByTouPeriod as Record<TouPeriod, MilliwattHours>,
  };
}

export function dayOfHours(date: CivilDate, hours: readonly HourConsumption[]): DayConsumption {
  return { ...sumTotals(hours), ...sumTouPeriods(hours), date, hours };
}

/** Sums the slots [from, to). The running quarter-hour has data but is not expected, so it does not count as measured. */
function totalsOfSlots(
  series: EnergySeries,
  from: number,
  to: number,
  expected: number,
  kind: Utility,
): Totals {
  const { consumedA, consumedB, consumedC, injectedA, injectedB, injectedC } = series;
  const { inductiveA, inductiveB, inductiveC, capacitiveA, capacitiveB, capacitiveC } = series;
  const consumed = phasesOf<MilliwattHours>(consumedA, consumedB, consumedC, from, to);
  const volume = sumSlots(series.volume, from, to) as Millilitres;
  const presentQuarters = Math.min(sumSlots(series.quarters, from, to), expected);
  const estimatedQuarters = Math.min(sumSlots(series.estimated, from, to), expected - presentQuarters);
  return {
    total: kind === 'water' ? volume : phaseSum(consumed),
    consumed,
    injected: phasesOf<MilliwattHours>(injectedA, injectedB, injectedC, from, to),
    inductive: phasesOf<MillivarHours>(inductiveA, inductiveB, inductiveC, from, to),
    capacitive: phasesOf<MillivarHours>(capacitiveA, capacitiveB, capacitiveC, from, to),
    volume,
    peakQuarter: kind === 'water' ? null : peakOfSlots(series, from, to),
    presentQuarters,
    estimatedQuarters,
    expectedQuarters: expected,
    completeness: completenessOf(presentQuarters, expected),
  };
}

const EMPTY = { a: 0, b: 0, c: 0 };

function sumSlots(column: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let slot = from; slot < to; slot++) sum += valueAt(column, slot);
  return sum;
}

function phasesOf<T extends number>(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  from: number,
  to: number,
): Phases<T> {
  // Several columns are the same array only if all of them are zero.
  if (a === b && b === c) return EMPTY as Phases<T>;
  return { a: sumSlots(a, from, to) as T, b: sumSlots(b, from, to) as T, c: sumSlots(c, from, to) as T };
}

function peakOfSlots(series: EnergySeries, from: number, to: number): PeakQuarter | null {
  let peak: PeakQuarter | null = null;
  for (let slot = from; slot < to; slot++) {
    const start = instantAt(series.peakQuarterStart, slot);
    if (valueAt(series.quarters, slot) === 0 || start === 0) continue;
    peak = higherPeak(peak, { energy: valueAt(series.peakQuarter, slot) as MilliwattHours, start });
  }
  return peak;
}
