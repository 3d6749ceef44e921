import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { invalidField } from '../../platform/errors.ts';
import type { Meter } from '../../sites/meters/index.ts';
import { spanAsked } from './period-asked.ts';

/** 31 civil days may hold an hour more, where clocks go back. */
const MAX_MS = 31 * DAY_MS + HOUR_MS;

/** What was asked, at most a month. @param endsBy - what the call names the end */
export const askedSpan = (
  { zone }: Pick<Meter, 'zone'>,
  dateIn: string | number,
  dateOut: string | number,
  endsBy = 'dateOut',
): TimeSpan => {
  const span = spanAsked(dateIn, dateOut, zone, endsBy);
  if (span.to - span.from <= MAX_MS) return span;
  throw invalidField(endsBy, MAXIMUM_RANGE_MESSAGE);
};

/** Only what the installation measured and what is surely kept still: whole UTC days are dropped by age. */
export const readableSpan = (
  meter: Meter,
  asked: TimeSpan,
  now: Instant,
  retentionDays: number,
): TimeSpan => {
  const kept = Math.floor((now - retentionDays * DAY_MS) / DAY_MS) * DAY_MS;
  const from = Math.max(asked.from, meter.installedAt, kept);
  return { from: instant(from), to: instant(Math.max(asked.to, from)) };
};
