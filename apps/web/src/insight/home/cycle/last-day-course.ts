import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';
import { generationOf } from '@nascente/domain/energy/subjects/solar';
import { injectedIn } from '../../../shared/consumption/injected-in.ts';

const HOURS = 24;

/** What was used, or at an inverter generated, in the last 24 civil hours, oldest first; null where nothing was measured. */
export const lastDayCourse = (days: readonly ConsolidatedDay[], isGenerating: boolean): (number | null)[] => {
  const hours = days.flatMap((day) => day.hours);
  const values = isGenerating
    ? generationOf(hours.map((hour) => ({ consumed: hour.total, injected: injectedIn(hour) })))
    : hours.map(({ total }) => total);
  return hours
    .map(({ completeness }, at) => (completeness === 0 && values[at] === 0 ? null : (values[at] ?? null)))
    .slice(-HOURS);
};
