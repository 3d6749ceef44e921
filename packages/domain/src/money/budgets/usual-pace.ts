import { addDays, type CivilDate, weekdayOf } from '../../base/time/civil-day.ts';
import { isNationalHoliday } from '../../base/time/holidays.ts';
import { measuredDays, type PastDay } from '../../energy/forecast/past-day.ts';
import type { Completeness } from '../../telemetry/intervals/totals.ts';

interface UsualPace {
  readonly passed: number;
  readonly total: number;
}

interface ExpectedAmounts {
  readonly total: number;
  readonly cost: number | null;
}

/** A billing cycle in kWh (m³) and R$, with its completeness and the usual share of its consumption, 0..1, until now. */
export interface BudgetCycle extends Completeness {
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly total: number;
  readonly cost: number | null;
  readonly forecast: ExpectedAmounts & { readonly byDailyAverage: ExpectedAmounts };
  readonly usualShare: number | null;
}

interface PaceInput {
  /** First and last day of the cycle with an installed meter, both inclusive. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly today: CivilDate;
  /** Days before today, in ascending order; they may reach back before the cycle. */
  readonly days: readonly PastDay[];
  /** Share of today's consumption that usually comes after this time of day, 0..1. */
  readonly shareToCome: number;
}

/** Number of recent days: eight of each weekday. */
const RECENT_DAYS = 56;
const SUNDAY = 0;

/**
 * Usual consumption of the elapsed and of the remaining days: each day counts the mean of its weekday (Sundays for a holiday),
 * else the mean of all days, else 1.
 */
function usualPace({ first, last, today, days, shareToCome }: PaceInput): UsualPace {
  const recent = measuredDays(days).slice(-RECENT_DAYS);
  const overall = meanOf(recent, 0);
  const usual = (date: CivilDate): number => {
    const alike = recent.filter((day) => kindOf(day.date) === kindOf(date));
    return overall === 0 ? 1 : meanOf(alike, overall);
  };
  let [passed, complete] = [0, 0];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const taken = usual(date);
    complete += taken;
    if (date <= today) passed += date === today ? taken * (1 - shareToCome) : taken;
  }
  return { passed, total: complete };
}

const kindOf = (date: CivilDate): number => (isNationalHoliday(date) ? SUNDAY : weekdayOf(date));

function meanOf(days: readonly PastDay[], without: number): number {
  return days.length === 0 ? without : days.reduce((sum, { total }) => sum + total, 0) / days.length;
}

/** Share of the cycle's consumption, 0..1, that is usually reached by now; null if usual consumption is zero. */
export function usualShare(input: PaceInput): number | null {
  const { passed, total } = usualPace(input);
  return total > 0 ? passed / total : null;
}
