import type { Instant } from '@nascente/domain/base/time/zone';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/clipped-runs';
import type { SeriesFeature } from '../../telemetry/series/index.ts';

/** What counts in a stretch. */
interface MeasuredStretch {
  /** Quarter-hours that were measured, and those that were imported. */
  readonly quarters: number;
  readonly imported: number;
  readonly frames: number;
  /** Of what was measured, thousandths. */
  readonly amount: number;
}

export const readMeasuredStretch = async (
  { days, frames }: Pick<SeriesFeature, 'days' | 'frames'>,
  span: { readonly installationId: number; readonly from: Instant; readonly to: Instant },
): Promise<MeasuredStretch> => {
  const columns = ['consumed', 'volume'] as const;
  const [[runs], counts] = await Promise.all([
    days.read(columns, [span]),
    frames.counts(span.installationId, span),
  ]);
  const present = rowsOfRuns(columns, span, runs);
  const framesAt = new Map(counts.map((quarter) => [quarter.start, quarter.frames]));
  const measured = present.filter(({ start }) => framesAt.has(start));
  return {
    quarters: measured.length,
    imported: present.length - measured.length,
    frames: measured.reduce((sum, { start }) => sum + (framesAt.get(start) ?? 0), 0),
    amount: measured.reduce((sum, { values }) => values.reduce((all, value) => all + value, sum), 0),
  };
};
