import {
  createQuarterSum,
  QUARTER_QUANTITIES,
  type QuarterQuantity,
} from '@nascente/domain/consumption/quarter-days';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { DAY_MS } from '@nascente/domain/time/zone';
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

/** A year of fifty meters, some 50 MB on the way. */
const DAYS_AT_ONCE = 50 * 366;

const daysIn = ({ from, to }: InstallationSpan): number => Math.max(0, to - from) / DAY_MS;

/** Spans in their order, as many at once as may be read together. */
const inBatches = <S extends InstallationSpan>(spans: readonly S[]): readonly (readonly S[])[] => {
  let days = 0;
  const batches = Map.groupBy(spans, (span) => {
    days += daysIn(span);
    return Math.floor(days / DAYS_AT_ONCE);
  });
  return [...batches.values()];
};

export const createQuarterSums =
  (days: Pick<MeterDays, 'each'>): QuarterSums =>
  async (of, sets) => {
    const sums = sets.map(createQuarterSum);
    const spans = sets.flatMap((set, index) => set.map((span) => ({ ...span, sum: sums[index] })));
    for (const batch of inBatches(spans))
      await days.each<QuarterQuantity>(ASKED_QUANTITIES[of], batch, (spanIndex, run) => {
        const span = batch[spanIndex];
        if (span !== undefined) span.sum?.add(span, run);
      });
    return sums.map((sum) => sum.series());
  };
