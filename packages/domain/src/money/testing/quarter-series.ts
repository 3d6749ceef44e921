import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { civilDateAt, clockMsAt, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { type Instant, MINUTE_MS, type Zone } from '../../base/time/zone.ts';
import { type EnergySeries, emptySeries } from '../../telemetry/intervals/totals.ts';

/** Quantities of a quarter-hour: mWh, mvarh, ml. */
interface QuarterFlow {
  readonly consumed?: number;
  readonly injected?: number;
  readonly inductive?: number;
  readonly capacitive?: number;
  readonly volume?: number;
}

/** A quarter-hour of the local clock. */
export interface LocalQuarter {
  readonly index: number;
  readonly at: Instant;
  readonly date: string;
  readonly minute: number;
}

/** The quarter-hours of a cycle in a zone, with the quantities that a function returns; null leaves one out. */
export function quarterSeries(
  cycle: BillingCycle,
  zone: Zone,
  flow: (quarter: LocalQuarter) => QuarterFlow | null,
): EnergySeries {
  const rows: (QuarterFlow & { readonly at: Instant })[] = [];
  const end = endOfDay(cycle.last, zone);
  let index = 0;
  for (let at = startOfDay(cycle.first, zone); at < end; at = (at + QUARTER_MS) as Instant) {
    const local = { index, at, date: civilDateAt(at, zone), minute: clockMsAt(at, zone) / MINUTE_MS };
    const flows = flow(local);
    if (flows !== null) rows.push({ at, ...flows });
    index++;
  }
  const series = emptySeries(rows.length, 15);
  rows.forEach((row, slot) => {
    series.start[slot] = row.at;
    series.consumedA[slot] = row.consumed ?? 0;
    series.injectedB[slot] = row.injected ?? 0;
    series.inductiveC[slot] = row.inductive ?? 0;
    series.capacitiveA[slot] = row.capacitive ?? 0;
    series.volume[slot] = row.volume ?? 0;
    series.quarters[slot] = 1;
    series.peakQuarter[slot] = row.consumed ?? 0;
    series.peakQuarterStart[slot] = row.at;
  });
  return series;
}
