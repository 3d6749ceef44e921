import type { CivilDate } from '../../base/time/civil-day.ts';
import type { DayConsumption } from '../../telemetry/intervals/totals.ts';

/**
 * Why nothing of a day was measured: it is still to come; no meter was there; no whole quarter-hour of it has passed
 * yet; or there was a meter, and nothing came.
 */
export const EMPTY_REASONS = ['future', 'notInstalled', 'tooEarly', 'noData'] as const;

/** Why the completeness of a day is 0. */
export type EmptyReason = (typeof EMPTY_REASONS)[number];

/** Null where anything of the day was measured or estimated. @param today of the same zone as the day */
export function emptyReasonOf(
  day: Pick<DayConsumption, 'date' | 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>,
  today: CivilDate,
): EmptyReason | null {
  if (day.presentQuarters + day.estimatedQuarters > 0) return null;
  if (day.date > today) return 'future';
  if (day.expectedQuarters > 0) return 'noData';
  return day.date === today ? 'tooEarly' : 'notInstalled';
}
