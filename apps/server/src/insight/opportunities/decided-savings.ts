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

/** The day with which what was said is over: what begins later is something else. */
const lastDayOf = ({ doneOn, decidedAt }: Decision, zone: Zone): CivilDate =>
  doneOn ?? civilDateAt(instant(decidedAt.getTime()), zone);

const isTooHigh = ({ now, instead }: Saving['evidence'][number]): boolean => instead < now;

/** Of bills that came out too high those of which nothing was said yet; null where there are none. */
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

/**
 * What of a saving that is found nothing was said of: a leak that began after another one was mended or dismissed, bills that came
 * after others were claimed, or what all of the year since it was done still says. Null where what was said is of this one.
 */
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
 * What is found now, with what was said of it; and what was done and is found no more, as it was told then.
 *
 * @param isSeen - whether whoever asks sees what was done, of which their own meters may tell nothing
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
