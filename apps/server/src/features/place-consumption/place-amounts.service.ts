import type { BodyOf } from '@nascente/contract/call';
import type { MonthSoFar } from '@nascente/contract/consumption';
import type { PlaceAmounts, readPlaceAmounts } from '@nascente/contract/place-consumption';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { PlaceCycleService } from './place-cycle.service.ts';

export interface PlaceAmountsService {
  /** Of each place what its cycle comes to, in the order asked. Throws NotFound for all of them where one is not the caller's. */
  read(caller: Caller, asked: BodyOf<typeof readPlaceAmounts>, signal: AbortSignal): Promise<PlaceAmounts[]>;
}

const amountsOf = (cycle: MonthSoFar | null): PlaceAmounts => {
  if (cycle === null) return null;
  const { total, cost, forecast } = cycle;
  return { total, cost, forecast: { total: forecast.total, cost: forecast.cost } };
};

export const createPlaceAmountsService = (cycles: PlaceCycleService): PlaceAmountsService => ({
  async read(caller, { places }, signal) {
    requirePermission(caller, 'see-consumption');
    const known = new Map<string, PlaceAmounts>();
    const amounts: PlaceAmounts[] = [];
    // One after the other: a person's list takes no more of the database at once than a person's card does.
    for (const { id, type } of places) {
      signal.throwIfAborted();
      const place = `${type} ${id}`;
      const before = known.get(place);
      const amount = before === undefined ? amountsOf(await cycles.read(caller, id, type)) : before;
      known.set(place, amount);
      amounts.push(amount);
    }
    return amounts;
  },
});
