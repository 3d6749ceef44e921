import type { BodyOf } from '@nascente/contract/call';
import type { MonthSoFar } from '@nascente/contract/consumption';
import type {
  EstablishmentAmounts,
  readEstablishmentAmounts,
} from '@nascente/contract/establishment-consumption';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { EstablishmentCycleService } from './establishment-cycle.service.ts';

export interface EstablishmentAmountsService {
  /** Of each establishment what its cycle comes to, in the order asked. Throws NotFound for all of them where one is not the caller's. */
  read(
    caller: Caller,
    asked: BodyOf<typeof readEstablishmentAmounts>,
    signal: AbortSignal,
  ): Promise<EstablishmentAmounts[]>;
}

const amountsOf = (cycle: MonthSoFar | null): EstablishmentAmounts => {
  if (cycle === null) return null;
  const { total, cost, forecast } = cycle;
  return { total, cost, forecast: { total: forecast.total, cost: forecast.cost } };
};

export const createEstablishmentAmountsService = (
  cycles: Pick<EstablishmentCycleService, 'read'>,
): EstablishmentAmountsService => ({
  async read(caller, { establishments }, signal) {
    requirePermission(caller, 'see-consumption');
    const amountsById = new Map<string, EstablishmentAmounts>();
    const amounts: EstablishmentAmounts[] = [];
    // One after the other: a person's list takes no more of the database at once than a person's card does.
    for (const { id, type } of establishments) {
      signal.throwIfAborted();
      const establishment = `${type} ${id}`;
      const before = amountsById.get(establishment);
      const amount = before === undefined ? amountsOf(await cycles.read(caller, id, type)) : before;
      amountsById.set(establishment, amount);
      amounts.push(amount);
    }
    return amounts;
  },
});
