import type { DayConsumption } from './totals.ts';

/** Of a day, what a forecast learns from. */
export type PastDay = Pick<DayConsumption, 'date' | 'total' | 'completeness' | 'expectedQuarters'>;

/** A day with less of its quarters than this says little about a day's total. */
const COMPLETE_ENOUGH = 0.9;

/** Whether enough of a day was measured to say what the day consumed. */
export function isMeasured({ completeness, expectedQuarters }: Omit<PastDay, 'date' | 'total'>): boolean {
  return expectedQuarters > 0 && completeness >= COMPLETE_ENOUGH;
}
