import { MAX_AMOUNTS, readEstablishmentAmounts } from '@nascente/contract/money/establishment-consumption';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { useQueries } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import type { EstablishmentAmounts } from './establishment-order.ts';

export const kindOf = (boards: readonly Board[]): MeterKind =>
  boards.length > 0 && boards.every(({ type }) => type === 'water') ? 'water' : 'eletric';

const REFRESH_MS = 60_000;

const inCalls = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_AMOUNTS) }, (_, call) =>
    all.slice(call * MAX_AMOUNTS, (call + 1) * MAX_AMOUNTS),
  );

export const useEstablishmentAmounts = (
  establishments: readonly Establishment[],
  boardsOf: (establishment: Establishment) => readonly Board[],
  unit: Unit,
  isRequested: boolean,
): ReadonlyMap<string, EstablishmentAmounts> => {
  const requested = establishments.map((establishment) => ({
    id: establishment._id,
    type: kindOf(boardsOf(establishment)),
  }));
  const calls = isRequested ? inCalls(requested) : [];
  const answers = useQueries({
    queries: calls.map((requested) => ({
      ...queryFor(readEstablishmentAmounts, { body: { establishments: requested } }),
      refetchInterval: REFRESH_MS,
    })),
  });
  const key = unit === 'money' ? 'cost' : 'total';
  return new Map(
    calls.flatMap((requested, call) =>
      requested.flatMap(({ id }, index) => {
        const amounts = answers[call]?.data?.amounts[index];
        return amounts == null
          ? []
          : [[id, { soFar: amounts[key], forecast: amounts.forecast[key] }] as const];
      }),
    ),
  );
};
