import { type CivilDate, daysBetween } from '../../base/time/civil-day.ts';

/** Prices of a tariff, from a day on. */
export interface PricesInForce {
  readonly validFrom: CivilDate;
  /** The last approved day; null if unknown. */
  readonly validUntil: CivilDate | null;
}

/** A year, and a month more: an adjustment may be approved late, and be entered later still. */
const MAX_DAYS = 365 + 30;

/** Whether prices are superseded: their approval has ended, or they are older than the year of an approval. */
export function areOutOfDate({ validFrom, validUntil }: PricesInForce, today: CivilDate): boolean {
  if (validUntil !== null) return validUntil < today;
  return daysBetween(validFrom, today) > MAX_DAYS;
}
