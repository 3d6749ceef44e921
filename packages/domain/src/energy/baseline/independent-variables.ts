import type { CivilDate } from '../../base/time/civil-day.ts';

export const VARIABLE_KINDS = ['temperature', 'production'] as const;
/** Mean outdoor temperature of a day in °C, or its production in a chosen unit. */
export type VariableKind = (typeof VARIABLE_KINDS)[number];

/** An influence on daily consumption besides the calendar (IPMVP: independent variable). */
export interface IndependentVariable {
  readonly kind: VariableKind;
  /** Entered values by day. */
  readonly values: ReadonlyMap<CivilDate, number>;
}

interface Dated {
  readonly date: CivilDate;
}

/** Minimum share of the days since a change that must have a value. */
const MIN_SHARE_SINCE = 0.9;

export const daysWithout = ({ values }: IndependentVariable, days: readonly Dated[]): number =>
  days.filter(({ date }) => !values.has(date)).length;

export function isCovered(variables: readonly IndependentVariable[], { date }: Dated): boolean {
  return variables.every(({ values }) => values.has(date));
}

/** Whether enough days have a value. @param fewest - number of days before the change that a baseline needs */
export function isEnough(
  variable: IndependentVariable,
  { before, after, fewest }: { before: readonly Dated[]; after: readonly Dated[]; fewest: number },
): boolean {
  const daysWith = (days: readonly Dated[]) => days.length - daysWithout(variable, days);
  return daysWith(before) >= fewest && daysWith(after) >= MIN_SHARE_SINCE * after.length;
}

/** All subsets, the empty one first. */
export function subsetsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const subsets: (readonly T[])[] = [[]];
  for (const one of all) subsets.push(...subsets.map((subset) => [...subset, one]));
  return subsets;
}
