import { addDays, daysBetween } from '@nascente/domain/base/time/civil-day';
import type { Period } from '../period/period-range.ts';

/** As many days as the server analyses at once, and of which it reads frames. */
const MAX_ANALYSIS = 366;
const MAX_FRAMES = 31;

const lastOf = ({ start, end }: Period, most: number): Period =>
  daysBetween(start, end) < most ? { start, end } : { start: addDays(end, 1 - most), end };

/** The period on screen, or the last year of a longer one. */
export const analysedDays = (period: Period): Period => lastOf(period, MAX_ANALYSIS);

/** The period on screen, or the last 31 days of a longer one. */
export const framedDays = (period: Period): Period => lastOf(period, MAX_FRAMES);

const MIN_POINTS = 240;
const MAX_POINTS = 1200;
/** Windows of nearly the same width share an answer. */
const STEP = 120;

/** As many points of a curve as a window of this width, px, can show. */
export const pointsFor = (width: number): number =>
  Math.min(Math.max(Math.ceil(width / STEP) * STEP, MIN_POINTS), MAX_POINTS);
