import { type EnergySeries, valueAt } from '../consumption/series.ts';
import { type CivilDate, civilDateAt, clockMsAt } from '../time/civil-day.ts';
import { QUARTER_MS } from '../time/quarter.ts';
import { HOUR_MS, type Instant, type Zone } from '../time/zone.ts';

/** A quarter-hour of a series on the local clock. */
export interface LocalQuarter {
  readonly date: CivilDate;
  /** 0 to 95, of the clock. */
  readonly quarter: number;
  readonly hour: number;
}

/** @param slots - of quarter-hours, ascending */
export function localQuarters({ start }: Pick<EnergySeries, 'start'>, zone: Zone): readonly LocalQuarter[] {
  return Array.from(start, (at): LocalQuarter => {
    const clock = clockMsAt(at as Instant, zone);
    return {
      date: civilDateAt(at as Instant, zone),
      quarter: Math.floor(clock / QUARTER_MS),
      hour: Math.floor(clock / HOUR_MS),
    };
  });
}

/** mWh of all phases. */
export function consumedIn(series: EnergySeries, slot: number): number {
  return valueAt(series.consumedA, slot) + valueAt(series.consumedB, slot) + valueAt(series.consumedC, slot);
}

/** The same series in which each slot consumed what is told, mWh of all phases, in phase A; all else is as it was. */
export function withConsumption(series: EnergySeries, consumed: Float64Array): EnergySeries {
  const none = new Float64Array(series.length);
  return { ...series, consumedA: consumed.map(Math.round), consumedB: none, consumedC: none };
}

/** Of the consumption in some slots what a share of them does not exceed; null of too few to tell. */
const QUIET_SHARE = 0.2;
const LEAST_SLOTS = 20;

/**
 * What each hour of the day needs when it is quiet: in one of five of the same hours it consumed no more. Null where too
 * few were measured.
 *
 * @param isMeant - which slots are looked at
 */
export function quietByHour(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  isMeant: (slot: number) => boolean,
): readonly (number | null)[] {
  const byHour: number[][] = Array.from({ length: 24 }, () => []);
  for (const [slot, { hour }] of quarters.entries())
    if (isMeant(slot)) (byHour[hour] as number[]).push(consumedIn(series, slot));
  return byHour.map((values) => {
    if (values.length < LEAST_SLOTS) return null;
    values.sort((one, other) => one - other);
    return values[Math.floor((values.length - 1) * QUIET_SHARE)] as number;
  });
}
