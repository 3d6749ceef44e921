import { type BusinessHours, isOpenOn } from '../../base/time/business-hours.ts';
import { type CivilDate, type Weekday, weekdayOf } from '../../base/time/civil-day.ts';
import type { EnergySeries } from '../../telemetry/intervals/totals.ts';
import { consumedIn, type LocalQuarter, withConsumption } from './changed-series.ts';

/** Share of each weekday's days that counts as quiet. */
const QUIET_SHARE = 0.2;
/** Minimum number of days for a result. */
const MIN_DAYS = 14;
const HOURS = 24;
const CELLS = 7 * HOURS;
const HALVES = [0, 1] as const;

/** Sums over slots, by weekday and hour. */
interface Cells {
  readonly energy: Float64Array;
  readonly slots: Float64Array;
}

const noCells = (): Cells => ({ energy: new Float64Array(CELLS), slots: new Float64Array(CELLS) });

function add({ energy, slots }: Cells, cell: number, amount: number): void {
  energy[cell] = (energy[cell] as number) + amount;
  slots[cell] = (slots[cell] as number) + 1;
}

function meanOf({ energy, slots }: Cells, cell: number): number {
  return (energy[cell] as number) / (slots[cell] as number);
}

interface Slot {
  readonly date: CivilDate;
  readonly cell: number;
  /** 0 or 1, alternating from quarter-hour to quarter-hour. */
  readonly half: number;
  readonly energy: number;
}

function slotsOf(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  isMeant: (slot: number) => boolean,
): readonly Slot[] {
  const found: Slot[] = [];
  let [counted, weekday] = ['', 0];
  for (const [slot, { date, quarter, hour }] of quarters.entries()) {
    if (!isMeant(slot)) continue;
    if (date !== counted) [counted, weekday] = [date, weekdayOf(date)];
    const cell = weekday * HOURS + hour;
    found.push({ date, cell, half: quarter % HALVES.length, energy: consumedIn(series, slot) });
  }
  return found;
}

/**
 * For each weekday the quietest fifth of its days, at least one: those with the lowest consumption relative to the mean of the
 * same hours.
 */
function quietDates(slots: readonly Slot[], usual: Cells): ReadonlySet<CivilDate> {
  const days = [...Map.groupBy(slots, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    share:
      ofDay.reduce((sum, { energy }) => sum + energy, 0) /
      ofDay.reduce((sum, { cell }) => sum + meanOf(usual, cell), 0),
  }));
  const quiet = [...Map.groupBy(days, ({ date }) => weekdayOf(date)).values()].flatMap((alike) =>
    alike
      .toSorted((one, other) => one.share - other.share)
      .slice(0, Math.max(1, Math.round(alike.length * QUIET_SHARE))),
  );
  return new Set(quiet.map(({ date }) => date));
}

/**
 * Consumption of quiet days divided by that of all days, by weekday and hour. One half of the quarter-hours selects the quiet
 * days and the other half measures them, so that random variation, such as a compressor's cycle, does not count as a saving.
 * @param isMeant - whether a slot belongs to the hours of interest @returns a function from date and hour to the ratio, which may
 * exceed 1; null with too few days
 */
export function quietShares(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  isMeant: (slot: number) => boolean,
): ((at: Pick<LocalQuarter, 'date' | 'hour'>) => number) | null {
  const slots = slotsOf(series, quarters, isMeant);
  if (new Set(slots.map(({ date }) => date)).size < MIN_DAYS) return null;
  const [usual, quiet] = [noCells(), noCells()];
  for (const { cell, energy } of slots) add(usual, cell, energy);
  for (const half of HALVES) {
    const dates = quietDates(
      slots.filter((slot) => slot.half === half),
      usual,
    );
    for (const slot of slots)
      if (slot.half !== half && dates.has(slot.date)) add(quiet, slot.cell, slot.energy);
  }
  const shares = Array.from({ length: CELLS }, (_, cell) => {
    const share = meanOf(quiet, cell) / meanOf(usual, cell);
    return Number.isFinite(share) ? share : 1;
  });
  return ({ date, hour }) => shares[weekdayOf(date) * HOURS + hour] as number;
}

const MINUTES_A_QUARTER = 15;

interface QuieterClosed {
  /** The series with closed hours reduced to the consumption of quiet days. */
  readonly series: EnergySeries;
  /** mWh */
  readonly closed: number;
  readonly open: number;
  /** Part of `closed` that quiet days do not consume, mWh. */
  readonly avoided: number;
  /** Mean power in W of closed hours by hour of the day, on all days and on quiet days; 0 if the hour is never closed. */
  readonly hours: readonly { readonly now: number; readonly quiet: number }[];
}

const QUARTERS_AN_HOUR = 4;
const MILLI = 1000;

/**
 * Compares closed hours with those of the quietest days. @returns null if the establishment never closes, or with too few days
 */
export function quieterClosed(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  hours: BusinessHours,
): QuieterClosed | null {
  const weekdays = new Map<CivilDate, Weekday>();
  const dayOf = (date: CivilDate): Weekday => {
    const weekday = weekdays.get(date) ?? weekdayOf(date);
    weekdays.set(date, weekday);
    return weekday;
  };
  const isClosed = Uint8Array.from(quarters, ({ date, quarter }) =>
    Number(!isOpenOn(hours, dayOf(date), quarter * MINUTES_A_QUARTER)),
  );
  const shareOf = quietShares(series, quarters, (slot) => isClosed[slot] === 1);
  if (shareOf === null) return null;
  const consumed = new Float64Array(series.length);
  const byHour = Array.from({ length: 24 }, () => ({ energy: 0, quiet: 0, slots: 0 }));
  let [closed, open, avoided] = [0, 0, 0];
  for (const [slot, at] of quarters.entries()) {
    const energy = consumedIn(series, slot);
    consumed[slot] = energy;
    if (isClosed[slot] === 0) {
      open += energy;
      continue;
    }
    const quiet = energy * shareOf(at);
    consumed[slot] = quiet;
    closed += energy;
    avoided += energy - quiet;
    const one = byHour[at.hour] as (typeof byHour)[number];
    one.energy += energy;
    one.quiet += quiet;
    one.slots += 1;
  }
  const watts = (energy: number): number => (energy * QUARTERS_AN_HOUR) / MILLI;
  return {
    series: withConsumption(series, consumed),
    closed,
    open,
    avoided,
    hours: byHour.map(({ energy, quiet, slots }) => ({
      now: slots === 0 ? 0 : watts(energy / slots),
      quiet: slots === 0 ? 0 : watts(quiet / slots),
    })),
  };
}
