import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '../base/time/civil-day.ts';
import { quartersBetween } from '../base/time/quarter.ts';
import { type Instant, instant, type Zone } from '../base/time/zone.ts';

/** Something measured of an hour or a quarter-hour, mWh or mvarh. */
export interface MeasuredSlot {
  readonly start: Instant;
  readonly energy: number;
}

interface ClosedUse {
  readonly date: CivilDate;
  /** How many closed hours have data. */
  readonly hours: number;
  readonly energy: number;
}

/** A value beyond the usual. */
interface Unusual {
  readonly value: number;
  readonly usual: number;
}

const PERCENT = 100;
/** So many days of the same kind must be known before anything is called unusual. */
const MIN_DAYS = 5;
/** Half a kWh, in mWh: below, a lamp that was left on is no news. */
const MIN_EXCESS = 500_000;
const MIN_GENERATION_DAYS = 10;
const TENTH = 10;

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Consumption in the closed hours of each civil day, in order. */
export function closedUses(
  hours: readonly MeasuredSlot[],
  { isClosed, zone }: { readonly isClosed: (at: Instant) => boolean; readonly zone: Zone },
): readonly ClosedUse[] {
  const days = new Map<CivilDate, { hours: number; energy: number }>();
  for (const { start, energy } of hours) {
    if (!isClosed(start)) continue;
    const date = civilDateAt(start, zone);
    const day = days.get(date) ?? { hours: 0, energy: 0 };
    days.set(date, { hours: day.hours + 1, energy: day.energy + energy });
  }
  return [...days].map(([date, day]) => ({ date, ...day }));
}

/** Whether a day's closed hours used more than is usual of days with as many of them; null where they did not. */
export function unusualUse(uses: readonly ClosedUse[], date: CivilDate, percent: number): Unusual | null {
  const day = uses.find((one) => one.date === date);
  if (day === undefined) return null;
  const alike = uses.filter((one) => one.date < date && one.hours === day.hours);
  if (alike.length < MIN_DAYS) return null;
  const usual = middleOf(alike.map(({ energy }) => energy));
  const limit = usual * (1 + percent / PERCENT);
  return day.energy > limit && day.energy - usual >= MIN_EXCESS ? { value: day.energy, usual } : null;
}

/** The share of a civil day's quarter-hours that were measured since a meter is there; null where none was expected. */
export function measuredShare(
  quarters: readonly { readonly start: Instant; readonly measured: number }[],
  { date, since, zone }: { readonly date: CivilDate; readonly since: Instant; readonly zone: Zone },
): number | null {
  const from = instant(Math.max(startOfDay(date, zone), since));
  const to = endOfDay(date, zone);
  const expected = quartersBetween(from, to);
  if (expected === 0) return null;
  const measured = quarters.reduce(
    (sum, slot) => (slot.start >= from && slot.start < to ? sum + slot.measured : sum),
    0,
  );
  return Math.min(1, measured / expected);
}

/** Whether panels gave less than a share of the weakest tenth of the days before, beyond what clouds explain; else null. */
export function weakGeneration(
  days: readonly { readonly date: CivilDate; readonly generated: number }[],
  date: CivilDate,
  percent: number,
): Unusual | null {
  const day = days.find((one) => one.date === date);
  const before = days.filter((one) => one.date < date && one.generated > 0);
  if (day === undefined || before.length < MIN_GENERATION_DAYS) return null;
  const sorted = before.map(({ generated }) => generated).sort((one, other) => one - other);
  const weakest = sorted[Math.floor(sorted.length / TENTH)] as number;
  const usual = weakest * (percent / PERCENT);
  return day.generated < usual ? { value: day.generated, usual } : null;
}

/** The power factor of a day, and in how many of its hours with load it was below a reference. */
interface DayPowerFactor {
  readonly powerFactor: number;
  readonly hoursBelow: number;
}

const SOME_LOAD = 0.1;
/** So many hours below the reference are a day that was. */
const MIN_HOURS = 3;

/** Null where the day's power factor, and that of nearly all its hours with load, reached the reference. */
export function lowPowerFactor(
  hours: readonly { readonly active: number; readonly reactive: number }[],
  reference: number,
): DayPowerFactor | null {
  const highest = hours.reduce((maximum, { active }) => Math.max(maximum, active), 0);
  const loaded = hours.filter(({ active }) => active > highest * SOME_LOAD);
  const of = (active: number, reactive: number) => active / Math.hypot(active, reactive);
  const hoursBelow = loaded.filter(({ active, reactive }) => of(active, reactive) < reference).length;
  if (hoursBelow < MIN_HOURS) return null;
  const active = loaded.reduce((sum, hour) => sum + hour.active, 0);
  const reactive = loaded.reduce((sum, hour) => sum + hour.reactive, 0);
  return { powerFactor: of(active, reactive), hoursBelow };
}
