import { type DayInTotal, readDays } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type Completeness, repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { generatedDays, useGenerationWay } from './generation/generated.ts';
import type { Period } from './period/period-range.ts';
import { daysQuery } from './period/period-range.ts';

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
