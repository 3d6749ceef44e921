import { readHeatMap } from '@nascente/contract/energy/analysis';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type CivilMonth, firstDayOf, lastDayOf } from '@nascente/domain/base/time/civil-month';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { generatedHoursOf, useGenerationWay } from '../generation/generated.ts';
import type { Period } from '../period/period-range.ts';
import { daysQuery } from '../period/period-range.ts';
import { type DaysInTotal, useDaysInTotal } from '../use-days-in-total.ts';

const REFRESH_MS = 60_000;
const HOURS_REFRESH_MS = 5 * REFRESH_MS;

const daysOf = (month: CivilMonth, today: CivilDate): Period => {
  const last = lastDayOf(month);
  return { start: firstDayOf(month), end: today <= last ? today : last };
};

export const useMonth = (board: Board, month: CivilMonth, today: CivilDate): DaysInTotal =>
  useDaysInTotal(board, daysOf(month, today), {
    today,
    refetchInterval: today <= lastDayOf(month) ? REFRESH_MS : false,
  });

export interface MonthHours {
  readonly of: (date: CivilDate) => readonly (number | null)[];
  readonly highest: number;
}

const hoursBy = (
  days: readonly (readonly [date: string, hours: readonly (number | null)[]])[],
  highest: number,
): MonthHours => {
  const byDate = new Map(days);
  return { of: (date) => byDate.get(date) ?? [], highest };
};

export const useMonthHours = (
  board: Board,
  month: CivilMonth,
  today: CivilDate,
  enabled: boolean,
): MonthHours => {
  const mac = board.macAddress;
  const { start, end } = daysOf(month, today);
  const way = useGenerationWay(board, today);
  const { data } = useQuery({
    ...queryFor(readHeatMap, { params: { mac }, query: { start, end } }),
    refetchInterval: today <= lastDayOf(month) ? HOURS_REFRESH_MS : false,
    enabled: enabled && way === null,
  });
  const { data: byHour } = useQuery({ ...daysQuery(mac, { start, end }), enabled: enabled && way !== null });
  return useMemo(() => {
    if (way === null) {
      const days = data?.heatmap.days ?? [];
      return hoursBy(
        days.map(({ date, hours }) => [date, hours]),
        data?.heatmap.highest?.total ?? 0,
      );
    }
    const days = (byHour?.consolidated ?? []).map((day) => [day.date, generatedHoursOf(day, way)] as const);
    return hoursBy(days, Math.max(0, ...days.flatMap(([, hours]) => hours.map((hour) => hour ?? 0))));
  }, [way, data, byHour]);
};
