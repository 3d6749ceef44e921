import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { addDays, type CivilDate } from '@nascente/domain/base/time/civil-day';
import { reais } from '@nascente/domain/base/units/money';
import { type PostsOn, postsOfVersions } from '@nascente/domain/sites/tou-windows/posts-by-window';
import type { BilledSubject, SubjectPrices } from '../../../energy/consumption/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Amount, BilledAmounts } from './billed-amounts.ts';
import { billedCycle } from './billed-cycle.ts';

/** Energy of a bill, and the prices by which days of any part of the establishment are priced. */
export interface EnergyOfBill extends Pick<Amount, 'total' | 'energy' | 'prices'> {
  readonly postsOn: PostsOn;
}

/** The one amount of an establishment: the total of its bill, wherever it is shown. */
export interface CycleAmounts extends Pick<SubjectPrices, 'cycleOf' | 'billsOf'> {
  /** The energy of the bill of some days, and its prices by tariff period; null as for `billsOf`. */
  energyOf(
    caller: Caller,
    asked: Omit<BilledSubject, 'installationId'>,
    days: BillingCycle,
  ): Promise<EnergyOfBill | null>;
}

export const createCycleAmounts = ({ amounts }: { amounts: BilledAmounts }): CycleAmounts => {
  return {
    async cycleOf(caller, asked, cycle) {
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
    async billsOf(caller, asked, days) {
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return days.map(() => null);
      const begun = days.filter((cycle) => cycle !== null);
      const found = await amounts.amountsOf(caller, establishment, asked, begun);
      return days.map((cycle) => {
        const amount = cycle === null ? null : found[begun.indexOf(cycle)];
        return amount ? reais(amount.total) : null;
      });
    },
    async energyOf(caller, amountOf, days) {
      const asked = { ...amountOf, installationId: null };
      const establishment = await amounts.establishmentOf(caller, asked);
      if (establishment === null) return null;
      const [amount] = await amounts.amountsOf(caller, establishment, asked, [days]);
      if (!amount) return null;
      const { total, energy, prices, made } = amount;
      return { total, energy, prices, postsOn: postsOfVersions(made.terms.versions) };
    },
  };
};
