import { closedWeek, isOpenOn, weekdayNames, workingDays } from '@nascente/domain/base/time/business-hours';
import { describe, expect, it } from 'vitest';
import {
  areAllLike,
  clockOf,
  hoursOf,
  patternOf,
  remarkOn,
  typedHoursOf,
  withTypedDays,
} from './typed-establishment.ts';

const closed = typedHoursOf();
const day = { open: true, openHour: '18:00', closeHour: '02:00' };

it('converts hours to time fields and back', () => {
  expect(closed.monday).toEqual({ open: false, openHour: '08:00', closeHour: '18:00' });
  expect(hoursOf(closed)).toEqual(closedWeek);
});

it.each([
  ['08:05', { hour: 8, minute: 5 }],
  ['', null],
  ['24:00', null],
  ['8:00', null],
])('reads the time field "%s"', (field, clock) => {
  expect(clockOf(field)).toEqual(clock);
});

it('restores the usual hours of a closed day, and leaves an open one without hours', () => {
  const emptied = {
    ...closed,
    monday: { open: true, openHour: '', closeHour: '10:00' },
    tuesday: { open: false, openHour: '', closeHour: '' },
  };
  expect(hoursOf(emptied).monday.openHour).toEqual({ hour: -1, minute: -1 });
  expect(hoursOf(emptied).tuesday).toEqual(closedWeek.tuesday);
});

describe('setting several days together', () => {
  it('opens working days and leaves Saturday and Sunday unchanged', () => {
    const set = withTypedDays(closed, workingDays, day);
    expect(weekdayNames.filter((name) => set[name].open)).toEqual(workingDays);
    expect(areAllLike(set, workingDays, day)).toBe(true);
    expect(areAllLike(set, weekdayNames, day)).toBe(false);
  });

  it('closes days and retains their hours', () => {
    const set = withTypedDays(withTypedDays(closed, weekdayNames, day), workingDays, { ...day, open: false });
    expect(set.monday).toEqual({ ...day, open: false });
    expect(set.sunday).toEqual(day);
  });

  it('starts from the first open day', () => {
    expect(patternOf(closed)).toEqual({ open: true, openHour: '08:00', closeHour: '18:00' });
    expect(patternOf(withTypedDays(closed, ['friday', 'sunday'], day))).toEqual(day);
  });
});

it('handles hours past midnight like the domain', () => {
  expect(remarkOn(day)).toBe('fecha no dia seguinte');
  expect(isOpenOn(hoursOf(withTypedDays(closed, ['friday'], day)), 6, 60)).toBe(true);
  expect(remarkOn({ ...day, closeHour: '18:00' })).toBe('aberto 24 horas');
  expect(remarkOn({ ...day, closeHour: '23:00' })).toBeNull();
  expect(remarkOn({ ...day, closeHour: '' })).toBeNull();
});
