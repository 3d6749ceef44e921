import { readPeriod } from '@nascente/contract/energy/consumption';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { Period } from '../period/period-range.ts';

/** As long as the period card caches its answer. */
export const DAYS_STALE_MS = 5 * 60_000;

/** Hourly: generation is compared with injection of the same hour. */
export const daysQuery = (mac: string, { start, end }: Period) =>
  queryFor(readPeriod, { body: { meter: mac, dateStart: start, dateEnd: end } });
