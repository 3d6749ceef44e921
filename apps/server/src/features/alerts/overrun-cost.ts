import type { Log } from '../../platform/log/log.ts';
import { type JudgedRepository, ownerOf } from './judged.repository.ts';
import type { ReadMoney } from './money-rules.ts';

/** R$ that the running bill of each establishment charges for demand above its contract; those of which nobody knows are left out. */
export type OverrunCosts = (establishmentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export const createOverrunCosts =
  (needs: {
    judged: Pick<JudgedRepository, 'establishments'>;
    money: Pick<ReadMoney, 'bill'>;
    log: Log;
  }): OverrunCosts =>
  async (establishmentIds) => {
    const { judged, money, log } = needs;
    const costs = new Map<string, number>();
    if (establishmentIds.length === 0) return costs;
    for (const establishment of await judged.establishments()) {
      const { establishmentId, hasContract } = establishment;
      if (!hasContract || !establishmentIds.includes(establishmentId)) continue;
      try {
        const { lines } = await money.bill(ownerOf(establishment), establishmentId);
        const cost = lines
          .filter(({ kind }) => kind === 'overrun')
          .reduce((sum, { amount }) => sum + amount, 0);
        // One that the bill of the cycle before charged stands on none that runs.
        if (cost > 0) costs.set(establishmentId, cost);
      } catch (failure) {
        log.warn({ err: failure, establishmentId }, 'what an overrun costs could not be told');
      }
    }
    return costs;
  };
