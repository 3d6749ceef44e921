import type { Log } from '@nascente/runtime/log';
import { type JudgedRepository, ownerOf } from './judged.repository.ts';
import { type ReadMoney, sumOfLines } from './money-rules.ts';

/** What the running bill of an establishment charges for demand above its contract. */
export interface OverrunCost {
  /** R$ */
  readonly cost: number;
  /** kW, of each period that is charged: a bill charges its highest quarter-hour, and no other. */
  readonly charged: readonly number[];
}

/** By establishment; those of which nobody knows are left out. */
export type OverrunCosts = (establishmentIds: readonly string[]) => Promise<ReadonlyMap<string, OverrunCost>>;

/** Rounding of a bill may lie between the two. */
const ALIKE = 0.99;

/** R$ of an overrun; null where it is not known, or another one of the same cycle is what the bill charges. */
export const costOfOverrun = (overrun: OverrunCost | undefined, highest: number): number | null =>
  overrun?.charged.some((charged) => highest >= charged * ALIKE) ? overrun.cost : null;

export const createOverrunCosts =
  (needs: {
    judged: Pick<JudgedRepository, 'establishments'>;
    money: Pick<ReadMoney, 'bill'>;
    log: Log;
  }): OverrunCosts =>
  async (establishmentIds) => {
    const { judged, money, log } = needs;
    const costs = new Map<string, OverrunCost>();
    if (establishmentIds.length === 0) return costs;
    for (const establishment of await judged.establishments()) {
      const { establishmentId, hasContract } = establishment;
      if (!hasContract || !establishmentIds.includes(establishmentId)) continue;
      try {
        const bill = await money.bill(ownerOf(establishment), establishmentId);
        const cost = sumOfLines(bill, ['overrun']);
        // One that the bill of the cycle before charged stands on none that runs.
        const charged = bill.demand.filter(({ overrun }) => overrun > 0).map(({ measured }) => measured);
        if (cost > 0) costs.set(establishmentId, { cost, charged });
      } catch (failure) {
        log.warn({ err: failure, establishmentId }, 'what an overrun costs could not be told');
      }
    }
    return costs;
  };
