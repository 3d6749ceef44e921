import { type CivilDate, clockMsAt } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { DAY_MS, type Instant, MINUTE_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import { type RulesVersion, rulesOn, type TimeWindow } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import {
  alwaysOffPeak,
  isInWindow,
  type TouPeriodsOn,
  touPeriodsByWindow,
} from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type EnergySeries, phaseSumAt, valueAt } from '../../telemetry/intervals/totals.ts';
import { createReactiveMeter, type ReactiveLimits, type ReactiveMeter } from './reactive-meter.ts';

/**
 * Consecutive days of a cycle under one version of the rules, while they are being measured. Columns have one value for each of
 * `TOU_PERIODS`.
 */
export interface CycleInterval {
  readonly version: RulesVersion | null;
  readonly first: CivilDate;
  last: CivilDate;
  days: number;
  volume: number;
  readonly consumed: Float64Array;
  readonly inHours: Float64Array;
  readonly injected: Float64Array;
  readonly reactiveExcess: Float64Array;
  readonly touPeriodsOf: TouPeriodsOn;
  readonly reactive: ReactiveMeter | null;
}

/** Maxima for each of `TOU_PERIODS`: `energy` of a quarter-hour, mWh; its `start`, epoch ms, -1 if none; `reactive`, W × 1000. */
export interface Peaks {
  readonly energy: Float64Array;
  readonly start: Float64Array;
  readonly reactive: Float64Array;
}

export function createPeaks(): Peaks {
  return {
    energy: new Float64Array(TOU_PERIODS.length),
    start: new Float64Array(TOU_PERIODS.length).fill(-1),
    reactive: new Float64Array(TOU_PERIODS.length),
  };
}

/** The interval to which a day is added: the current one, or a new one if another version of the rules is in force. */
export function intervalOn(
  timeIntervals: CycleInterval[],
  date: CivilDate,
  versions: readonly RulesVersion[],
  peaks: Peaks,
): CycleInterval {
  const version = rulesOn(versions, date);
  const current = timeIntervals.at(-1);
  if (current !== undefined && current.version === version) {
    current.last = date;
    current.days++;
    return current;
  }
  current?.reactive?.close();
  const rules = version?.rules;
  const interval = openInterval(date, peaks, {
    version,
    touPeriodsOf: rules === undefined ? alwaysOffPeak : touPeriodsByWindow(rules),
    limits: rules !== undefined && 'reactive' in rules ? rules.reactive : null,
  });
  timeIntervals.push(interval);
  return interval;
}

interface IntervalRules extends Pick<CycleInterval, 'version' | 'touPeriodsOf'> {
  /** Null: reactive excess is not counted. */
  readonly limits: ReactiveLimits | null;
}

/** Creates an interval that contains its first day. */
export function openInterval(
  first: CivilDate,
  peaks: Peaks,
  { version, touPeriodsOf, limits }: IntervalRules,
): CycleInterval {
  const reactiveExcess = new Float64Array(TOU_PERIODS.length);
  return {
    version,
    first,
    last: first,
    days: 1,
    volume: 0,
    consumed: new Float64Array(TOU_PERIODS.length),
    inHours: new Float64Array(TOU_PERIODS.length),
    injected: new Float64Array(TOU_PERIODS.length),
    reactiveExcess,
    touPeriodsOf,
    reactive: limits && createReactiveMeter(limits, reactiveExcess, peaks.reactive),
  };
}

/** The quantities of one day while it is being counted. Columns have one value for each of `TOU_PERIODS`. */
export interface DayTally {
  readonly consumed: Float64Array;
  readonly inHours: Float64Array;
  readonly injected: Float64Array;
  readonly peaks: Pick<Peaks, 'energy' | 'start'>;
  volume: number;
  /** Numbers of measured and of estimated quarter-hours. */
  present: number;
  estimated: number;
}

/** Creates the tally of a day; `countDay` clears it, so one serves all days. */
export function createDayTally(): DayTally {
  const { energy, start } = createPeaks();
  return {
    consumed: new Float64Array(TOU_PERIODS.length),
    inHours: new Float64Array(TOU_PERIODS.length),
    injected: new Float64Array(TOU_PERIODS.length),
    peaks: { energy, start },
    volume: 0,
    present: 0,
    estimated: 0,
  };
}

function clear(tally: DayTally): void {
  const { consumed, inHours, injected, peaks } = tally;
  for (const column of [consumed, inHours, injected, peaks.energy]) column.fill(0);
  peaks.start.fill(-1);
  tally.volume = 0;
  tally.present = 0;
  tally.estimated = 0;
}

