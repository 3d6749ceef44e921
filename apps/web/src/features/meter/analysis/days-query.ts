import { readPeriod } from '@nascente/contract/consumption';
import { queryFor } from '../../../shared/api-client.ts';
import type { Period } from '../period/period-range.ts';

/** As long as the card of the period keeps its answer. */
export const DAYS_STALE_MS = 5 * 60_000;

/** The same question that the card of the period asks: one answer for both. */
export const daysQuery = (mac: string, { start, end }: Period) =>
  queryFor(readPeriod, { body: { meter: mac, dateStart: start, dateEnd: end } });
