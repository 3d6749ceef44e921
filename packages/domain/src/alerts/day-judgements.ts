import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '../base/time/civil-day.ts';
import { quartersBetween } from '../base/time/quarter.ts';
import { type Instant, instant, type Zone } from '../base/time/zone.ts';

/** The measured energy of one hour or quarter-hour, mWh or mvarh. */
export interface MeasuredSlot {
  readonly start: Instant;
  readonly energy: number;
}

interface ClosedUse {
  readonly date: CivilDate;
  /** Number of hours outside opening hours that have data. */
  readonly hours: number;
  readonly energy: number;
}

/** A value, and the usual value that it exceeds or falls short of. */
interface Unusual {
  readonly value: number;
  readonly usual: number;
}

const PERCENT = 100;
/** Minimum number of earlier days with equally many closed hours; with fewer, no day is unusual. */
const MIN_DAYS = 5;
/** mWh (half a kWh): a smaller excess, such as a lamp left on, is not reported. */
const MIN_EXCESS = 500_000;
const MIN_GENERATION_DAYS = 10;
const TENTH = 10;

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Consumption of each civil day in the hours in which the establishment is closed, oldest day first. */
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

/**
 * Compares a day's consumption in closed hours with the median of earlier days that have as many closed hours. @returns null if
 * the excess is at most `percent`, or less than half a kWh, or if too few days are known
 */
export function unusualUse(uses: readonly ClosedUse[], date: CivilDate, percent: number): Unusual | null {
  const day = uses.find((one) => one.date === date);
  if (day === undefined) return null;
  const alike = uses.filter((one) => one.date < date && one.hours === day.hours);
  if (alike.length < MIN_DAYS) return null;
  const usual = middleOf(alike.map(({ energy }) => energy));
  const limit = usual * (1 + percent / PERCENT);
  return day.energy > limit && day.energy - usual >= MIN_EXCESS ? { value: day.energy, usual } : null;
}

/**
 * The measured share, 0..1, of a civil day's quarter-hours; quarter-hours before `since`, when the meter was installed, are not
 * expected. Null if none is expected.
 */
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

/**
 * Compares a day's generation with `percent` % of the 10th percentile of earlier days with generation, so that clouds alone cause
 * no alert. @returns null if the day generated at least that, or if too few days are known
 */
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

/** The power factor of a day, and the number of its hours with load whose power factor is below a reference. */
interface DayPowerFactor {
  readonly powerFactor: number;
  readonly hoursBelow: number;
}

const SOME_LOAD = 0.1;
/** Minimum number of hours below the reference for a day with a low power factor. */
const MIN_HOURS = 3;

/** The power factor of a day; null if fewer than three of its hours with load are below the reference. */
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
