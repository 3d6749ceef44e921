import { readPeriod } from '@nascente/contract/energy/consumption';
import { addDays, daysBetween } from '@nascente/domain/base/time/civil-day';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { Period } from '../period/period-range.ts';

/** As long as the period card caches its answer. */
export const DAYS_STALE_MS = 5 * 60_000;

/** Hourly: generation is compared with injection of the same hour. */
export const daysQuery = (mac: string, { start, end }: Period) =>
  queryFor(readPeriod, { body: { meter: mac, dateStart: start, dateEnd: end } });

const MAX_ANALYSIS = 366;
const MAX_FRAMES = 31;

const lastOf = ({ start, end }: Period, maximum: number): Period =>
  daysBetween(start, end) < maximum ? { start, end } : { start: addDays(end, 1 - maximum), end };

export const analysedDays = (period: Period): Period => lastOf(period, MAX_ANALYSIS);

export const framedDays = (period: Period): Period => lastOf(period, MAX_FRAMES);

const MIN_POINTS = 240;
const MAX_POINTS = 1200;
/** Windows of nearly equal width share an answer. */
const STEP = 120;

export const pointsFor = (width: number): number =>
  Math.min(Math.max(Math.ceil(width / STEP) * STEP, MIN_POINTS), MAX_POINTS);
