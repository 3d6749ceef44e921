import { addDays, daysBetween } from '@nascente/domain/base/time/civil-day';
import type { Period } from '../period/period-range.ts';

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
