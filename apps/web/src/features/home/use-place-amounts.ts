import type { Establishment } from '@nascente/contract/establishments';
import type { Board } from '@nascente/contract/meters';
import { readPlaceCycle } from '@nascente/contract/place-consumption';
import { useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import type { Unit } from '../../shared/use-unit.ts';
import type { PlaceAmounts } from './place-order.ts';

/** What stands for a place in a line: its energy, or its water where it measures nothing else. */
export const kindOf = (boards: readonly Board[]): MeterKind =>
  boards.length > 0 && boards.every(({ type }) => type === 'water') ? 'water' : 'eletric';

/** The amounts of all places, asked for only while they are put in order by them. */
export const usePlaceAmounts = (
  places: readonly Establishment[],
  boardsOf: (place: Establishment) => readonly Board[],
  unit: Unit,
  isAsked: boolean,
): ReadonlyMap<string, PlaceAmounts> => {
  const answers = useQueries({
    queries: isAsked
      ? places.map((place) =>
          queryFor(readPlaceCycle, { params: { id: place._id }, query: { type: kindOf(boardsOf(place)) } }),
        )
      : [],
  });
  return new Map(
    answers.flatMap(({ data }, index) => {
      const [place, cycle] = [places[index], data?.consolidated];
      if (place === undefined || cycle == null) return [];
      const inMoney = unit === 'money';
      const soFar = inMoney ? cycle.cost : cycle.total;
      const forecast = inMoney ? cycle.forecast.cost : cycle.forecast.total;
      return [[place._id, { soFar, forecast }] as const];
    }),
  );
};
