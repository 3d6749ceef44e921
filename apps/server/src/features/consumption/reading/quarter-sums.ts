import {
  createQuarterSum,
  QUARTER_QUANTITIES,
  type QuarterQuantity,
} from '@nascente/domain/consumption/quarter-days';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import type { InstallationSpan, MeterDays } from '../../series/index.ts';

/** What is asked of quarter-hours: all that bills count, or only what was consumed. */
const ASKED_QUANTITIES = {
  'all quantities': QUARTER_QUANTITIES,
  electric: ['consumed'],
  water: ['volume'],
} as const satisfies Record<string, readonly QuarterQuantity[]>;
type QuartersOf = keyof typeof ASKED_QUANTITIES;

/** What each set of installations measured together, by quarter-hours; all sets by one question. */
export type QuarterSums = (
  of: QuartersOf,
  sets: readonly (readonly InstallationSpan[])[],
) => Promise<readonly EnergySeries[]>;

/** A year of them is some 50 MB on the way. */
const METERS_AT_ONCE = 50;

export const createQuarterSums =
  (days: Pick<MeterDays, 'read'>): QuarterSums =>
  async (of, sets) => {
    const sums = sets.map(createQuarterSum);
    const spans = sets.flatMap((set, place) => set.map((span) => ({ span, sum: sums[place] })));
    for (let first = 0; first < spans.length; first += METERS_AT_ONCE) {
      const some = spans.slice(first, first + METERS_AT_ONCE);
      const runs = await days.read<QuarterQuantity>(
        ASKED_QUANTITIES[of],
        some.map(({ span }) => span),
      );
      for (const [index, { span, sum }] of some.entries())
        for (const run of runs[index] ?? []) sum?.add(span, run);
    }
    return sums.map((sum) => sum.series());
  };
