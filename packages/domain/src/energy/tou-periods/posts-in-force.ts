import { type CivilDate, daysFrom } from '../../base/time/civil-day.ts';
import { type ReadingCalendar, readingCycleAt } from '../../base/time/reading-cycles.ts';
import { parseRate } from '../../base/units/rate.ts';
import { rulesOn } from '../../sites/tariffs/rules-in-force.ts';
import type { PostWindows, RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import { USUAL_CAPACITIVE } from '../../sites/tou-windows/post-windows.ts';
import { postWindowsOf, SIMPLE_WINDOWS } from '../../sites/tou-windows/posts-by-window.ts';
import type { ReactiveLimits } from '../measured-cycle/reactive-meter.ts';

/** A tariff by which an establishment is billed, as contracts say it. */
export interface AgreedTariff<T> {
  /** Null of one that no contract names. */
  readonly validFrom: CivilDate | null;
  /** What names it; null where there is none. */
  readonly tariff: T | null;
  readonly versions: readonly RulesVersion[];
}

/** By what posts are told apart, and reactive excess is counted. */
interface Hours<T> {
  /** Whose windows they are; null of the general rule. */
  readonly tariff: T | null;
  /** The windows of peak, and those of intermediate hours that have a price. */
  readonly windows: PostWindows;
  readonly limits: ReactiveLimits;
}

/** Consecutive days, both included, whose posts are told apart by the same hours. */
export interface PostSpan<T> extends Hours<T> {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** For whom and when posts are asked. */
interface PostDays {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly today: CivilDate;
  readonly calendar: ReadingCalendar;
}

/** Reference power factor (REN ANEEL 1.000/2021, art. 302) and the usual window, where no tariff says them. */
const USUAL_LIMITS: ReactiveLimits = { reference: parseRate('0.92'), capacitive: USUAL_CAPACITIVE };

const GENERAL: Hours<never> = { tariff: null, windows: SIMPLE_WINDOWS, limits: USUAL_LIMITS };

/**
 * By which hours the posts of days are told apart: those of the tariff's version in force on each, and where it has
 * none, as where there is no tariff, the general rule of 18 to 21 h.
 *
 * A bill is made by the contract of the last day of its cycle, or of today; so are the posts of all its days. Before the
 * first contract that one holds: whoever enters it looks back with it.
 *
 * @param agreed - oldest first
 */
export function postSpans<T>(agreed: readonly AgreedTariff<T>[], days: PostDays): readonly PostSpan<T>[] {
  const contracts = agreed.map((one) => ({ one, from: billedFrom(one, days) }));
  const spans: { first: CivilDate; last: CivilDate; hours: Hours<T> }[] = [];
  let before: readonly unknown[] = [];
  for (const date of daysFrom(days.first, days.last)) {
    const { one } = contracts.findLast(({ from }) => from === null || from <= date) ?? contracts[0] ?? {};
    const version = one === undefined ? null : rulesOn(one.versions, date);
    const current = spans.at(-1);
    const isSame = before[0] === one && before[1] === version;
    const hours = current !== undefined && isSame ? current.hours : hoursOf(one, version);
    before = [one, version];
    if (current !== undefined && areAlike(current.hours, hours)) current.last = date;
    else spans.push({ first: date, last: date, hours });
  }
  return spans.map(({ hours, ...span }) => ({ ...span, ...hours }));
}

/** The first day of which bills are made by it. One that has not begun yet takes none of its cycle's days. */
function billedFrom<T>(
  { validFrom }: AgreedTariff<T>,
  { first, today, calendar }: PostDays,
): CivilDate | null {
  if (validFrom === null || validFrom <= first || validFrom > today) return validFrom;
  return readingCycleAt(validFrom, calendar).first;
}

function hoursOf<T>(agreed: AgreedTariff<T> | undefined, version: RulesVersion | null): Hours<T> {
  if (agreed === undefined || version === null || version.rules.modality === 'simple') return GENERAL;
  const windows = postWindowsOf(version.rules);
  if (windows === null) return GENERAL;
  const reactive = 'reactive' in version.rules ? version.rules.reactive : null;
  return { tariff: agreed.tariff, windows, limits: reactive ?? USUAL_LIMITS };
}

function areAlike<T>(one: Hours<T>, other: Hours<T>): boolean {
  if (one === other) return true;
  const hoursKey = ({ windows, limits }: Hours<T>) => JSON.stringify([windows, limits.capacitive]);
  return (
    one.tariff === other.tariff &&
    one.limits.reference === other.limits.reference &&
    hoursKey(one) === hoursKey(other)
  );
}
