import type { CivilDate } from '../../base/time/civil-day.ts';
import { baselineQuality, fitBaseline, type MeasuredDay } from './baseline.ts';
import type { IndependentVariable, VariableKind } from './independent-variables.ts';

/** How temperature or production changed the consumption between two periods. */
export interface Influence {
  readonly kind: VariableKind;
  /** In the unit of the days: later effect minus the earlier one, which is scaled to the number of later days. */
  readonly change: number;
  /** Whether the mean value of the variable is higher in the later period. */
  readonly isHigher: boolean;
}

/**
 * The effects of the variables that a baseline of the year uses. None without 300 complete days, for a baseline of poor quality
 * (ASHRAE Guideline 14), or for a variable that lacks a value on any day of either period.
 * @param year - complete days up to the last of `after`
 */
export function influencesBetween(
  year: readonly MeasuredDay[],
  isHoliday: (date: CivilDate) => boolean,
  variables: readonly IndependentVariable[],
  { before, after }: { readonly before: readonly CivilDate[]; readonly after: readonly CivilDate[] },
): readonly Influence[] {
  const complete = variables.filter(({ values }) => [...before, ...after].every((date) => values.has(date)));
  if (complete.length === 0) return [];
  const baseline = fitBaseline(year, isHoliday, complete);
  if (baseline === null || baselineQuality(baseline) === 'poor') return [];
  return complete
    .filter(({ kind }) => baseline.variables.includes(kind))
    .map(({ kind, values }) => {
      const effect = (date: CivilDate) => baseline.effectOn(date, kind);
      const value = (date: CivilDate) => values.get(date) as number;
      const change = after.length * (meanOver(after, effect) - meanOver(before, effect));
      return { kind, change, isHigher: meanOver(after, value) > meanOver(before, value) };
    });
}

const meanOver = (dates: readonly CivilDate[], of: (date: CivilDate) => number): number =>
  dates.reduce((sum, date) => sum + of(date), 0) / dates.length;
