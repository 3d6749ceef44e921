import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/clipped-runs';
import type { MeterDays } from '../../../telemetry/series/index.ts';

/** What a quarter-hour of an installation consumed by phase, mWh, and altogether. */
export interface LoadRow {
  readonly installationId: number;
  readonly start: Instant;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly consumed: number;
}

/** What each of the installations consumed in each of the quarter-hours, as far as they have data. */
export const readLoads = async (
  days: MeterDays,
  installationIds: readonly number[],
  starts: readonly Instant[],
): Promise<readonly LoadRow[]> => {
  const spans = installationIds.flatMap((installationId) =>
    starts.map((from) => ({ installationId, from, to: instant(from + QUARTER_MS) })),
  );
  const columns = ['consumedA', 'consumedB', 'consumedC'] as const;
  const runs = await days.read(columns, spans);
  return spans.flatMap(({ installationId, ...span }, index) =>
    rowsOfRuns(columns, span, runs[index]).map(({ start, values }) => {
      const [a, b, c] = values as [number, number, number];
      return { installationId, start, a, b, c, consumed: a + b + c };
    }),
  );
};
