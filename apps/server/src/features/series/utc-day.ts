import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { Span } from './span.ts';

/** The UTC day of an instant as partitions are named: 20261105. */
export const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** Days since 1970 of an instant. */
export const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

export const startOfDayNumber = (day: number): number => day * DAY_MS;

/** The time of a UTC day, counted from 1970. */
export const spanOfDay = (day: number): Span => ({
  from: instant(day * DAY_MS),
  to: instant((day + 1) * DAY_MS),
});
