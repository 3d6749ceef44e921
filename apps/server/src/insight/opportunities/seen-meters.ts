import type { Saving, SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { consumedIn, localQuarters } from '@nascente/domain/insight/opportunities/changed-series';
import { POSTS } from '@nascente/domain/sites/tou-windows/posts';
import { type EnergySeries, valueAt } from '@nascente/domain/telemetry/intervals/series';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import type { YearOfBills } from '../../money/bills/index.ts';
import type { Meter } from '../../sites/meters/index.ts';
import { UNKNOWN_AMOUNT } from './saving.ts';

const PEAK = POSTS.indexOf('inPoint');
/** What a meter does in the peak is told by its last weeks. */
const LOOKED_BACK_MS = 35 * DAY_MS;
const MWH_PER_KWH = 1e6;

/** What each meter measured in the last weeks of a year; null of one that was not there yet. */
const lastWeeks = async (
  { series }: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<readonly { readonly meter: Meter; readonly measured: EnergySeries }[]> => {
  const last = valueAt(series.start, series.length - 1);
  const [from, to] = [instant(last - LOOKED_BACK_MS), instant(last)];
  const spans = meters.flatMap((meter) => {
    const since = Math.max(from, meter.installedAt) as Instant;
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

const isInverter = ({ hasSolarPanel, isGeneral }: Meter): boolean => hasSolarPanel && !isGeneral;

/** Those of electricity that measure what is consumed. */
const consuming = (meters: readonly Meter[]): readonly Meter[] =>
  meters.filter((meter) => meter.kind !== 'water' && !isInverter(meter));

/** Of the meters that measure parts, the one that consumes most in peak hours of late; null where there is none. */
const meterBehind = async (
  year: YearOfBills,
  parts: readonly Meter[],
  sums: QuarterSums,
): Promise<Meter | null> => {
  const { zone, postsOn } = year;
  const inPeak = (one: EnergySeries): number =>
    localQuarters(one, zone).reduce(
      (sum, { date, quarter }, slot) => (postsOn(date)[quarter] === PEAK ? sum + consumedIn(one, slot) : sum),
      0,
    );
  let [most, behind]: [number, Meter | null] = [0, null];
  for (const { meter, measured } of await lastWeeks(year, parts, sums)) {
    const energy = inPeak(measured);
    if (energy > most) [most, behind] = [energy, meter];
  }
  return behind;
};

/** The one that measures all: the general meter, or the only one. */
const wholeMeter = (meters: readonly Meter[]): Meter | null => {
  const electric = consuming(meters);
  return (
    electric.find(({ isGeneral }) => isGeneral) ?? (electric.length === 1 ? (electric[0] ?? null) : null)
  );
};

const named = (meter: Meter | null) => meter && { mac: meter.mac, name: meter.name };

/** The savings, each with the meter at which it is seen and can be measured: behind the peak, or of all that is consumed. */
export const withMeters = async (
  savings: readonly Saving[],
  year: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<readonly Saving[]> => {
  const whole = wholeMeter(meters);
  const hasPeak = savings.some(({ kind }) => kind === 'peak');
  const parts = consuming(meters).filter((meter) => meter !== whole);
  const behind = hasPeak ? named(await meterBehind(year, parts, sums)) : null;
  const at = named(whole);
  const all = at && ({ ...at, hours: 'all' } as const);
  return savings.map((saving) => {
    if (saving.kind === 'peak') {
      const measured = at && ({ ...at, hours: 'peak' } as const);
      return { ...saving, peak: { ...saving.peak, meter: behind }, measured };
    }
    if (saving.kind === 'closed-hours')
      return { ...saving, closed: { ...saving.closed, meter: at }, measured: all };
    return saving.kind === 'larger-generation' ? { ...saving, measured: all } : saving;
  });
};

/**
 * An establishment of several meters of which none is the general one: what flows past them, its whole demand and its power factor are
 * not known, and so not what that is worth. Null where one measures all.
 */
export const unmeasuredWhole = async (
  year: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<SavingOf<'no-general-meter'> | null> => {
  const parts = consuming(meters);
  if (parts.length === 0 || wholeMeter(meters) !== null) return null;
  const measured = await lastWeeks(year, parts, sums);
  const energyOf = (one: EnergySeries): number =>
    one.start.reduce((sum, _, slot) => sum + consumedIn(one, slot), 0) / MWH_PER_KWH;
  const withEnergy = measured.map(({ meter: { mac, name }, measured: one }) => ({
    mac,
    name,
    energy: energyOf(one),
  }));
  return {
    kind: 'no-general-meter',
    ...UNKNOWN_AMOUNT,
    parts: withEnergy.toSorted((one, other) => other.energy - one.energy),
    evidence: [],
  };
};
