import { type CivilDate, civilDateAt, clockMsAt } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { HOUR_MS, type Zone } from '../../base/time/zone.ts';
import { type EnergySeries, instantAt, valueAt } from '../../telemetry/intervals/totals.ts';

/** Local date and time of a quarter-hour of a series. */
export interface LocalQuarter {
  readonly date: CivilDate;
  /** Quarter-hour of the local day, 0 to 95. */
  readonly quarter: number;
  readonly hour: number;
}

/** Local date and time of each slot of a series of quarter-hours. */
export function localQuarters({ start }: Pick<EnergySeries, 'start'>, zone: Zone): readonly LocalQuarter[] {
  return Array.from(start, (_, slot): LocalQuarter => {
    const at = instantAt(start, slot);
    const clock = clockMsAt(at, zone);
    return {
      date: civilDateAt(at, zone),
      quarter: Math.floor(clock / QUARTER_MS),
      hour: Math.floor(clock / HOUR_MS),
    };
  });
}

/** mWh of all phases. */
export function consumedIn(series: EnergySeries, slot: number): number {
  return valueAt(series.consumedA, slot) + valueAt(series.consumedB, slot) + valueAt(series.consumedC, slot);
}

/**
 * The same series with another consumption, mWh of all phases by slot; it is stored in phase A. Other quantities are unchanged.
 */
export function withConsumption(series: EnergySeries, consumed: Float64Array): EnergySeries {
  const none = new Float64Array(series.length);
  return { ...series, consumedA: consumed.map(Math.round), consumedB: none, consumedC: none };
}
