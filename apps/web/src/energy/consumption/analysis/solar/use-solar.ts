import { type ConsolidatedDay, readMonth } from '@nascente/contract/energy/consumption';
import { readConsumption } from '@nascente/contract/energy/period-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import type { SolarRole } from '@nascente/domain/energy/subjects/solar';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { metersQuery } from '../../../../shared/boards/meters-query.ts';
import { isInverter, solarRoleOf } from '../../../../shared/boards/solar-role.ts';
import type { Period } from '../../period/period-range.ts';
import { DAYS_STALE_MS, daysQuery } from '../days-query.ts';
import { generatedHours, type PlacedHour, solarHours } from './solar-hours.ts';

const NO_METERS: readonly Board[] = [];

/** The other meters of the establishment that this person sees. */
const useNeighbours = (
  board: Board,
): { readonly neighbours: readonly Board[]; readonly isPending: boolean } => {
  const { data, isPending } = useQuery({
    ...metersQuery,
    staleTime: DAYS_STALE_MS,
    select: ({ installationsMeter }) =>
      installationsMeter.filter(
        ({ establishmentId, type, macAddress }) =>
          establishmentId === board.establishmentId && type === 'eletric' && macAddress !== board.macAddress,
      ),
  });
  return { neighbours: data ?? NO_METERS, isPending };
};

/** What was injected in the billing cycle so far, kWh, and since when; an inverter has no cycle of its own. */
const useCycle = (board: Board, today: string) => {
  const isBilled = !isInverter(board);
  const month = useQuery({
    ...queryFor(readMonth, { params: { mac: board.macAddress } }),
    staleTime: DAYS_STALE_MS,
    select: ({ consolidated }) => consolidated.start,
  });
  const start = month.data;
  const isAsked = isBilled && start !== undefined && start <= today;
  const { data, isPending } = useQuery({
    ...queryFor(readConsumption, {
      body: { id: board.macAddress, dateIn: start ?? today, dateOut: today },
    }),
    enabled: isAsked,
    select: ({ value }) => value.injected,
  });
  return {
    cycle: start === undefined || data === undefined ? null : { start, injected: data },
    isPending: isAsked ? isPending : isBilled && month.isPending,
  };
};

interface Solar {
  readonly role: SolarRole;
  /** Null while it, or anything else of these, is loading. */
  readonly hours: readonly PlacedHour[] | null;
  readonly general: Board | null;
  readonly inverters: readonly Board[];
  /** Meters of the establishment that are neither at the grid nor at an inverter. */
  readonly others: readonly Board[];
  readonly cycle: { readonly start: string; readonly injected: number } | null;
  readonly failure: Error | null;
  readonly retry: () => unknown;
}

/** A meter's hours, those of the inverters beside it, and the cycle so far. */
export const useSolar = (board: Board, period: Period, today: string): Solar => {
  const role = solarRoleOf(board);
  const own = useQuery({ ...daysQuery(board.macAddress, period), staleTime: DAYS_STALE_MS });
  const { neighbours, isPending: areNeighboursPending } = useNeighbours(board);
  const { cycle, isPending: isCyclePending } = useCycle(board, today);
  const inverters = useMemo(
    () => (board.isGeral ? neighbours.filter(isInverter) : NO_METERS),
    [board.isGeral, neighbours],
  );
  const generated = useQueries({
    queries: inverters.map(({ macAddress }) => ({
      ...daysQuery(macAddress, period),
      staleTime: DAYS_STALE_MS,
    })),
    combine: (answers): readonly (readonly ConsolidatedDay[])[] | null =>
      answers.some(({ data, error }) => data === undefined && error === null)
        ? null
        : answers.flatMap(({ data }) => (data === undefined ? [] : [data.consolidated])),
  });
  const hours = useMemo(() => {
    if (own.data === undefined || generated === null) return null;
    const days = own.data.consolidated;
    return role === 'inverter' ? generatedHours(days) : solarHours(days, generated);
  }, [own.data, generated, role]);
  return {
    role,
    // A figure more would push down what is read already.
    hours: areNeighboursPending || isCyclePending ? null : hours,
    inverters,
    others: neighbours.filter((one) => solarRoleOf(one) === 'load'),
    general: neighbours.find(({ isGeral }) => isGeral) ?? null,
    cycle,
    failure: own.data === undefined ? own.error : null,
    retry: own.refetch,
  };
};
