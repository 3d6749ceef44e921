import { type CivilDate, daysBetween } from '../../base/time/civil-day.ts';

/** A version of a tariff's prices, by its days. */
export interface PricesInForce {
  readonly validFrom: CivilDate;
  /** Last day for which the prices are approved; null if unknown. */
  readonly validUntil: CivilDate | null;
}

/** A year and a month, because adjustments may be approved or entered late. */
const MAX_DAYS = 365 + 30;

/** Whether prices are probably superseded: their approval has ended or, if its end is unknown, they are older than `MAX_DAYS`. */
export function areOutOfDate({ validFrom, validUntil }: PricesInForce, today: CivilDate): boolean {
  if (validUntil !== null) return validUntil < today;
  return daysBetween(validFrom, today) > MAX_DAYS;
}
