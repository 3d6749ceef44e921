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

/** What installations measured together, by quarter-hours. */
export type QuarterSums = (of: QuartersOf, spans: readonly InstallationSpan[]) => Promise<EnergySeries>;

/** A year of them is some 50 MB on the way. */
const METERS_AT_ONCE = 50;

export const createQuarterSums =
  (days: Pick<MeterDays, 'read'>): QuarterSums =>
  async (of, spans) => {
    const sum = createQuarterSum(spans);
    for (let first = 0; first < spans.length; first += METERS_AT_ONCE) {
      const some = spans.slice(first, first + METERS_AT_ONCE);
      const runs = await days.read<QuarterQuantity>(ASKED_QUANTITIES[of], some);
      for (const [index, span] of some.entries()) for (const run of runs[index] ?? []) sum.add(span, run);
    }
    return sum.series();
  };
