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

/** A billing cycle in kWh or m³ and R$, its completeness, and the share, 0..1, that days like the passed ones usually take. */
export interface BudgetCycle extends Completeness {
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly total: number;
  readonly cost: number | null;
  readonly forecast: ExpectedAmounts & { readonly byDailyAverage: ExpectedAmounts };
  readonly usualShare: number | null;
}

interface PaceInput {
  /** Days of the cycle on which it is measured. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly today: CivilDate;
  /** Days before today, in ascending order; they may reach back before the cycle. */
  readonly days: readonly PastDay[];
  /** Of today, 0..1: the usual share after this time of day. */
  readonly shareToCome: number;
}

/** Eight of each weekday. */
const RECENT_DAYS = 56;
const SUNDAY = 0;

/** The usual consumption of a day: the mean of its weekday (of a holiday: Sundays), else of all days, else equal. */
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

/** The share of the cycle, 0..1, that is usually taken by now; null where such a cycle takes nothing. */
export function usualShare(input: PaceInput): number | null {
  const { passed, total } = usualPace(input);
  return total > 0 ? passed / total : null;
}
