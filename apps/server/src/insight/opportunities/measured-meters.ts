import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { type EnergySeries, valueAt } from '@nascente/domain/telemetry/intervals/totals';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import type { YearOfBills } from '../../money/bills/index.ts';
import type { Meter } from '../../sites/meters/index.ts';

/** The past time from which the current consumption of a meter is determined. */
const LOOKED_BACK_MS = 35 * DAY_MS;

/** The meters of an establishment, which of them measures all of it, and the source of their quarter-hours. */
export interface MeasuredMeters {
  /** Electricity meters that measure consumption. */
  readonly consuming: readonly Meter[];
  /** The general meter, or the only meter; `null`: there are several and none is general. */
  readonly mainMeter: Meter | null;
  readonly sums: QuarterSums;
}

const isInverter = ({ hasSolarPanel, isGeneral }: Meter): boolean => hasSolarPanel && !isGeneral;

export const measuredMeters = (meters: readonly Meter[], sums: QuarterSums): MeasuredMeters => {
  const consuming = meters.filter((meter) => meter.kind !== 'water' && !isInverter(meter));
  const only = consuming.length === 1 ? (consuming[0] ?? null) : null;
  return { consuming, mainMeter: consuming.find(({ isGeneral }) => isGeneral) ?? only, sums };
};

export const named = (meter: Meter | null) => meter && { mac: meter.mac, name: meter.name };

/** The meter that can prove a saving of the whole establishment; `null`: no meter measures all of it. */
export const measuredAt = <H extends 'all' | 'peak'>({ mainMeter }: MeasuredMeters, hours: H) => {
  const at = named(mainMeter);
  return at && { ...at, hours };
};

/** Quarter-hours of each meter in the last weeks of a year; meters installed later are left out. */
export const lastWeeks = async (
  { series }: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<readonly { readonly meter: Meter; readonly measured: EnergySeries }[]> => {
  const last = valueAt(series.start, series.length - 1);
  const [from, to] = [instant(last - LOOKED_BACK_MS), instant(last)];
  const spans = meters.flatMap((meter) => {
    const since = instant(Math.max(from, meter.installedAt));
    return since >= to ? [] : [{ meter, since }];
  });
  const measured = await sums(
    'electric',
    spans.map(({ meter: { installationId }, since }) => [{ installationId, from: since, to }]),
  );
  return spans.flatMap(({ meter }, index) => {
    const one = measured[index];
    return one === undefined ? [] : [{ meter, measured: one }];
  });
};
