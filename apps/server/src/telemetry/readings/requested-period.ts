import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import {
  type CivilDate,
  civilDateAt,
  daysBetween,
  endOfDay,
  isCivilDate,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { invalidField } from '../../platform/errors.ts';
import type { Meter } from '../../sites/meters/index.ts';

/** 31 civil days may hold an hour more, where clocks go back. */
const MAX_MS = 31 * DAY_MS + HOUR_MS;

/** The requested interval, at most a month. @param endsBy - the call's name of the end */
export const requestedSpan = (
  { zone }: Pick<Meter, 'zone'>,
  dateIn: string | number,
  dateOut: string | number,
  endsBy = 'dateOut',
): TimeSpan => {
  const span = requestedSpanOf(dateIn, dateOut, zone, endsBy);
  if (span.to - span.from <= MAX_MS) return span;
  throw invalidField(endsBy, MAXIMUM_RANGE_MESSAGE);
};

/** The part that the installation measured and that is certainly retained: whole UTC days are dropped by age. */
export const readableSpan = (
  meter: Meter,
  request: TimeSpan,
  now: Instant,
  retentionDays: number,
): TimeSpan => {
  const stored = Math.floor((now - retentionDays * DAY_MS) / DAY_MS) * DAY_MS;
  const from = Math.max(request.from, meter.installedAt, stored);
  return { from: instant(from), to: instant(Math.max(request.to, from)) };
};

/** The requested period, [from, to), and its civil days. */
export interface RequestedPeriod {
  readonly from: Instant;
  readonly to: Instant;
  readonly first: CivilDate;
  readonly last: CivilDate;
  /** Whether it is those days from their beginning to their end. */
  readonly isFullDays: boolean;
}

type Boundary = string | number;

/** The longest year; longer periods are requested month by month. */
const MAX_DAYS = 366;
const OUT_OF_ORDER = 'A data final deve ser posterior à inicial.';
const TOO_LONG = 'O período deve ser de no máximo um ano.';

const isDay = (boundary: Boundary): boundary is CivilDate =>
  typeof boundary === 'string' && isCivilDate(boundary);

/**
 * A civil date means the whole day in the meter's zone, an instant is itself included. @param endsBy - the call's name of the end
 */
const requestedSpanOf = (
  dateIn: Boundary,
  dateOut: Boundary,
  zone: Zone,
  endsBy = 'dateOut',
): Pick<RequestedPeriod, 'from' | 'to'> => {
  const from = isDay(dateIn) ? startOfDay(dateIn, zone) : instant(Number(dateIn));
  const to = isDay(dateOut) ? endOfDay(dateOut, zone) : instant(Number(dateOut) + 1);
  if (to > from) return { from, to };
  throw invalidField(endsBy, OUT_OF_ORDER);
};

/** Throws InvalidInput unless the days, both included, are in order and no more than a year. */
export const checkPeriod = (first: CivilDate, last: CivilDate, path: string): void => {
  const days = daysBetween(first, last) + 1;
  if (days < 1) throw invalidField(path, OUT_OF_ORDER);
  if (days > MAX_DAYS) throw invalidField(path, TOO_LONG);
};

/** At most a year. Consumption is known by quarter-hours: one that begins at the end of a period is not part of it. */
export const requestedPeriodOf = (
  dateIn: Boundary,
  dateOut: Boundary,
  zone: Zone,
  endsBy = 'dateOut',
): RequestedPeriod => {
  const span = requestedSpanOf(dateIn, dateOut, zone, endsBy);
  const { from, to } = isDay(dateOut) ? span : { ...span, to: instant(span.to - 1) };
  if (to <= from) throw invalidField(endsBy, OUT_OF_ORDER);
  const first = civilDateAt(from, zone);
  const last = civilDateAt(instant(to - 1), zone);
  checkPeriod(first, last, endsBy);
  const isCompleteDays = from === startOfDay(first, zone) && to === endOfDay(last, zone);
  return { from, to, first, last, isFullDays: isCompleteDays };
};
