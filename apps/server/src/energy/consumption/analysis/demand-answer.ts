import type { Demand } from '@nascente/contract/energy/analysis';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { Instant } from '@nascente/domain/base/time/zone';
import { demandPeaks } from '@nascente/domain/energy/consumption/demand-peaks';
import { explainPeak } from '@nascente/domain/energy/consumption/peak-loads';
import {
  type HighestQuarter,
  highestByPost,
  postAtInstant,
} from '@nascente/domain/energy/tou-periods/quarters-by-post';
import { thin } from '@nascente/domain/telemetry/intervals/thinning';
import type { Meter } from '../../../sites/meters/index.ts';
import type { PostsInForce } from '../../tou-periods/index.ts';
import { quarterText } from '../days/quarter-text.ts';
import type { MeasuredQuarters } from '../reading/measured-quarters.ts';
import { rateOf } from './always-on-answer.ts';
import type { LoadRow } from './read-loads.ts';

type Peak = Demand['peaks'][number];

/** Reads what the meter and others beside it drew in the quarter-hours of the peaks. */
type ReadLoads = (starts: readonly Instant[]) => Promise<readonly LoadRow[]>;

/** A meter, those beside it that may explain its peaks, and the posts of its days. */
interface MeasuredAt {
  readonly meter: Meter;
  readonly others: readonly Meter[];
  readonly inForce: PostsInForce;
}

const valueAt = (column: Float64Array, index: number): number => column[index] ?? 0;
const kw = (energy: number): number => rateOf(energy, false);

const toHighest = (quarter: HighestQuarter | null) =>
  quarter && { start: quarterText(quarter.start), power: kw(quarter.consumed) };

export const toDemand = async (
  quarters: MeasuredQuarters,
  wanted: { readonly top: number; readonly points: number },
  { meter, others, inForce }: MeasuredAt,
  readLoads: ReadLoads,
): Promise<Demand> => {
  const clock = { zone: meter.zone, postsOn: inForce.postsOn };
  const { start, consumed } = quarters;
  const highest = demandPeaks(quarters, wanted.top);
  const rows = await readLoads(highest.map((index) => valueAt(start, index) as Instant));
  const toPeak = (index: number): Peak => {
    const at = valueAt(start, index) as Instant;
    const energy = valueAt(consumed, index);
    const there = rows.filter((row) => row.start === at);
    const own = there.find((row) => row.installationId === meter.installationId);
    const { loads, remainder } = explainPeak(energy, there, others);
    return {
      start: quarterText(at),
      end: quarterText(at + QUARTER_MS),
      power: kw(energy),
      phases: { phaseA: kw(own?.a ?? 0), phaseB: kw(own?.b ?? 0), phaseC: kw(own?.c ?? 0) },
      post: postAtInstant(at, clock),
      loads: loads.map((load) => ({ mac: load.meter.mac, name: load.meter.name, power: kw(load.consumed) })),
      remainder: remainder === null ? null : kw(remainder),
    };
  };
  const curve = thin(start, [consumed], wanted.points).map((index) => ({
    date: quarterText(valueAt(start, index)),
    power: kw(valueAt(consumed, index)),
  }));
  const { inPoint, interPoint, outPoint } = highestByPost(quarters, clock);
  return {
    peaks: highest.map(toPeak),
    highest: {
      inPoint: toHighest(inPoint),
      interPoint: toHighest(interPoint),
      outPoint: toHighest(outPoint),
    },
    curve,
    completeness: quarters.completeness,
    posts: inForce.rules,
  };
};
