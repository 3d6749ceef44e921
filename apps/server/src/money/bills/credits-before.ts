import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { addDays } from '@nascente/domain/base/time/civil-day';
import { readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import { benefitHours } from '@nascente/domain/sites/tariffs/benefit';
import type { CreditLot } from '@nascente/domain/sites/tariffs/billing-contract';
import { calendarOf } from '../../sites/establishments/index.ts';
import type { Terms } from './contracts/terms-in-force.ts';
import { type BilledEstablishment, measureDays, type ReadDays } from './measured-days.ts';

/**
 * The credits of generation at the beginning of days: those that the contract says were left when it began, after
 * every cycle since. Null without generation. Before the contract there were none that are known.
 */
export const creditsBefore = async (
  establishment: BilledEstablishment,
  days: BillingCycle,
  { validFrom, contract, versions }: Terms,
  read: ReadDays,
): Promise<readonly CreditLot[] | null> => {
  const { generation } = contract;
  if (generation === null) return null;
  if (validFrom === null || validFrom > days.last) return [];
  if (validFrom >= days.first) return generation.credits;
  const before: BillingCycle[] = [];
  for (let first = validFrom; first < days.first; ) {
    const { last } = readingCycleAt(first, calendarOf(establishment.facts, establishment.type));
    const end = last < days.first ? last : addDays(days.first, -1);
    before.push({ first, last: end });
    first = addDays(end, 1);
  }
  const hours = benefitHours(contract.benefits);
  const measured = await read(establishment, { first: validFrom, last: addDays(days.first, -1) });
  return before.reduce<readonly CreditLot[]>((credits, cycle) => {
    const terms = {
      contract: { ...contract, generation: { ...generation, credits } },
      flags: establishment.flags,
    };
    const bill = priceCycle(measureDays(establishment, measured, cycle, versions, hours), terms);
    return bill.credits?.lots ?? credits;
  }, generation.credits);
};
