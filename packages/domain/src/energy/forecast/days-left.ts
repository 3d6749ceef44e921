import { at, type DayRow } from './day-row.ts';
import { ordinaryDays, type TypicalWeek } from './typical-week.ts';

/** A day of the row from which the rest of a period is forecast. */
export interface Origin {
  /** The first day to come. */
  readonly index: number;
  /** Whole days of the period before it. */
  readonly elapsed: number;
  /** Days to come, this one included. */
  readonly horizon: number;
  /** Share of this day that is to come, 0..1. */
  readonly share: number;
}

/** What the days to come are expected to consume together, each from another level. Thousandths. */
export interface DaysLeft {
  /** The typical week at the level of the period's own days: the safe ground. */
  readonly byOwnLevel: number;
  /** The typical week at the level of the last days, in which a period that has just begun is less a matter of luck. */
  readonly byLateLevel: number;
  /** The typical week at the level of the last weeks, to which a stretch that is out of the ordinary returns. */
  readonly byUsualLevel: number;
  /** The same weeks of last year, as much higher or lower as this year is; null where they were not measured. */
  readonly byLastYear: number | null;
}

/** 52 weeks, so that Mondays meet Mondays. */
export const YEAR_DAYS = 364;
/** This year is held against the last one by these days, of which those of the period count twice. */
export const COMPARED_DAYS = 28;
const MEASURED_SHARE = 0.9;
/** The level of late counts as much as half an ordinary day of the period: a closed Sunday is no level. */
const LATE_DAYS = 0.5;

/** What is expected to be left by each way of looking at it. */
export function daysLeft(row: DayRow, week: TypicalWeek, origin: Origin): DaysLeft {
  const { index, elapsed, horizon, share } = origin;
  let ordinary = 0;
  for (let day = 0; day < horizon; day += 1) {
    ordinary += at(week.factors, at(row.kind, index + day)) * (day === 0 ? share : 1);
  }
  const own = ordinaryDays(row, week, Math.max(0, index - elapsed), index);
  const ownLevel = (own.total + LATE_DAYS * week.late) / (own.days + LATE_DAYS);
  return {
    byOwnLevel: ownLevel * ordinary,
    byLateLevel: week.late * ordinary,
    byUsualLevel: week.usual * ordinary,
    byLastYear: leftByLastYear(row, week, origin, ordinary),
  };
}

/** @param ordinary as many ordinary days are to come; a holiday may have stood on another of last year's days */
function leftByLastYear(row: DayRow, week: TypicalWeek, origin: Origin, ordinary: number): number | null {
  const { index, elapsed, horizon } = origin;
  const before = index - YEAR_DAYS;
  if (before < Math.max(COMPARED_DAYS, elapsed)) return null;
  const recent = compareYears(row, index - COMPARED_DAYS, index);
  const own = compareYears(row, index - elapsed, index);
  const [thisYear, lastYear] = [recent.thisYear + own.thisYear, recent.lastYear + own.lastYear];
  const enough = MEASURED_SHARE * (COMPARED_DAYS + elapsed);
  if (recent.count + own.count < enough || lastYear === 0) return null;
  let count = 0;
  for (let day = before; day < before + horizon; day += 1) count += at(row.isMeasured, day);
  if (count < MEASURED_SHARE * horizon) return null;
  const came = ordinaryDays(row, week, before, before + horizon);
  return (thisYear / lastYear) * (came.total / came.days) * ordinary;
}

/** Totals of the days that were measured in both years. */
function compareYears(row: DayRow, start: number, end: number) {
  let thisYear = 0;
  let lastYear = 0;
  let count = 0;
  for (let index = start; index < end; index += 1) {
    if (at(row.isMeasured, index) === 0 || at(row.isMeasured, index - YEAR_DAYS) === 0) continue;
    thisYear += at(row.total, index);
    lastYear += at(row.total, index - YEAR_DAYS);
    count += 1;
  }
  return { thisYear, lastYear, count };
}
