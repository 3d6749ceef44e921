import { type EmptyReason, emptyReasonOf } from '@nascente/domain/consumption/empty-day';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import type { CivilDate } from '@nascente/domain/time/civil-day';

/** How complete a day is, and where nothing of it was measured, why. */
export const completenessOfDay = (
  day: Pick<DayConsumption, 'date' | 'completeness' | 'presentQuarters' | 'expectedQuarters'>,
  today: CivilDate,
): { completeness: number; emptyReason?: EmptyReason } => {
  const emptyReason = emptyReasonOf(day, today);
  return { completeness: day.completeness, ...(emptyReason !== null && { emptyReason }) };
};
