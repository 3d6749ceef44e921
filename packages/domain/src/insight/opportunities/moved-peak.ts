import type { CivilDate } from '../../base/time/civil-day.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { TouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import type { EnergySeries } from '../../telemetry/intervals/totals.ts';
import { consumedIn, type LocalQuarter, withConsumption } from './changed-series.ts';
import { quietShares } from './quieter-closed.ts';

const PEAK = TOU_PERIODS.indexOf('inPoint');
const OFF_PEAK = TOU_PERIODS.indexOf('outPoint');
const QUARTERS_AN_HOUR = 4;

/** Consumption in peak hours, and its movable part. */
export interface MovedPeak {
  /** The series with the movable part moved to off-peak hours of the same day. */
  readonly series: EnergySeries;
  /** mWh */
  readonly peak: number;
  /** Movable part of `peak`, mWh. */
  readonly moved: number;
  /** Days that have a peak. */
  readonly days: number;
  /** Start and end of the peak in hours of the local clock: 17.5 is 17:30. */
  readonly from: number;
  readonly to: number;
  /** Mean power in W by hour, on days with a peak, and its movable part. */
  readonly hours: readonly { readonly now: number; readonly movable: number }[];
}

const HOURS_OF_DAY = 24;
const WATTS_A_MWH = 4 / 1000;

/** Means by hour, over days with a peak. */
function meansByHour(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  days: ReadonlySet<CivilDate>,
  beyond: Float64Array,
): MovedPeak['hours'] {
  const byHour = Array.from({ length: HOURS_OF_DAY }, () => ({ energy: 0, movable: 0, slots: 0 }));
  for (const [slot, { date, hour }] of quarters.entries()) {
    if (!days.has(date)) continue;
    const one = byHour[hour] as (typeof byHour)[number];
    one.energy += consumedIn(series, slot);
    one.movable += beyond[slot] as number;
    one.slots += 1;
  }
  return byHour.map(({ energy, movable, slots }) => ({
    now: (energy / Math.max(1, slots)) * WATTS_A_MWH,
    movable: (movable / Math.max(1, slots)) * WATTS_A_MWH,
  }));
}

/** Distributes each day's movable consumption evenly over its off-peak slots. */
function spread(
  consumed: Float64Array,
  slotsOff: ReadonlyMap<CivilDate, readonly number[]>,
  taken: ReadonlyMap<CivilDate, number>,
): void {
  for (const [date, energy] of taken) {
    const slots = slotsOff.get(date) ?? [];
    for (const slot of slots) consumed[slot] = (consumed[slot] as number) + energy / slots.length;
  }
}

/**
 * Finds the movable peak consumption: the excess over the quietest fifth of days. @returns null without a peak, or with too few
 * days
 */
export function movedPeak(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  touPeriodsOn: TouPeriodsOn,
): MovedPeak | null {
  const touPeriodOf = Uint8Array.from(quarters, ({ date, quarter }) => touPeriodsOn(date)[quarter] as number);
  const shareOf = quietShares(series, quarters, (slot) => touPeriodOf[slot] === PEAK);
  if (shareOf === null) return null;
  const slotsOff = Map.groupBy(
    [...quarters.keys()].filter((slot) => touPeriodOf[slot] === OFF_PEAK),
    (slot) => (quarters[slot] as LocalQuarter).date,
  );
  const consumed = Float64Array.from(quarters, (_, slot) => consumedIn(series, slot));
  const taken = new Map<CivilDate, number>();
  const moves = new Float64Array(series.length);
  const days = new Set<CivilDate>();
  let [peak, moved] = [0, 0];
  for (const [slot, at] of quarters.entries()) {
    if (touPeriodOf[slot] !== PEAK) continue;
    const { date } = at;
    const energy = consumed[slot] as number;
    const beyond = slotsOff.has(date) ? energy * (1 - shareOf(at)) : 0;
    consumed[slot] = energy - beyond;
    moves[slot] = beyond;
    taken.set(date, (taken.get(date) ?? 0) + beyond);
    days.add(date);
    peak += energy;
    moved += beyond;
  }
  spread(consumed, slotsOff, taken);
  const touPeriods = [...days].map(touPeriodsOn);
  const from = Math.min(...touPeriods.map((ofDay) => ofDay.indexOf(PEAK))) / QUARTERS_AN_HOUR;
  const to = (Math.max(...touPeriods.map((ofDay) => ofDay.lastIndexOf(PEAK))) + 1) / QUARTERS_AN_HOUR;
  const hours = meansByHour(series, quarters, days, moves);
  return { series: withConsumption(series, consumed), peak, moved, days: days.size, from, to, hours };
}
