import type { Opportunity, Saving, SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import type { Decision } from './decisions.repository.ts';
import { keyOf } from './opportunity-year.ts';

interface Establishment {
  readonly id: string;
  readonly name: string;
  readonly zone: Zone;
}

const CENTS = 100;

const toOpportunity = (
  { id, name, zone }: Establishment,
  saving: Saving,
  decision: Decision | undefined,
): Opportunity => ({
  ...saving,
  establishment: { _id: id, name, zone },
  state: decision?.state ?? 'open',
  reason: decision?.reason ?? null,
  doneOn: decision?.doneOn ?? null,
  decided: decision === undefined ? null : { at: decision.decidedAt.toISOString(), by: decision.by },
});

/** Later events are not covered by the decision. */
const lastDayOf = ({ doneOn, decidedAt }: Decision, zone: Zone): CivilDate =>
  doneOn ?? civilDateAt(instant(decidedAt.getTime()), zone);

const isTooHigh = ({ now, instead }: Saving['evidence'][number]): boolean => instead < now;

/** Bills above expectation without a decision; null: none. */
const newBills = (found: SavingOf<'bill-wrong'>, { saving }: Decision): SavingOf<'bill-wrong'> | null => {
  const claimed = new Set(saving.evidence.filter(isTooHigh).map(({ date }) => date));
  const evidence = found.evidence.map((bill) =>
    claimed.has(bill.date) ? { ...bill, instead: bill.now } : bill,
  );
  const fresh = evidence.filter(isTooHigh);
  if (fresh.length === 0) return null;
  const amount = Math.round(fresh.reduce((sum, { now, instead }) => sum + now - instead, 0) * CENTS) / CENTS;
  return {
    ...found,
    perYear: amount,
    low: amount,
    high: amount,
    bills: { count: fresh.length },
    evidence,
  };
};

/** The part of a saving without a decision: a later leak, later bills, or what a whole year since still shows; null: none. */
const unsaidOf = (found: Saving, decision: Decision, zone: Zone): Saving | null => {
  const { state } = decision;
  if (state === 'accepted') return null;
  if (found.kind === 'bill-wrong') return newBills(found, decision);
  const last = lastDayOf(decision, zone);
  if (found.kind === 'leak') return found.leak.since > last ? found : null;
  const [first] = found.evidence;
  return state === 'done' && first !== undefined && first.date > last ? found : null;
};

/**
 * Present savings with their decisions, and completed ones that are no longer detected.
 * @param isSeen - whether the account may see a completed saving, which its own meters may not show
 */
export const decidedSavings = async (
  establishment: Establishment,
  found: readonly Saving[],
  decisions: readonly Decision[],
  isSeen: (saving: Saving) => Promise<boolean>,
): Promise<readonly Opportunity[]> => {
  const decisionOf = new Map(decisions.map((decision) => [keyOf(decision.saving), decision]));
  const isSaid = new Set<string>();
  const opportunities = found.map((saving) => {
    const decision = decisionOf.get(keyOf(saving));
    if (decision === undefined) return toOpportunity(establishment, saving, undefined);
    const unsaid = unsaidOf(saving, decision, establishment.zone);
    if (unsaid !== null) return toOpportunity(establishment, unsaid, undefined);
    isSaid.add(keyOf(saving));
    return toOpportunity(establishment, saving, decision);
  });
  for (const decision of decisions) {
    const { state, saving } = decision;
    if (state === 'done' && !isSaid.has(keyOf(saving)) && (await isSeen(saving)))
      opportunities.push(toOpportunity(establishment, saving, decision));
  }
  return opportunities;
};
