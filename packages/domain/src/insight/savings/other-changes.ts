import type { CivilDate } from '../../base/time/civil-day.ts';
import type { MeasuredDay } from './baseline.ts';

/** Something else than what was done that changed the consumption: a machine that came, a shop that closed (IPMVP: non-routine). */
export interface OtherChange {
  /** The first day of it. */
  readonly begins: CivilDate;
  /** The day on which it was undone; null while it lasts. */
  readonly undone: CivilDate | null;
  /** What it adds on a day, or takes away below 0; null where a share is given. */
  readonly perDay: number | null;
  /** The same as a share of what a day comes to without it: 0.1 is ten per cent more; above −1. */
  readonly share: number | null;
}

function isOn({ begins, undone }: OtherChange, date: CivilDate): boolean {
  return begins <= date && (undone === null || date < undone);
}

const ofDay = (changes: readonly OtherChange[], date: CivilDate) => {
  const lasting = changes.filter((change) => isOn(change, date));
  return {
    perDay: lasting.reduce((sum, { perDay }) => sum + (perDay ?? 0), 0),
    factor: lasting.reduce((product, { share }) => product * (1 + (share ?? 0)), 1),
  };
};

/**
 * What such changes make of a day beside what the baseline expects of it. A day never comes to less than nothing.
 *
 * @param expected what the day would come to without them
 */
export function addedOn(changes: readonly OtherChange[], date: CivilDate, expected: number): number {
  const { perDay, factor } = ofDay(changes, date);
  return Math.max(0, expected * factor + perDay) - expected;
}

/** The days of a year as they would have been without such changes: the baseline is learnt from these. */
export function withoutChanges(changes: readonly OtherChange[], days: readonly MeasuredDay[]): MeasuredDay[] {
  return days.map(({ date, total }) => {
    const { perDay, factor } = ofDay(changes, date);
    return { date, total: Math.max(0, (total - perDay) / factor) };
  });
}
