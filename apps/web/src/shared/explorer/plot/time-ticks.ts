import type { TimeTick } from '@nascente/charts/curve-plot';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  clockMsAt,
  daysBetween,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { addMonths, firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS, SECOND_MS, type Zone } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatClockSeconds,
  formatMonth,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import type { Viewport } from './viewport.ts';

/** Minimum distance of labels, px. */
const ROOM = 62;

const CLOCK_STEPS: readonly number[] = [
  ...[5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
];
const DAY_STEPS = [1, 2, 7, 14] as const;
/** Weeks need a fortnight, or there would be one Monday. */
const DAY_STEPS_OF_FORTNIGHT = [1, 2, 3, 7] as const;
const FORTNIGHT_MS = 14 * DAY_MS;
const MONTH_STEPS = [1, 2, 3, 6, 12] as const;

const dayLabel = (date: CivilDate): string =>
  date.endsWith('-01-01') ? date.slice(0, 4) : formatShortDay(date);

/** Round local times; midnight shows its day. A repeated hour appears twice. */
const clockTicks = ({ from, to }: Viewport, stepMs: number, zone: Zone): TimeTick[] => {
  const ticks: TimeTick[] = [];
  const fine = Math.min(stepMs, 15 * MINUTE_MS);
  for (let x = Math.ceil(from / fine) * fine; x < to; x += fine) {
    const at = instant(x);
    const clock = clockMsAt(at, zone);
    if (clock % stepMs !== 0) continue;
    const label =
      clock === 0
        ? dayLabel(civilDateAt(at, zone))
        : stepMs < MINUTE_MS
          ? formatClockSeconds(at, zone)
          : formatClock(at, zone);
    ticks.push({ x, label });
  }
  return ticks;
};

const MONDAY = '2000-01-03' as CivilDate;

const dayTicks = ({ from, to }: Viewport, step: number, zone: Zone): TimeTick[] => {
  const ticks: TimeTick[] = [];
  const first = civilDateAt(instant(Math.floor(from)), zone);
  const into = ((daysBetween(MONDAY, first) % step) + step) % step;
  for (let date = addDays(first, into === 0 ? 0 : step - into); ; date = addDays(date, step)) {
    const x = startOfDay(date, zone);
    if (x >= to) return ticks;
    if (x >= from) ticks.push({ x, label: dayLabel(date) });
  }
};

const monthTicks = ({ from, to }: Viewport, step: number, zone: Zone): TimeTick[] => {
  const ticks: TimeTick[] = [];
  let month = monthOf(civilDateAt(instant(Math.floor(from)), zone));
  for (; ; month = addMonths(month, 1)) {
    const x = startOfDay(firstDayOf(month), zone);
    if (x >= to) return ticks;
    const number = Number(month.slice(5, 7)) - 1;
    if (x < from || number % step !== 0) continue;
    ticks.push({ x, label: number === 0 ? month.slice(0, 4) : formatMonth(month) });
  }
};

/**
 * Time labels as fine as there is room for.
 * @param width - of the view, px
 */
export const timeTicks = (view: Viewport, width: number, zone: Zone): TimeTick[] => {
  const minimum = ((view.to - view.from) * ROOM) / Math.max(width, ROOM);
  const clock = CLOCK_STEPS.find((step) => step >= minimum);
  if (clock !== undefined) return clockTicks(view, clock, zone);
  const daySteps = view.to - view.from < FORTNIGHT_MS ? DAY_STEPS_OF_FORTNIGHT : DAY_STEPS;
  const day = daySteps.find((step) => step * DAY_MS >= minimum);
  if (day !== undefined) return dayTicks(view, day, zone);
  return monthTicks(view, MONTH_STEPS.find((step) => step * 30 * DAY_MS >= minimum) ?? 12, zone);
};
