import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';

/** An interval of an installation; `from` is included, `to` is not. */
export interface InstallationSpan extends TimeSpan {
  readonly installationId: number;
}

/** A part of an interval, with the index of that interval. */
export type IndexedSpan<S = InstallationSpan> = S & { readonly spanIndex: number };

/** The first and the last UTC day that an interval touches. */
export const daysTouched = ({ from, to }: InstallationSpan): readonly [first: string, last: string] => [
  utcDay(from),
  utcDay(Math.max(from, to - 1)),
];

/** The UTC day of an instant as days since 1970. */
export const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

/** The interval of a UTC day, which is counted from 1970. */
export const spanOfDay = (day: number): TimeSpan => ({
  from: instant(day * DAY_MS),
  to: instant((day + 1) * DAY_MS),
});

/** Time after the end of a day until it is closed. Live frames arrive earlier, also after an outage; late ones reopen the day. */
const CLOSED_AFTER_MS = 6 * HOUR_MS;

/** The UTC day of an instant, YYYY-MM-DD. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Start of the first UTC day that cannot be closed yet: its data are in `quarter`. */
export const openSince = (now: Instant): Instant =>
  instant(Math.floor((now - CLOSED_AFTER_MS) / DAY_MS) * DAY_MS);
