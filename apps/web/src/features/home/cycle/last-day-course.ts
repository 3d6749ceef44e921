import type { ConsolidatedDay } from '@nascente/contract/consumption';

const HOURS = 24;

/** Consumption of the last 24 civil hours, oldest first; null where nothing was measured. */
export const lastDayCourse = (days: readonly ConsolidatedDay[]): (number | null)[] =>
  days
    .flatMap(({ hours }) => hours)
    .map(({ total, completeness }) => (completeness === 0 && total === 0 ? null : total))
    .slice(-HOURS);
