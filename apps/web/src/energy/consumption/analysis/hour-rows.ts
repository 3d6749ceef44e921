import type { CellColumn } from '@nascente/charts/cell-grid';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';

export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** Every sixth hour is labelled. */
export const HOUR_ROWS: readonly string[] = HOURS.map((hour) => (hour % 6 === 0 ? `${hour}h` : ''));

const FEW_DAYS = 10;
const WEEK = 7;

/** A civil day as a grid column, labelled weekly where there are many. */
export const dayColumn = (
  date: CivilDate,
  index: number,
  count: number,
  levels: CellColumn['levels'],
): CellColumn => {
  const isMonthStart = date.endsWith('-01');
  const isLabelled = count <= FEW_DAYS || (count - 1 - index) % WEEK === 0;
  return {
    key: date,
    axisLabel: formatShortDay(date),
    labelRank: isMonthStart ? 1 : isLabelled ? 2 : 0,
    levels,
  };
};

/** 'qua, 11 nov, 14h às 15h' */
export const hourText = (date: CivilDate, hour: number): string =>
  `${formatWeekdayDay(date)}, ${hour}h às ${hour + 1}h`;
