import { QUARTER_QUANTITIES, type QuarterQuantity } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { InstallationSpan, MeterDays } from '../../../telemetry/series/index.ts';

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

export const createQuarterSums =
  (days: Pick<MeterDays, 'sums'>): QuarterSums =>
  (of, sets) =>
    days.sums(ASKED_QUANTITIES[of], sets);
