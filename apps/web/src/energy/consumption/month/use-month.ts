import { readHeatMap } from '@nascente/contract/energy/analysis';
import { type DayInTotal, readDays } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type CivilMonth, firstDayOf, lastDayOf } from '@nascente/domain/base/time/civil-month';
import { type Completeness, repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { generatedDays, generatedHoursOf, useGenerationWay } from '../generation/generated.ts';
import { daysQuery, type Period } from '../period/period-range.ts';

export interface DaysInTotal {
  readonly days: readonly DayInTotal[] | undefined;
  readonly shares: Completeness | null;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface Asking {
  readonly today: CivilDate;
  readonly staleTime?: number;
  readonly refetchInterval?: number | false;
}

/** Consumption of each day; generation at an inverter, which is computed from hours. */
export const useDaysInTotal = (board: Board, period: Period, { today, ...refresh }: Asking): DaysInTotal => {
  const mac = board.macAddress;
  const way = useGenerationWay(board, today);
  const asking = { ...refresh, placeholderData: keepPreviousData };
  const inTotal = useQuery({
    ...queryFor(readDays, { params: { mac }, query: { start: period.start, end: period.end } }),
    ...asking,
    enabled: way === null,
  });
  const byHour = useQuery({ ...daysQuery(mac, period), ...asking, enabled: way !== null });
  const { error, isFetching, refetch } = way === null ? inTotal : byHour;
  const generated = byHour.data?.consolidated;
  const answer = (way === null ? inTotal : byHour).data;
  const days = useMemo(
    () => (way === null ? inTotal.data?.days : generated && generatedDays(generated, way)),
    [way, inTotal.data, generated],
  );
  return { days, shares: answer === undefined ? null : repeatShares(answer), error, isFetching, refetch };
};

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
