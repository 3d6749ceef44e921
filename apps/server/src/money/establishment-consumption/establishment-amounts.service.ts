import type { BodyOf } from '@nascente/contract/base/call';
import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type {
  EstablishmentAmounts,
  readEstablishmentAmounts,
} from '@nascente/contract/money/establishment-consumption';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BoardType } from '../../sites/meters/index.ts';

const amountsOf = (cycle: MonthSoFar | null): EstablishmentAmounts => {
  if (cycle === null) return null;
  const { total, cost, forecast } = cycle;
  return { total, cost, forecast };
};

/** Of each establishment what its cycle comes to, in the order asked. Throws NotFound for all of them where one is not the caller's. */
export const createReadAmounts =
  (cycles: { read(caller: Caller, id: string, type: BoardType): Promise<MonthSoFar | null> }) =>
  async (
    caller: Caller,
    { establishments }: BodyOf<typeof readEstablishmentAmounts>,
    signal: AbortSignal,
  ): Promise<EstablishmentAmounts[]> => {
    requirePermission(caller, 'see-consumption');
    const amountsById = new Map<string, EstablishmentAmounts>();
    // One after the other: a person's list takes no more of the database at once than a person's card does.
    for (const { id, type } of establishments) {
      signal.throwIfAborted();
      if (!amountsById.has(`${type} ${id}`))
        amountsById.set(`${type} ${id}`, amountsOf(await cycles.read(caller, id, type)));
    }
    return establishments.map(({ id, type }) => amountsById.get(`${type} ${id}`) ?? null);
  };
