import { MINUTE_MS, offsetMsAt, type Zone } from '@nascente/domain/base/time/zone';

const DAY_MINUTES = 1_440;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;
const YEAR_DAYS = 365.2425;

/** The clock on the wall where a meter hangs. */
export interface LocalTime {
  /** Civil days since 1970. */
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes since midnight, with fractions. */
  readonly minute: number;
  /** Share of the year that has passed, 0..1. */
  readonly season: number;
}

export function localTimeAt(at: number, zone: Zone): LocalTime {
  const minutes = (at + offsetMsAt(at, zone)) / MINUTE_MS;
  const day = Math.floor(minutes / DAY_MINUTES);
  return {
    day,
    weekday: (day + FIRST_WEEKDAY) % 7,
    minute: minutes - day * DAY_MINUTES,
    season: (day % YEAR_DAYS) / YEAR_DAYS,
  };
}

/** 0 outside the hours given, 1 inside, with a ramp of some minutes at both ends. Hours may have fractions. */
export function within(minute: number, fromHour: number, toHour: number, rampMinutes = 10): number {
  const rising = (minute - fromHour * 60) / rampMinutes + 0.5;
  const falling = (toHour * 60 - minute) / rampMinutes + 0.5;
  return Math.max(0, Math.min(1, rising, falling));
}

/** Air temperature in °C: warm summers (January) and afternoons, as on the Brazilian coast. */
export function airTemperature(time: LocalTime): number {
  const summer = Math.cos(2 * Math.PI * (time.season - 0.05));
  const afternoon = Math.cos((2 * Math.PI * (time.minute - 14 * 60)) / DAY_MINUTES);
  return 25.5 + 2.5 * summer + 4 * afternoon;
}
