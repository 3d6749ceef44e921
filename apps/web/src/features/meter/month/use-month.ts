import { readHeatMap } from '@nascente/contract/analysis';
import { readDays } from '@nascente/contract/consumption';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { type CivilMonth, firstDayOf, lastDayOf } from '@nascente/domain/time/civil-month';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../shared/api-client.ts';

const REFRESH_MS = 60_000;
const HOURS_REFRESH_MS = 5 * REFRESH_MS;

const askFor = (mac: string, month: CivilMonth, today: CivilDate) => {
  const last = lastDayOf(month);
  return { params: { mac }, query: { start: firstDayOf(month), end: today <= last ? today : last } };
};

/** The days of a month in total. */
export const useMonth = (mac: string, month: CivilMonth, today: CivilDate) =>
  useQuery({
    ...queryFor(readDays, askFor(mac, month, today)),
    refetchInterval: today <= lastDayOf(month) ? REFRESH_MS : false,
    placeholderData: keepPreviousData,
  });

export interface MonthHours {
  readonly of: (date: CivilDate) => readonly (number | null)[];
  readonly highest: number;
}

/** The hours of its days, asked for once the days stand: the tiles are whole without them. */
export const useMonthHours = (
  mac: string,
  month: CivilMonth,
  today: CivilDate,
  enabled: boolean,
): MonthHours => {
  const { data } = useQuery({
    ...queryFor(readHeatMap, askFor(mac, month, today)),
    refetchInterval: today <= lastDayOf(month) ? HOURS_REFRESH_MS : false,
    enabled,
  });
  return useMemo(() => {
    const byDate = new Map(data?.heatmap.days.map(({ date, hours }) => [date, hours]));
    return { of: (date) => byDate.get(date) ?? [], highest: data?.heatmap.highest?.total ?? 0 };
  }, [data]);
};
