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
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
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
  phaseSumAt,
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
    [start, from] = [end, to];
    return new DayOfSlots(cut, to);
  });
}

/**
 * A day that computes its hours on first use, because most callers read none. V8 creates instances of a class much faster than
 * objects with a getter of their own.
 */
class DayOfSlots implements DayConsumption {
  readonly total: Quantity;
  readonly consumed: Phases<MilliwattHours>;
  readonly injected: Phases<MilliwattHours>;
  readonly inductive: Phases<MillivarHours>;
  readonly capacitive: Phases<MillivarHours>;
  readonly volume: Millilitres;
  readonly peakQuarter: PeakQuarter | null;
  readonly presentQuarters: number;
  readonly estimatedQuarters: number;
  readonly expectedQuarters: number;
  readonly completeness: number;
  readonly inPoint: Quantity;
  readonly interPoint: Quantity;
  readonly outPoint: Quantity;
  readonly date: CivilDate;
  readonly #cut: DayCut;
  #hours: readonly HourConsumption[] | undefined;

  /** @param to - the index after its last slot */
  constructor(cut: DayCut, to: number) {
    const totals = totalsOfSlots(cut.series, cut.from, to, 0, cut.options.kind);
    const { byTouPeriod, presentQuarters, estimatedQuarters, expectedQuarters } = countHours(cut, to);
    this.total = totals.total;
    this.consumed = totals.consumed;
    this.injected = totals.injected;
    this.inductive = totals.inductive;
    this.capacitive = totals.capacitive;
    this.volume = totals.volume;
    this.peakQuarter = totals.peakQuarter;
    this.presentQuarters = presentQuarters;
    this.estimatedQuarters = estimatedQuarters;
    this.expectedQuarters = expectedQuarters;
    this.completeness = completenessOf(presentQuarters, expectedQuarters);
    [this.inPoint, this.interPoint, this.outPoint] = byTouPeriod as unknown as [Quantity, Quantity, Quantity];
    this.date = cut.date;
    this.#cut = cut;
  }

