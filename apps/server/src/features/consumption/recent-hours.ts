import type { QuarterRun } from '@nascente/domain/consumption/quarter-days';
import type { OpenHoursRows, OpenSpan } from './open-hours.repository.ts';
import { tellMeasured } from './quarter-runs.ts';
import type { RecentQuarters } from './recent-quarters.ts';

type Columns = OpenHoursRows['quarters'][number];

const columnsOf = (span: OpenSpan, runs: readonly QuarterRun[]): Columns => {
  const most = runs.reduce((sum, { length }) => sum + length, 0);
  const [quarters, measured] = [new Float64Array(most), new Float64Array(most)];
  let filled = 0;
  for (const run of runs) {
    tellMeasured(run, span, (quarter, energy) => {
      quarters[filled] = quarter;
      measured[filled] = energy;
      filled++;
    });
  }
  return {
    place: span.place,
    quarters: quarters.subarray(0, filled),
    measured: measured.subarray(0, filled),
  };
};

/** What spans since the first day that is not closed tell, by quarter-hours: they are at hand, whatever the cuts. */
export const readRecent = async (
  recentQuarters: RecentQuarters,
  spans: readonly OpenSpan[],
): Promise<readonly Columns[]> => {
  const runs = await recentQuarters.read(spans.map(({ installationId }) => installationId));
  return spans.map((span, index) => columnsOf(span, runs[index] ?? []));
};
