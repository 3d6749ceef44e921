import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import {
  type EnergySeries,
  emptySeries,
  SERIES_COLUMNS,
  type StepMinutes,
  seriesWith,
} from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { MINUTE_MS } from '@nascente/domain/time/zone';
import { type ClippedRun, forEachPresent } from './quarter-runs.ts';
import type { PhaseColumn } from './total-columns.ts';

type Columns = Partial<Record<PhaseColumn, Float64Array | null>>;

/** What all phases consumed in a quarter-hour. */
const consumedAt = ({ consumedA, consumedB, consumedC }: Columns, place: number): number =>
  (consumedA?.[place] ?? 0) + (consumedB?.[place] ?? 0) + (consumedC?.[place] ?? 0);

const mostSlots = (runs: readonly ClippedRun<unknown>[]): number =>
  runs.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * A series of the quarter-hours or hours with data. In columns that were not asked it is zero.
 *
 * @param runs - ascending, what of them is asked
 */
export const seriesOfRuns = <C extends PhaseColumn>(
  columns: readonly C[],
  runs: readonly ClippedRun<QuarterRunOf<C>>[],
  stepMinutes: StepMinutes,
): EnergySeries => {
  const series = emptySeries(mostSlots(runs), stepMinutes);
  const stepMs = stepMinutes * MINUTE_MS;
  let slot = -1;
  let lastStart = Number.NaN;
  const addQuarter = (run: QuarterRunOf<C>, place: number): void => {
    const at = run.start + place * QUARTER_MS;
    const start = Math.floor(at / stepMs) * stepMs;
    if (start !== lastStart) {
      slot++;
      lastStart = start;
      series.start[slot] = start;
    }
    for (const column of columns) {
      const measured = run[column]?.[place] ?? 0;
      series[column][slot] = (series[column][slot] as number) + measured;
    }
    const consumed = consumedAt(run as Columns, place);
    if (series.quarters[slot] === 0 || consumed > (series.peakQuarter[slot] as number)) {
      series.peakQuarter[slot] = consumed;
      series.peakQuarterStart[slot] = at;
    }
    series.quarters[slot] = (series.quarters[slot] as number) + 1;
  };
  for (const clip of runs) forEachPresent(clip, (place) => addQuarter(clip.run, place));
  const cut = (column: Float64Array): Float64Array => column.subarray(0, slot + 1);
  const cuts = Object.fromEntries(SERIES_COLUMNS.map((name) => [name, cut(series[name])]));
  return seriesWith({ stepMinutes, start: cut(series.start), ...cuts });
};
