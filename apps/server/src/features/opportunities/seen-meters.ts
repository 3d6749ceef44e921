import { type EnergySeries, valueAt } from '@nascente/domain/consumption/series';
import { consumedIn, localQuarters } from '@nascente/domain/opportunities/changed-series';
import { POSTS } from '@nascente/domain/tariff/posts/posts';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { YearOfBills } from '../bills/index.ts';
import type { QuarterSums } from '../consumption/index.ts';
import type { Meter } from '../meters/index.ts';
import type { FoundSaving } from './found-saving.ts';

const PEAK = POSTS.indexOf('inPoint');
/** What a meter does in the peak is told by its last weeks. */
const LOOKED_BACK_MS = 35 * DAY_MS;

/** Of the meters that measure parts, the one that consumes most in peak hours of late; null where there is none. */
const meterBehind = async (
  { series, zone, postsOn }: YearOfBills,
  { meters, whole }: { readonly meters: readonly Meter[]; readonly whole: Meter | null },
  sums: QuarterSums,
): Promise<Meter | null> => {
  const last = valueAt(series.start, series.length - 1);
  const [from, to] = [instant(last - LOOKED_BACK_MS), instant(last)];
  const parts = meters.flatMap((meter) => {
    const since = Math.max(from, meter.installedAt) as Instant;
    return meter === whole || meter.kind === 'water' || since >= to ? [] : [{ meter, since }];
  });
  const measured = await sums(
    'electric',
    parts.map(({ meter: { installationId }, since }) => [{ installationId, from: since, to }]),
  );
  const inPeak = (one: EnergySeries): number =>
    localQuarters(one, zone).reduce(
      (sum, { date, quarter }, slot) => (postsOn(date)[quarter] === PEAK ? sum + consumedIn(one, slot) : sum),
      0,
    );
  let [most, behind]: [number, Meter | null] = [0, null];
  for (const [index, { meter }] of parts.entries()) {
    const one = measured[index];
    const energy = one === undefined ? 0 : inPeak(one);
    if (energy > most) [most, behind] = [energy, meter];
  }
  return behind;
};

/** The one that measures all: the general meter, or the only one. */
const wholeMeter = (meters: readonly Meter[]): Meter | null => {
  const electric = meters.filter(({ kind }) => kind !== 'water');
  return (
    electric.find(({ isGeneral }) => isGeneral) ?? (electric.length === 1 ? (electric[0] ?? null) : null)
  );
};

const named = (meter: Meter | null) => meter && { mac: meter.mac, name: meter.name };

/** The savings, each with the meter at which it is seen: behind the peak, or of all that is consumed while it is closed. */
export const withMeters = async (
  savings: readonly FoundSaving[],
  year: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<readonly FoundSaving[]> => {
  const whole = wholeMeter(meters);
  const hasPeak = savings.some(({ peak }) => peak !== null);
  const behind = hasPeak ? named(await meterBehind(year, { meters, whole }, sums)) : null;
  return savings.map((saving) => {
    if (saving.peak !== null) return { ...saving, peak: { ...saving.peak, meter: behind } };
    return saving.closed === null ? saving : { ...saving, closed: { ...saving.closed, meter: named(whole) } };
  });
};
