import { addDays, type CivilDate, daysBetween } from '../../base/time/civil-day.ts';
import type { ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import type { Subgroup } from '../../sites/tariffs/tariff-rules.ts';

/** Contracted demand from a day on. */
export interface DemandTerms {
  readonly validFrom: CivilDate;
  /** Null if the contract does not state it. */
  readonly demand: ContractedDemand | null;
}

/** The first possible day of a lower demand, if it is requested today. */
interface DemandLowering {
  /** Days between the request and the lower demand. */
  readonly noticeDays: number;
  readonly earliest: CivilDate;
  /** First day of the last lowering; null if no contract lowered demand. */
  readonly lastLowered: CivilDate | null;
}

const NOTICE_DAYS = 90;
const LONG_NOTICE_DAYS = 180;
/** Twelve months between two lowerings. */
const DAYS_BETWEEN = 365;

/**
 * Computes when demand may be lowered: 90 days after the request in A4 and AS, 180 days in other subgroups, and once in twelve
 * months (REN ANEEL 1.000/2021, art. 155). @param contracts - oldest first
 */
export function demandLowering(
  subgroup: Subgroup,
  contracts: readonly DemandTerms[],
  today: CivilDate,
): DemandLowering {
  const noticeDays = subgroup === 'A4' || subgroup === 'AS' ? NOTICE_DAYS : LONG_NOTICE_DAYS;
  const afterNotice = addDays(today, noticeDays);
  const lowered = contracts.filter(({ demand }, index) => {
    const before = contracts[index - 1]?.demand ?? null;
    return demand !== null && before !== null && isLower(demand, before);
  });
  const lastLowered = lowered.at(-1)?.validFrom ?? null;
  const afterLastLowering = lastLowered === null ? afterNotice : addDays(lastLowered, DAYS_BETWEEN);
  return {
    noticeDays,
    earliest: daysBetween(afterNotice, afterLastLowering) > 0 ? afterLastLowering : afterNotice,
    lastLowered,
  };
}

/** Whether a contract's demand is lower than another's in any time-of-use period. */
export function isLower(demand: ContractedDemand, than: ContractedDemand): boolean {
  const [one, other] = [byTouPeriod(demand), byTouPeriod(than)];
  return one.inPoint < other.inPoint || one.outPoint < other.outPoint;
}

function byTouPeriod(demand: ContractedDemand): { readonly inPoint: number; readonly outPoint: number } {
  return demand.mode === 'by-post' ? demand : { inPoint: demand.demand, outPoint: demand.demand };
}
