import { DAY_MS } from '@nascente/domain/time/zone';

/** The UTC day of an instant as partitions are named: 20261105. */
export const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** Days since 1970 of an instant. */
export const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

export const startOfDayNumber = (day: number): number => day * DAY_MS;
