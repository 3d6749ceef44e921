import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { type CivilDate, daysFrom, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { quarterStart, quartersBetween } from '../../base/time/quarter.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import type { RulesVersion, TimeWindow } from '../../sites/tariffs/tariff-rules.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import { postWindowsOf } from '../../sites/tou-windows/posts-by-window.ts';
import { type EnergySeries, firstSlotFrom, instantAt, valueAt } from '../../telemetry/intervals/series.ts';
import { completenessOf } from '../../telemetry/intervals/totals.ts';
import { countDay, createPeaks, type Peaks, quartersIn, type Stretch, stretchOn } from './cycle-tally.ts';

interface Measured extends Omit<MeasureOptions, 'cycle' | 'versions'> {
  readonly series: EnergySeries;
  readonly cycles: readonly BillingCycle[];
}

/** Measures the same cycles by one tariff after the other. Tariffs that count alike, as Verde and Azul, share the measurement. */
export function createSharedMeasure({
  series,
  cycles,
  ...options
}: Measured): (versions: readonly RulesVersion[]) => readonly MeasuredCycle[] {
  const sharedByKey = new Map<
    string,
    { versions: readonly RulesVersion[]; measured: readonly MeasuredCycle[] }
  >();
  return (versions) => {
    const key = countedBy(versions);
    const found = sharedByKey.get(key);
    if (found !== undefined) {
      const versionOf = new Map(
        found.versions.map((version, index) => [version, versions[index] as RulesVersion]),
      );
      return found.measured.map((cycle) => underVersions(cycle, versionOf));
    }
    const measured = cycles.map((cycle) => measureCycle(series, { ...options, cycle, versions }));
    sharedByKey.set(key, { versions, measured });
    return measured;
  };
}

/** The parts of rules that measuring depends on: first day, windows, and reactive limits. */
function countedBy(versions: readonly RulesVersion[]): string {
  const parts = versions.map(({ validFrom, rules }) => {
    const reactive = 'reactive' in rules ? rules.reactive : null;
    return [validFrom, postWindowsOf(rules), reactive && [String(reactive.reference), reactive.capacitive]];
  });
  return JSON.stringify(parts);
}

function underVersions(
  cycle: MeasuredCycle,
  versionOf: ReadonlyMap<RulesVersion, RulesVersion>,
): MeasuredCycle {
  const stretches = cycle.stretches.map((stretch) => ({
    ...stretch,
    version: stretch.version && (versionOf.get(stretch.version) as RulesVersion),
  }));
  return { ...cycle, stretches };
}

/** A quantity for each post; thousandths of Wh, W or varh. */
export type ByPost = Readonly<Record<Post, number>>;

/** Consecutive days of a cycle under one version of the rules; null while none was in force yet. */
export interface MeasuredStretch {
  readonly version: RulesVersion | null;
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly days: number;
  /** mWh */
  readonly consumed: ByPost;
  /** The part within `MeasureOptions.hours`, mWh; absent without them. */
  readonly inHours?: ByPost;
  /** mWh, never netted with consumption. */
  readonly injected: ByPost;
  /** ml */
  readonly volume: number;
  /** Excess of reactive energy, mvarh. */
  readonly reactiveExcess: ByPost;
}

/** The highest demand of a post: the energy of a quarter-hour × 4, so W × 1000. */
export interface MeasuredDemand {
  readonly power: number;
  /** Null where only the figure is known. */
  readonly at: Instant | null;
}

/** Measured quantities of one bill by tariff periods of the rules in force. */
export interface MeasuredCycle {
  readonly cycle: BillingCycle;
  readonly days: number;
  readonly stretches: readonly MeasuredStretch[];
  readonly demand: Readonly<Record<Post, MeasuredDemand>>;
  /** The highest hourly demand at the reference power factor, W × 1000. */
  readonly reactiveDemand: ByPost;
  readonly presentQuarters: number;
  readonly estimatedQuarters: number;
  readonly expectedQuarters: number;
  readonly completeness: number;
}

export interface MeasureOptions {
  readonly cycle: BillingCycle;
  readonly zone: Zone;
  readonly versions: readonly RulesVersion[];
  /** Hours of the day of which a benefit is given; their consumption is counted apart. */
  readonly hours?: TimeWindow | null;
  /** Nothing is expected, and nothing counted, that begins later. */
  readonly now: Instant;
  /** When the installation began; null when it is not known. */
  readonly since: Instant | null;
}

/** Quantities of an interval by tariff period, in thousandths. */
export type CountedByPost = 'consumed' | 'injected' | 'reactiveExcess';

/** A quantity of all stretches together, post by post. */
export function sumOfStretches(stretches: readonly MeasuredStretch[], name: CountedByPost): ByPost {
  const sum = { inPoint: 0, interPoint: 0, outPoint: 0 };
  for (const { [name]: byPost } of stretches) for (const post of POSTS) sum[post] += byPost[post];
  return sum;
}

/** The volume of all stretches together, ml. */
export function volumeOf(stretches: readonly Pick<MeasuredStretch, 'volume'>[]): number {
  return stretches.reduce((sum, { volume }) => sum + volume, 0);
}

/** The same stretch with other consumption, mWh; the share of each post within the hours of a benefit stays. */
export function withConsumed(stretch: MeasuredStretch, consumed: ByPost): MeasuredStretch {
  const { inHours, consumed: before } = stretch;
  if (inHours === undefined) return { ...stretch, consumed };
  const of = (post: Post) =>
    before[post] === 0 ? 0 : Math.round((inHours[post] / before[post]) * consumed[post]);
  return {
    ...stretch,
    consumed,
    inHours: { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') },
  };
}

const QUARTERS_AN_HOUR = 4;

/**
 * Measures the days of a bill in one pass, by tariff period and version of the rules. A quarter-hour belongs to its start.
 * @param series - of quarter-hours, ascending
 */
export function measureCycle(series: EnergySeries, options: MeasureOptions): MeasuredCycle {
  const { cycle, zone, now, hours = null } = options;
  const stretches: Stretch[] = [];
  const peaks = createPeaks();
  const isInHours = hours === null ? null : quartersIn(hours);
  const from = startOfDay(cycle.first, zone);
  let slot = firstSlotFrom(series, from);
  let [present, estimated] = [0, 0];
  let dayStart = from;
  for (const date of daysFrom(cycle.first, cycle.last)) {
    const stretch = stretchOn(stretches, date, options.versions, peaks);
    const dayEnd = endOfDay(date, zone);
    const end = slotsUntil(series, slot, Math.min(dayEnd, now + 1));
    countDay(series, slot, end, { date, start: dayStart, end: dayEnd, zone, stretch, peaks, isInHours });
    for (; slot < end; slot++) {
      present += valueAt(series.quarters, slot);
      estimated += valueAt(series.estimated, slot);
    }
    dayStart = dayEnd;
  }
  for (const stretch of stretches) stretch.reactive?.close();
  const expectedQuarters = quartersExpected(from, dayStart, options);
  const presentQuarters = Math.min(present, expectedQuarters);
  const estimatedQuarters = Math.min(estimated, expectedQuarters - presentQuarters);
  return resultOf(stretches, peaks, options, { presentQuarters, estimatedQuarters, expectedQuarters });
}

function quartersExpected(from: Instant, to: Instant, { since, now }: MeasureOptions): number {
  return quartersBetween(Math.max(from, since ?? from), Math.min(to, quarterStart(now)));
}

function slotsUntil(series: EnergySeries, from: number, end: number): number {
  let to = from;
  while (to < series.length && valueAt(series.start, to) < end) to++;
  return to;
}

function byPost(column: Float64Array, factor = 1): ByPost {
  const [inPoint = 0, interPoint = 0, outPoint = 0] = column;
  return { inPoint: inPoint * factor, interPoint: interPoint * factor, outPoint: outPoint * factor };
}

function resultOf(
  stretches: readonly Stretch[],
  peaks: Peaks,
  options: MeasureOptions,
  quarters: Pick<MeasuredCycle, 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>,
): MeasuredCycle {
  const demandAt = (post: number): MeasuredDemand => {
    const at = instantAt(peaks.start, post);
    return { power: valueAt(peaks.energy, post) * QUARTERS_AN_HOUR, at: at < 0 ? null : at };
  };
  return {
    cycle: options.cycle,
    days: stretches.reduce((days, stretch) => days + stretch.days, 0),
    stretches: stretches.map((stretch) => ({
      version: stretch.version,
      first: stretch.first,
      last: stretch.last,
      days: stretch.days,
      volume: stretch.volume,
      consumed: byPost(stretch.consumed),
      ...(options.hours == null ? {} : { inHours: byPost(stretch.inHours) }),
      injected: byPost(stretch.injected),
      reactiveExcess: byPost(stretch.reactiveExcess),
    })),
    demand: { inPoint: demandAt(0), interPoint: demandAt(1), outPoint: demandAt(2) },
    reactiveDemand: byPost(peaks.reactive),
    ...quarters,
    completeness: completenessOf(quarters.presentQuarters, quarters.expectedQuarters),
  };
}
