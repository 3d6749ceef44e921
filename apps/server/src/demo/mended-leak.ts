import { addDays, civilDateAt, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import { ZONE } from './city.ts';

/** The year before the repair, of which some days may be missing, and the days since. */
const DAYS_BEFORE = 304;
const DAYS_SINCE = 76;
const LEAKED_DAYS = 12;

/** The water meter of the gallery: installed before the others, so that the saving has a year to compare with. */
export const MENDED = {
  mac: '02:4E:41:00:00:0D',
  name: 'Hidrômetro',
  measuredForDays: DAYS_BEFORE + DAYS_SINCE,
} as const;
/** Computed from the first day of the history, so that every start gives the same days. */
export const leakedDays = (installedAt: Date) => {
  const first = civilDateAt(instant(installedAt.getTime()), ZONE);
  return { since: addDays(first, DAYS_BEFORE - LEAKED_DAYS), mended: addDays(first, DAYS_BEFORE) };
};

export const leakedWithin = (installedAt: Date): TimeSpan => {
  const { since, mended } = leakedDays(installedAt);
  return { from: startOfDay(since, ZONE), to: startOfDay(mended, ZONE) };
};
