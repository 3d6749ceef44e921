import type { QuarterRun } from '@nascente/domain/consumption/quarter-days';
import { tellMeasured } from './quarter-runs.ts';
import type { RecentQuarters } from './recent-quarters.ts';
import { partsOf, type UnpackedRows, type UnpackedSpan } from './unpacked-hours.repository.ts';

type Columns = UnpackedRows['quarters'][number];
type Stretches = UnpackedRows['stretches'];

const columnsOf = (span: UnpackedSpan, runs: readonly QuarterRun[]): Columns => {
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

const stretchesOf = (span: UnpackedSpan, runs: readonly QuarterRun[]): Stretches =>
  partsOf(span).flatMap((part) => {
    let [total, quarters] = [0, 0];
    for (const run of runs) {
      tellMeasured(run, part, (_, energy) => {
        total += energy;
        quarters++;
      });
    }
    return quarters === 0 ? [] : [{ place: span.place, start: part.from, total, quarters }];
  });

/** What spans since the oldest day that is not closed tell: by quarter-hours, or where cuts are given between these. */
export const readRecent = async (
  recentQuarters: RecentQuarters,
  spans: readonly UnpackedSpan[],
): Promise<UnpackedRows> => {
  if (spans.length === 0) return { quarters: [], stretches: [] };
  const runs = await recentQuarters.read(spans.map(({ installationId }) => installationId));
  const [quarters, stretches]: [Columns[], Stretches[number][]] = [[], []];
  for (const [index, span] of spans.entries()) {
    const its = runs[index] ?? [];
    if (span.cuts === undefined) quarters.push(columnsOf(span, its));
    else stretches.push(...stretchesOf(span, its));
  }
  return { quarters, stretches };
};
