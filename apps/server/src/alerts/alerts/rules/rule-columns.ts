import { RULE_LEVELS, type RuleLevel } from '@nascente/domain/alerts/own-rules';
import type { RuleColumns } from '@nascente/domain/alerts/rule-samples';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import {
  clippedRuns,
  forEachPresent,
  forEachQuarter,
  type QuarterRunOf,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import type { InstallationSpan, MeterDays, MeterFrames } from '../../../telemetry/series/index.ts';

/** Quarter-hourly means by level; NaN: not measured. */
type QuarterLevels = Readonly<Record<RuleLevel, Float64Array>>;

type Frames = Awaited<ReturnType<MeterFrames['read']>>;

const VOLTS: readonly FrameField[] = ['va', 'vb', 'vc'];
const AMPERES: readonly FrameField[] = ['ia', 'ib', 'ic'];
const FIELDS: ReadonlySet<FrameField> = new Set([...VOLTS, ...AMPERES, 't']);
/** Each meter needs megabytes of frames per day. */
const METERS_PER_QUERY = 4;

const extremeOf =
  ({ columns }: Frames, fields: readonly FrameField[], choose: (...values: number[]) => number) =>
  (frame: number): number => {
    let found = Number.NaN;
    for (const field of fields) {
      const value = columns[field]?.[frame] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      found = Number.isNaN(found) ? value : choose(found, value);
    }
    return found;
  };

const valuesOf = (frames: Frames): Readonly<Record<RuleLevel, (frame: number) => number>> => ({
  'voltage-lowest': extremeOf(frames, VOLTS, Math.min),
  'voltage-highest': extremeOf(frames, VOLTS, Math.max),
  current: extremeOf(frames, AMPERES, Math.max),
  temperature: extremeOf(frames, ['t'], Math.max),
});

/** Computes the mean of the frames of each quarter-hour from `from` on. */
const meansOf = (
  at: Iterable<number>,
  measuredIn: (frame: number) => number,
  from: number,
  length: number,
) => {
  const [sums, counts] = [new Float64Array(length), new Float64Array(length)];
  let frame = 0;
  for (const instantOf of at) {
    const value = measuredIn(frame++);
    const index = Math.floor((instantOf - from) / QUARTER_MS);
    if (Number.isNaN(value) || index < 0 || index >= length) continue;
    sums[index] = (sums[index] as number) + value;
    counts[index] = (counts[index] as number) + 1;
  }
  return sums.map((sum, index) => sum / (counts[index] as number));
};

/** Reads frames day by day; those of several months would not fit into memory. */
const ofMeter = async (
  frames: Pick<MeterFrames, 'read'>,
  installationId: number,
  from: Instant,
  to: Instant,
): Promise<QuarterLevels> => {
  const length = Math.max(0, Math.ceil((to - from) / QUARTER_MS));
  const levels = Object.fromEntries(
    RULE_LEVELS.map((level) => [level, new Float64Array(length).fill(Number.NaN)]),
  ) as Record<RuleLevel, Float64Array>;
  for (let start = from; start < to; start = instant(start + DAY_MS)) {
    const end = instant(Math.min(to, start + DAY_MS));
    const read = await frames.read(installationId, { from: start, to: end }, FIELDS);
    const values = valuesOf(read);
    for (const level of RULE_LEVELS)
      levels[level].set(
        meansOf(read.at, values[level], start, Math.ceil((end - start) / QUARTER_MS)),
        (start - from) / QUARTER_MS,
      );
  }
  return levels;
};

const readLevels = async (
  frames: Pick<MeterFrames, 'read'>,
  installations: readonly number[],
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<ReadonlyMap<number, QuarterLevels>> => {
  const found = new Map<number, QuarterLevels>();
  for (let first = 0; first < installations.length; first += METERS_PER_QUERY) {
    const some = installations.slice(first, first + METERS_PER_QUERY);
    const levels = await Promise.all(some.map((id) => ofMeter(frames, id, from, to)));
    for (const [index, id] of some.entries()) found.set(id, levels[index] as QuarterLevels);
  }
  return found;
};

const FURTHER: Readonly<Record<RuleLevel, (...values: number[]) => number>> = {
  'voltage-lowest': Math.min,
  'voltage-highest': Math.max,
  current: Math.max,
  temperature: Math.max,
};

/** The level farthest from normal among several meters. Meters without a value are ignored. */
const levelsTogether = (
  meters: readonly (QuarterLevels | undefined)[],
): Readonly<Partial<Record<RuleLevel, Float64Array>>> => {
  const [first, ...others] = meters.filter((one) => one !== undefined);
  if (first === undefined) return {};
  if (others.length === 0) return first;
  return Object.fromEntries(
    RULE_LEVELS.map((level) => [
      level,
      first[level].map((value, index) =>
        others.reduce((found, other) => {
          const next = other[level][index] as number;
          if (Number.isNaN(next)) return found;
          return Number.isNaN(found) ? next : FURTHER[level](found, next);
        }, value),
      ),
    ]),
  );
};

const COLUMNS = ['consumed', 'injected', 'inductive', 'volume'] as const;
type Runs = readonly QuarterRunOf<(typeof COLUMNS)[number]>[];

export interface ReadInterval {
  readonly from: Instant;
  readonly to: Instant;
  readonly runs: ReadonlyMap<number, Runs>;
  /** Estimated times of imports by meter; rules and curves leave them out. */
  readonly estimated: ReadonlyMap<number, readonly TimeSpan[]>;
  readonly levels: ReadonlyMap<number, QuarterLevels>;
}

export interface Measured {
  readonly days: Pick<MeterDays, 'read' | 'estimated'>;
  readonly frames: Pick<MeterFrames, 'read'>;
}

/** Reads whole quarter-hours of UTC. */
export const readInterval = async (
  { days, frames }: Measured,
  installations: readonly number[],
  { from, to }: { readonly from: Instant; readonly to: Instant },
  withLevels: readonly number[] = [],
): Promise<ReadInterval> => {
  const spans = installations.map((installationId): InstallationSpan => ({ installationId, from, to }));
  const begin = instant(Math.ceil(from / QUARTER_MS) * QUARTER_MS);
  const [runs, estimated, levels] = await Promise.all([
    days.read(COLUMNS, spans),
    days.estimated(spans),
    readLevels(frames, withLevels, { from: begin, to }),
  ]);
  return {
    from,
    to,
    levels,
    runs: new Map(spans.map(({ installationId }, index) => [installationId, runs[index] ?? []])),
    estimated: new Map(spans.map(({ installationId }, index) => [installationId, estimated[index] ?? []])),
  };
};

const MISSING = Number.NaN;

/** The sum of meters; NaN if one lacks data or has an estimate. */
export const columnsOf = (
  { from, to, runs, estimated, levels }: ReadInterval,
  installations: readonly number[],
  begin: Instant = from,
): RuleColumns => {
  const origin = instant(Math.ceil(begin / QUARTER_MS) * QUARTER_MS);
  const length = Math.max(0, Math.ceil((to - origin) / QUARTER_MS));
  const column = () => new Float64Array(length);
  const sums = { consumed: column(), injected: column(), inductive: column(), volume: column() };
  const present = new Uint16Array(length);
  for (const installationId of installations)
    for (const clipped of clippedRuns({ from: origin, to }, runs.get(installationId) ?? [])) {
      const { run } = clipped;
      const offset = (run.start - origin) / QUARTER_MS;
      forEachPresent(clipped, (quarter) => {
        const at = offset + quarter;
        present[at] = (present[at] as number) + 1;
        for (const name of COLUMNS) {
          const values = run[name];
          if (values) sums[name][at] = (sums[name][at] as number) + (values[quarter] as number);
        }
      });
    }
  for (const installationId of installations)
    for (const part of estimated.get(installationId) ?? [])
      forEachQuarter(part, (quarter) => {
        const at = quarter - origin / QUARTER_MS;
        if (at >= 0 && at < length) present[at] = 0;
      });
  for (let at = 0; at < length; at++)
    if ((present[at] as number) < installations.length) for (const name of COLUMNS) sums[name][at] = MISSING;
  const { consumed, injected, inductive: reactive, volume } = sums;
  const together = begin === from ? levelsTogether(installations.map((id) => levels.get(id))) : {};
  return { origin, consumed, injected, reactive, volume, levels: together };
};