/** Adds a counted day to the interval that contains it, and raises the peaks of the cycle. */
export function addDay(tally: DayTally, interval: CycleInterval, peaks: Peaks): void {
  for (const touPeriod of TOU_PERIODS.keys()) {
    add(interval.consumed, touPeriod, valueAt(tally.consumed, touPeriod));
    add(interval.inHours, touPeriod, valueAt(tally.inHours, touPeriod));
    add(interval.injected, touPeriod, valueAt(tally.injected, touPeriod));
    const { energy, start } = tally.peaks;
    raisePeak(peaks, touPeriod, valueAt(start, touPeriod), valueAt(energy, touPeriod));
  }
  interval.volume += tally.volume;
}

interface DayOfInterval {
  readonly date: CivilDate;
  readonly start: Instant;
  readonly end: Instant;
  readonly zone: Zone;
  /** Its reactive energy is counted at once, because an hour may not end with the day. */
  readonly interval: Pick<CycleInterval, 'touPeriodsOf' | 'reactive'>;
  readonly tally: DayTally;
  /** For each quarter-hour of the local day: 1 if it lies in the hours that are counted separately. Null without such hours. */
  readonly isInHours: Uint8Array | null;
}

/**
 * Counts the slots [from, to) of a day in its tally. If no clock changes on that day, local times follow by subtraction, which is
 * quicker.
 */
export function countDay(series: EnergySeries, from: number, to: number, day: DayOfInterval): void {
  const { start, end, zone, interval, tally, isInHours } = day;
  clear(tally);
  const { consumed: byTouPeriod, inHours, injected, peaks } = tally;
  const { reactive } = interval;
  const { consumedA, consumedB, consumedC, injectedA, injectedB, injectedC } = series;
  const { start: starts, volume: volumes, quarters, estimated: estimates } = series;
  const touPeriods = interval.touPeriodsOf(day.date);
  const offset = offsetMsAt(start, zone);
  const isPlain = end - start === DAY_MS && offsetMsAt(end - 1, zone) === offset;
  // One object for all slots: a new one for each would be garbage for every quarter-hour.
  const counted = { local: 0, minute: 0, touPeriod: 0, consumed: 0 };
  let volume = 0;
  let present = 0;
  let estimated = 0;
  for (let slot = from; slot < to; slot++) {
    const at = valueAt(starts, slot);
    const clockMs = isPlain ? at - start : clockMsAt(at, zone);
    const quarter = Math.floor(clockMs / QUARTER_MS);
    const touPeriod = touPeriods[quarter] as number;
    const consumed = phaseSumAt(consumedA, consumedB, consumedC, slot);
    add(byTouPeriod, touPeriod, consumed);
    if (isInHours?.[quarter] === 1) add(inHours, touPeriod, consumed);
    add(injected, touPeriod, phaseSumAt(injectedA, injectedB, injectedC, slot));
    volume += valueAt(volumes, slot);
    present += valueAt(quarters, slot);
    const estimate = valueAt(estimates, slot);
    estimated += estimate;
    // Estimated quarter-hours are an even distribution of longer ones, so they show no demand.
    if (estimate > 0) continue;
    raisePeak(peaks, touPeriod, at, consumed);
    if (reactive === null) continue;
    counted.local = at + (isPlain ? offset : offsetMsAt(at, zone));
    counted.minute = clockMs / MINUTE_MS;
    counted.touPeriod = touPeriod;
    counted.consumed = consumed;
    reactive.count(series, slot, counted);
  }
  tally.volume = volume;
  tally.present = present;
  tally.estimated = estimated;
}

/** For each quarter-hour of the local day: 1 if it begins within a window, else 0. */
export function quartersIn(window: TimeWindow): Uint8Array {
  return Uint8Array.from({ length: DAY_MS / QUARTER_MS }, (_, quarter) =>
    Number(isInWindow(window, (quarter * QUARTER_MS) / MINUTE_MS)),
  );
}

function add(column: Float64Array, touPeriod: number, quantity: number): void {
  column[touPeriod] = valueAt(column, touPeriod) + quantity;
}

function raisePeak(peaks: DayTally['peaks'], touPeriod: number, start: number, energy: number): void {
  if (energy <= valueAt(peaks.energy, touPeriod)) return;
  peaks.energy[touPeriod] = energy;
  peaks.start[touPeriod] = start;
}