  get hours(): readonly HourConsumption[] {
    this.#hours ??= hoursOf(this.#cut);
    return this.#hours;
  }
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

/** An hour of a day that has begun, with its slots [from, to) and its expected quarter-hours. */
interface HourOfSlots {
  readonly hour: number;
  readonly from: number;
  readonly to: number;
  readonly expected: number;
}

/** The hours of a day that have begun, in order. */
function hoursOfSlots(cut: DayCut): HourOfSlots[] {
  const { series, options, start, from } = cut;
  const complete = expectedInEach(cut);
  const hours: HourOfSlots[] = [];
  let slot = from;
  for (const { hour, since, until } of hoursWithin(cut)) {
    const hourStart = start + since;
    const hourEnd = start + until;
    if (hourStart > options.now) break;
    const to = slotsUntil(series, slot, hourEnd, options.now);
    hours.push({ hour, from: slot, to, expected: complete ?? expectedIn(hourStart, hourEnd, options) });
    slot = to;
  }
  return hours;
}

const periodOfInstant = ({ touPeriods, start, end, options }: DayCut): ((at: Instant) => TouPeriod) => {
  const clockAt = clockWithin(start, end, options.zone);
  return (at) => touPeriodOfQuarter(touPeriods, clockAt(at) / QUARTER_MS);
};

function hoursOf(cut: DayCut): readonly HourConsumption[] {
  const { series, options, touPeriods } = cut;
  const rows: HourConsumption[] = [];
  const touPeriodOf = periodOfInstant(cut);
  for (const { hour, from, to, expected } of hoursOfSlots(cut)) {
    const totals = totalsOfSlots(series, from, to, expected, options.kind);
    const touPeriod = touPeriodOfHour(touPeriods, hour);
    const row = isOfOnePeriod(touPeriods, hour)
      ? hourOfOnePeriod(totals, hour, touPeriod)
      : { ...totals, ...periodsOfSlots(series, from, to, options.kind, touPeriodOf), hour, touPeriod };
    addHour(rows, touPeriods, row);
  }
  if (cut.end <= options.now) extendRows(rows, 24, touPeriods);
  return rows;
}

/** Counts a day hour by hour, because surplus quarter-hours of one hour do not replace missing ones of another. */
function countHours(cut: DayCut, end: number) {
  const { series, options, touPeriods } = cut;
  const { quarters, estimated, start: starts, consumedA, consumedB, consumedC, volume } = series;
  const isWater = options.kind === 'water';
  const byTouPeriod = new Float64Array(TOU_PERIODS.length);
  const clockAt = clockWithin(cut.start, cut.end, options.zone);
  const complete = expectedInEach(cut);
  let presentQuarters = 0;
  let estimatedQuarters = 0;
  let expectedQuarters = 0;
  let slot = cut.from;
  for (const { since, until } of hoursWithin(cut)) {
    const hourStart = cut.start + since;
    const hourEnd = cut.start + until;
    if (hourStart > options.now) break;
    const expected = complete ?? expectedIn(hourStart, hourEnd, options);
    let present = 0;
    let estimates = 0;
    for (; slot < end && valueAt(starts, slot) < hourEnd; slot++) {
      present += valueAt(quarters, slot);
      estimates += valueAt(estimated, slot);
      const touPeriod = touPeriods[Math.floor(clockAt(valueAt(starts, slot)) / QUARTER_MS)] as number;
      const ofSlot = isWater ? valueAt(volume, slot) : phaseSumAt(consumedA, consumedB, consumedC, slot);
      byTouPeriod[touPeriod] = valueAt(byTouPeriod, touPeriod) + ofSlot;
    }
    present = Math.min(present, expected);
    presentQuarters += present;
    estimatedQuarters += Math.min(estimates, expected - present);
    expectedQuarters += expected;
  }
  return { byTouPeriod, presentQuarters, estimatedQuarters, expectedQuarters };
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

/** An hour of a local day, in ms from its start. */
interface HourWithin {
  readonly hour: number;
  readonly since: number;
  readonly until: number;
}

/** The hours of a day on which no clock changes. */
const PLAIN_HOURS: readonly HourWithin[] = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  since: hour * HOUR_MS,
  until: (hour + 1) * HOUR_MS,
}));

const isPlain = ({ start, end, options: { zone } }: DayCut): boolean =>
  end - start === DAY_MS && offsetMsAt(start, zone) === offsetMsAt(end - 1, zone);

/** The hours of a day in order. */
function hoursWithin(cut: DayCut): readonly HourWithin[] {
  if (isPlain(cut)) return PLAIN_HOURS;
  return hoursOfDay(cut.date, cut.options.zone).map(({ hour, start, end }) => ({
    hour,
    since: start - cut.start,
    until: end - cut.start,
  }));
}

/** The expected quarter-hours of each hour, if all hours of a past day have equally many; else null. */
function expectedInEach(cut: DayCut): number | null {
  const { start, end, options } = cut;
  const { since, now, stays } = options;
  if (end > now || (since !== null && since > start) || start % QUARTER_MS !== 0 || !isPlain(cut))
    return null;
  const meters = stays === undefined ? 1 : stays.metersBetween(start / QUARTER_MS, end / QUARTER_MS);
  return meters === null ? null : meters * (HOUR_MS / QUARTER_MS);
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

/** Names each quantity, because a request creates thousands of hours and a spread takes a microsecond. */
function hourOfOnePeriod(totals: Totals, hour: number, touPeriod: TouPeriod): HourConsumption {
  const { total } = totals;
  const none = 0 as Quantity;
  return {
    total,
    consumed: totals.consumed,
    injected: totals.injected,
    inductive: totals.inductive,
    capacitive: totals.capacitive,
    volume: totals.volume,
    peakQuarter: totals.peakQuarter,
    presentQuarters: totals.presentQuarters,
    estimatedQuarters: totals.estimatedQuarters,
    expectedQuarters: totals.expectedQuarters,
    completeness: totals.completeness,
    inPoint: touPeriod === 'inPoint' ? total : none,
    interPoint: touPeriod === 'interPoint' ? total : none,
    outPoint: touPeriod === 'outPoint' ? total : none,
    hour,
    touPeriod,
  };
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
