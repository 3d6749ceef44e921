import type { MonthSoFar } from '@nascente/contract/consumption';
import { measureCycle } from '@nascente/domain/tariff/measure/measured-cycle';
import { costsOf } from '@nascente/domain/tariff/prices/billed-energy';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { addDays, type CivilDate } from '@nascente/domain/time/civil-day';
import { cents, reais } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import type { QuarterSums } from '../consumption/index.ts';
import type { InstallationSpan } from '../series/index.ts';
import { type AmountOf, type BilledAmounts, consumedOf } from './billed-amounts.ts';
import { billedCycle } from './billed-cycle.ts';

/** The one amount of an establishment: what its bill comes to, wherever it is shown. */
export interface CycleAmounts {
  /**
   * A cycle with the amounts of its bill: so far, of its days, of the hours compared with the cycle before, and as forecast. As
   * it was given where no contract is stored, the caller does not see the whole establishment, or the meter is one of several.
   */
  ofCycle(caller: Caller, asked: AmountOf, cycle: MonthSoFar): Promise<MonthSoFar>;
  /** R$ of the bill of some days, in their order; null where there is none, as for `ofCycle`. */
  ofDays(
    caller: Caller,
    asked: AmountOf,
    days: readonly (BillingCycle | null)[],
  ): Promise<readonly (number | null)[]>;
  /** R$ of what each part of an establishment consumed on some days, at the prices of its bill; null as for `ofDays`. */
  ofParts(
    caller: Caller,
    asked: Omit<AmountOf, 'installationId'>,
    days: BillingCycle,
    parts: readonly (readonly InstallationSpan[])[],
  ): Promise<readonly number[] | null>;
}

export const createCycleAmounts = (needs: { amounts: BilledAmounts; sums: QuarterSums }): CycleAmounts => {
  const { amounts, sums } = needs;

  return {
    async ofCycle(caller, asked, cycle) {
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return cycle;
      const { start, end, previous } = cycle;
      const cycleOf = (first: string, last: string) => ({ first, last }) as BillingCycle;
      const [amount = null, before = null] = await amounts.amountsOf(caller, establishment, asked, [
        cycleOf(start, end),
        // The whole cycle before, also where only its hours up to now are compared.
        ...(previous === null ? [] : [cycleOf(previous.start, addDays(start as CivilDate, -1))]),
      ]);
      return amount === null ? cycle : billedCycle(establishment, cycle, amount, before);
    },
    async ofDays(caller, asked, days) {
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return days.map(() => null);
      const begun = days.filter((cycle) => cycle !== null);
      const found = await amounts.amountsOf(caller, establishment, asked, begun);
      return days.map((cycle) => {
        const amount = cycle === null ? null : found[begun.indexOf(cycle)];
        return amount ? reais(amount.total) : null;
      });
    },
    async ofParts(caller, amountOf, days, parts) {
      const asked = { ...amountOf, installationId: null };
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return null;
      const { type, zone, now } = establishment;
      const [[amount], series] = await Promise.all([
        amounts.amountsOf(caller, establishment, asked, [days]),
        sums(type === 'water' ? 'water' : 'electric', parts),
      ]);
      if (!amount) return null;
      const { versions } = amount.made.terms;
      return series.map((ofPart) => {
        const measured = measureCycle(ofPart, { cycle: days, zone, versions, now, since: null });
        const [cost] = costsOf([consumedOf(measured)], amount.prices);
        return reais(cost ?? cents(0));
      });
    },
  };
};
