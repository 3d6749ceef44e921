import { addDays, type CivilDate, type Weekday, weekdayOf } from './civil-day.ts';

/** Hour 0 to 23 and minute 0 to 59 of the local clock. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

/** A closing time before the opening time is on the next day (18:00 to 02:00); equal times mean 24 hours. */
export interface OpenDay {
  readonly open: boolean;
  readonly openHour: ClockTime;
  readonly closeHour: ClockTime;
}

export const weekdayNames = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type WeekdayName = (typeof weekdayNames)[number];

export type BusinessHours = Readonly<Record<WeekdayName, OpenDay>>;

/** All except Sunday and Saturday (spec, section 2, 'working days'). */
export const workingDays: readonly WeekdayName[] = weekdayNames.slice(1, 6);

const DAY_MINUTES = 1440;

function everyDay(day: OpenDay): BusinessHours {
  return {
    sunday: day,
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
  };
}

/** The initial hours of a new establishment: all days closed, with usual times to adjust. */
export const closedWeek: BusinessHours = everyDay({
  open: false,
  openHour: { hour: 8, minute: 0 },
  closeHour: { hour: 18, minute: 0 },
});

/** The same hours with some days replaced: 'every day' and 'working days' of the wizard. */
export function withDays(hours: BusinessHours, days: readonly WeekdayName[], day: OpenDay): BusinessHours {
  return { ...hours, ...Object.fromEntries(days.map((name) => [name, day])) };
}

/** Whether at least one day is open, as the wizard requires (spec, section 5). */
export function hasOpenDay(hours: BusinessHours): boolean {
  return weekdayNames.some((name) => hours[name].open);
}

export function isClockTime({ hour, minute }: ClockTime): boolean {
  const total = Number.isInteger(hour) && Number.isInteger(minute);
  return total && hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
}

/**
 * Minutes of the local clock since midnight of the opening day, [from, to); `to` exceeds 1440 if closing is on the next day. Null
 * on a closed day.
 */
function openSpan(day: OpenDay): { from: number; to: number } | null {
  if (!day.open) return null;
  const from = day.openHour.hour * 60 + day.openHour.minute;
  const close = day.closeHour.hour * 60 + day.closeHour.minute;
  return { from, to: close > from ? close : close + DAY_MINUTES };
}

/** Whether the establishment is open at a minute of the local clock (0 to 1439, fractions allowed) on a weekday. */
export function isOpenOn(hours: BusinessHours, weekday: Weekday, minute: number): boolean {
  const today = openSpan(hours[weekdayNames[weekday]]);
  if (today && minute >= today.from && minute < today.to) return true;
  const yesterday = openSpan(hours[weekdayNames[((weekday + 6) % 7) as Weekday]]);
  return yesterday !== null && minute + DAY_MINUTES < yesterday.to;
}

/**
 * Opening hours from `first` to `last`, both included. An opening across midnight counts completely on the day on which it
 * begins.
 */
export function openHoursBetween(hours: BusinessHours, first: CivilDate, last: CivilDate): number {
  let minutes = 0;
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const span = openSpan(hours[weekdayNames[weekdayOf(date)]]);
    if (span) minutes += span.to - span.from;
  }
  return minutes / 60;
}
