import type { CivilDate } from '../../base/time/civil-day.ts';
import { HOUR_MS } from '../../base/time/zone.ts';
import type { DayConsumption } from '../../telemetry/intervals/totals.ts';
import type { ConsumedQuarters } from './always-on.ts';

/** Consumption of a meter in a quarter-hour, mWh. */
interface Load<M> {
  readonly meter: M;
  readonly consumed: number;
}

interface PeakLoads<M> {
  /** The largest first. */
  readonly loads: readonly Load<M>[];
  /** The peak's energy less that of all `loads`, mWh; negative if they add up to more, null without other meters. */
  readonly remainder: number | null;
}

/**
 * Divides a peak of the general meter among the other meters.
 * @param energy - of the peak, mWh @param rows - consumption of each installation in that quarter-hour @param others - all meters
 * but the general one
 */
export function explainPeak<M extends { readonly installationId: number }>(
  energy: number,
  rows: readonly { readonly installationId: number; readonly consumed: number }[],
  others: readonly M[],
): PeakLoads<M> {
  const consumedBy = new Map(rows.map(({ installationId, consumed }) => [installationId, consumed]));
  const loads = others
    .flatMap((meter) => {
      const consumed = consumedBy.get(meter.installationId);
      return consumed === undefined ? [] : [{ meter, consumed }];
    })
    .sort((one, other) => other.consumed - one.consumed);
  const explained = loads.reduce((sum, { consumed }) => sum + consumed, 0);
  return { loads, remainder: others.length === 0 ? null : energy - explained };
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Consumption of each hour of a day; null for an hour without data, with mostly estimated data, or in the future. */
export function hourTotals({ hours }: DayConsumption): (number | null)[] {
  return HOURS.map((hour) => {
    const found = hours[hour];
    if (found === undefined || found.presentQuarters + found.total === 0) return null;
    return found.estimatedQuarters > found.presentQuarters ? null : found.total;
  });
}

/** The hour with the highest consumption, the first of equal ones; null without measured hours. */
export function highestHour(days: readonly DayConsumption[]) {
  let highest: { readonly date: CivilDate; readonly hour: number; readonly total: number } | null = null;
  for (const day of days)
    for (const [hour, total] of hourTotals(day).entries())
      if (total !== null && total > (highest?.total ?? -1)) highest = { date: day.date, hour, total };
  return highest;
}

/** Quarter-hours less than this apart belong to one peak. */
const APART_MS = HOUR_MS;

/**
 * The highest quarter-hours, highest first, earlier ones before equal later ones. A quarter-hour within an hour of a higher one
 * is skipped.
 * @returns their indices
 */
export function demandPeaks({ start, consumed }: ConsumedQuarters, max: number): number[] {
  const left = consumed.slice();
  const peaks: number[] = [];
  while (peaks.length < max) {
    const peak = highestIn(left);
    if (peak === null) break;
    peaks.push(peak);
    leaveOutAround(peak, start, left);
  }
  return peaks;
}

/** Index of the first highest value; null if no value exceeds zero. */
function highestIn(left: Float64Array): number | null {
  let highest: number | null = null;
  let max = 0;
  for (let index = 0; index < left.length; index++) {
    const energy = at(left, index);
    if (energy <= max) continue;
    max = energy;
    highest = index;
  }
  return highest;
}

function leaveOutAround(peak: number, start: Float64Array, left: Float64Array): void {
  const [after, before] = [at(start, peak) - APART_MS, at(start, peak) + APART_MS];
  for (let index = peak; index >= 0 && at(start, index) > after; index--) left[index] = 0;
  for (let index = peak; index < left.length && at(start, index) < before; index++) left[index] = 0;
}

function at(column: Float64Array, index: number): number {
  return column[index] as number;
}
