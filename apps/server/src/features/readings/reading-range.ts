import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/readings';
import { endOfDay, isCivilDate, startOfDay } from '@nascente/domain/time/civil-day';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import { InvalidInput } from '../../platform/errors.ts';
import type { Meter } from '../meters/index.ts';
import type { Span } from '../series/index.ts';

/** 31 civil days may hold an hour more, where clocks go back. */
const LONGEST_MS = 31 * DAY_MS + HOUR_MS;

const refuse = (path: string, msg: string): never => {
  throw new InvalidInput(msg, [{ path, msg }]);
};

/**
 * What was asked: a civil date means the whole day in the meter's zone, an instant is itself included.
 * @param endsBy - what the call names the end
 */
export const askedSpan = (
  meter: Pick<Meter, 'zone'>,
  dateIn: string | number,
  dateOut: string | number,
  endsBy = 'dateOut',
): Span => {
  const startOf = (boundary: string | number): Instant =>
    typeof boundary === 'string' && isCivilDate(boundary)
      ? startOfDay(boundary, meter.zone)
      : instant(Number(boundary));
  const endOf = (boundary: string | number): Instant =>
    typeof boundary === 'string' && isCivilDate(boundary)
      ? endOfDay(boundary, meter.zone)
      : instant(Number(boundary) + 1);
  const span = { from: startOf(dateIn), to: endOf(dateOut) };
  if (span.to <= span.from) refuse(endsBy, 'A data final deve ser posterior à inicial.');
  if (span.to - span.from > LONGEST_MS) refuse(endsBy, MAXIMUM_RANGE_MESSAGE);
  return span;
};

/** Only what the installation measured and what is surely kept still: whole UTC days are dropped by age. */
export const readableSpan = (meter: Meter, asked: Span, now: Instant, retentionDays: number): Span => {
  const kept = Math.floor((now - retentionDays * DAY_MS) / DAY_MS) * DAY_MS;
  const from = Math.max(asked.from, meter.installedAt, kept);
  return { from: instant(from), to: instant(Math.max(asked.to, from)) };
};
