import type { RuleColumns } from '@nascente/domain/alerts/rule-samples';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { clippedRuns, forEachPresent } from '@nascente/domain/telemetry/intervals/clipped-runs';
import type { QuarterRunOf } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { InstallationSpan, MeterDays, MeterFrames } from '../../../telemetry/series/index.ts';
import { levelsTogether, type QuarterLevels, readLevels } from './rule-levels.ts';

const COLUMNS = ['consumed', 'injected', 'inductive', 'volume'] as const;
type Runs = readonly QuarterRunOf<(typeof COLUMNS)[number]>[];

/** Quarter-hours of meters from one instant to another. */
export interface ReadStretch {
  readonly from: Instant;
  readonly to: Instant;
  readonly runs: ReadonlyMap<number, Runs>;
  /** The levels of the meters for which a rule asks for levels. */
  readonly levels: ReadonlyMap<number, QuarterLevels>;
}

/** What meters measured: totals of quarter-hours, and frames. */
export interface Measured {
  readonly days: Pick<MeterDays, 'read'>;
  readonly frames: Pick<MeterFrames, 'read'>;
}

/** Reads the quarter-hours of meters, whole ones of UTC; every meter once. */
export const readStretch = async (
  { days, frames }: Measured,
  installations: readonly number[],
  { from, to }: { readonly from: Instant; readonly to: Instant },
  withLevels: readonly number[] = [],
): Promise<ReadStretch> => {
  const spans = installations.map((installationId): InstallationSpan => ({ installationId, from, to }));
  const begin = instant(Math.ceil(from / QUARTER_MS) * QUARTER_MS);
  const [runs, levels] = await Promise.all([
    days.read(COLUMNS, spans),
    readLevels(frames, withLevels, { from: begin, to }),
  ]);
  return {
    from,
    to,
    levels,
    runs: new Map(spans.map(({ installationId }, index) => [installationId, runs[index] ?? []])),
  };
};

const MISSING = Number.NaN;

/** What meters measured together: a quarter-hour that one of them lacks is not known. */
export const columnsOf = (
  { from, to, runs, levels }: ReadStretch,
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
  for (let at = 0; at < length; at++)
    if ((present[at] as number) < installations.length) for (const name of COLUMNS) sums[name][at] = MISSING;
  const { consumed, injected, inductive: reactive, volume } = sums;
  const together = begin === from ? levelsTogether(installations.map((id) => levels.get(id))) : {};
  return { origin, consumed, injected, reactive, volume, levels: together };
};
