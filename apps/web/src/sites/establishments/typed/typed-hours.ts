import {
  type BusinessHours,
  type ClockTime,
  closedWeek,
  isClockTime,
  type OpenDay,
  type WeekdayName,
  weekdayNames,
  workingDays,
} from '@nascente/domain/base/time/business-hours';

/** Field values of a weekday; times as `HH:MM` or empty. */
export interface TypedDay {
  open: boolean;
  openHour: string;
  closeHour: string;
}
export type TypedHours = Record<WeekdayName, TypedDay>;

const byWeekday = (dayOf: (name: WeekdayName) => TypedDay): TypedHours => ({
  sunday: dayOf('sunday'),
  monday: dayOf('monday'),
  tuesday: dayOf('tuesday'),
  wednesday: dayOf('wednesday'),
  thursday: dayOf('thursday'),
  friday: dayOf('friday'),
  saturday: dayOf('saturday'),
});

const toField = ({ hour, minute }: ClockTime): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

export const typedHoursOf = (hours: BusinessHours = closedWeek): TypedHours =>
  byWeekday((name) => {
    const { open, openHour, closeHour } = hours[name];
    return { open, openHour: toField(openHour), closeHour: toField(closeHour) };
  });

const FIELD = /^(\d{2}):(\d{2})$/;

/** The clock time of a field, or null while incomplete. */
export const clockOf = (field: string): ClockTime | null => {
  const [, hour, minute] = FIELD.exec(field) ?? [];
  const clock = { hour: Number(hour), minute: Number(minute) };
  return isClockTime(clock) ? clock : null;
};

/** A missing hour becomes one that the contract rejects. */
const UNFILLED: ClockTime = { hour: -1, minute: -1 };

/** The hours to send; emptied hours of a closed day become the usual ones. */
export const hoursOf = (typed: TypedHours): BusinessHours => {
  const dayOf = (name: WeekdayName): OpenDay => {
    const { open, openHour, closeHour } = typed[name];
    const usual = closedWeek[name];
    return {
      open,
      openHour: clockOf(openHour) ?? (open ? UNFILLED : usual.openHour),
      closeHour: clockOf(closeHour) ?? (open ? UNFILLED : usual.closeHour),
    };
  };
  return { ...closedWeek, ...Object.fromEntries(weekdayNames.map((name) => [name, dayOf(name)])) };
};

/** The hours with these days opened or closed; opened days take the given times. */
export const withTypedDays = (typed: TypedHours, days: readonly WeekdayName[], day: TypedDay): TypedHours =>
  byWeekday((name) => {
    if (!days.includes(name)) return typed[name];
    return day.open ? day : { ...typed[name], open: false };
  });

export const areAllLike = (typed: TypedHours, days: readonly WeekdayName[], day: TypedDay): boolean =>
  days.every((name) => {
    const { open, openHour, closeHour } = typed[name];
    return open && openHour === day.openHour && closeHour === day.closeHour;
  });

/** The times of the shortcuts: those of the first open day, else the usual ones. */
export const patternOf = (typed: TypedHours): TypedDay => {
  const first = [...workingDays, ...weekdayNames].find((name) => typed[name].open);
  return { ...typed[first ?? 'monday'], open: true };
};

export const remarkOn = ({ openHour, closeHour }: TypedDay): string | null => {
  if (clockOf(openHour) === null || clockOf(closeHour) === null || closeHour > openHour) return null;
  return openHour === closeHour ? 'aberto 24 horas' : 'fecha no dia seguinte';
};
