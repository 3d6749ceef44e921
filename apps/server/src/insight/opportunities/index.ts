import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import {
  decideOpportunity,
  listOpportunities,
  type Opportunities,
} from '@nascente/contract/insight/opportunities';
import {
  leakMacOf,
  type Opportunity,
  type Saving,
  type SavingOf,
} from '@nascente/contract/insight/opportunity-kinds';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type Meter, type MeterDirectory, viewerOf } from '../../sites/meters/index.ts';
import { createDecisionsRepository, type Decision } from './decisions.repository.ts';
import { keyOf } from './opportunity-year.ts';
import { createSavingFinder, type SavingSources } from './saving-finder.ts';

export { leakSaving } from './kinds/leak.ts';

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

/** The last day that a decision covers. */
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

/** What a decision leaves open: a later leak, later bills, or a saving in a full year of bills after it; null: none. */
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
const decidedSavings = async (
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

/** Time for one call; the next call continues. */
const BUDGET_MS = 1500;
const NOT_FOUND = 'Estabelecimento não encontrado.';
const GONE = 'Esta oportunidade já não existe: os dados mudaram. Atualize a página.';
const NO_REASON = 'Diga por que esta oportunidade não serve.';
const FUTURE = 'Use uma data até hoje: só conta o que já foi feito.';

interface Seen {
  readonly id: string;
  readonly name: string;
  readonly zone: Zone;
  readonly meters: readonly Meter[];
}

/** Kinds outside the yearly sum: a refund comes once, and a change of old prices is not a saving. */
const OUT_OF_SUM: ReadonlySet<Opportunity['kind']> = new Set(['bill-wrong', 'old-prices']);

const sumOf = (opportunities: readonly Opportunity[]): number =>
  opportunities.reduce(
    (sum, { kind, state, perYear }) =>
      !OUT_OF_SUM.has(kind) && (state === 'open' || state === 'accepted')
        ? sum + Math.round((perYear ?? 0) * CENTS)
        : sum,
    0,
  ) / CENTS;

const refuse = (path: string, msg: string): InvalidInput => new InvalidInput(msg, [{ path, msg }]);

/** The stored decision. @throws InvalidInput without a reason for a dismissal, or for a future day */
const checkedSaying = (
  state: Decision['state'],
  { reason = '', doneOn }: Pick<BodyOf<typeof decideOpportunity>, 'reason' | 'doneOn'>,
  today: CivilDate,
): Pick<Decision, 'state' | 'reason' | 'doneOn'> => {
  if (state === 'dismissed' && reason === '') throw refuse('reason', NO_REASON);
  if (state !== 'done') return { state, reason: state === 'dismissed' ? reason : null, doneOn: null };
  const on = doneOn ?? today;
  if (on > today) throw refuse('doneOn', FUTURE);
  return { state, reason: null, doneOn: on };
};

export const createOpportunitiesFeature = (
  needs: SavingSources & {
    database: Pick<Database, 'db' | 'changes'>;
    audit: AuditTrail;
    directory: MeterDirectory;
    seesSince: (caller: Caller, id: string, first: CivilDate) => Promise<boolean>;
    clock: () => Instant;
  },
): { register(app: CallBinder): void } => {
  const { audit, directory, seesSince, clock } = needs;
  const { db } = needs.database;
  const findSavings = createSavingFinder(needs);

  const seenBy = async (caller: Caller): Promise<readonly Seen[]> => {
    const meters = Map.groupBy(
      await directory.visibleMeters(caller),
      ({ establishmentId }) => establishmentId,
    );
    return [...meters].flatMap(([id, visible]): readonly Seen[] => {
      const [first] = visible;
      return first === undefined
        ? []
        : [{ id, name: first.establishmentName, zone: first.zone, meters: visible }];
    });
  };

  /** Whether the account may see a completed saving. Client users see those of their own meters, and of bills they see. */
  const isSeen = async (caller: Caller, { id, meters, zone }: Seen, saving: Saving): Promise<boolean> => {
    if (viewerOf(caller).scope !== 'granted') return true;
    if (saving.kind === 'leak') return meters.some(({ mac }) => mac === saving.meter.mac);
    const [first] = saving.evidence;
    return seesSince(caller, id, (first?.date ?? civilDateAt(clock(), zone)) as CivilDate);
  };

  const service = {
    async list(caller: Caller): Promise<Opportunities> {
      requirePermission(caller, 'see-bills');
      const all = await seenBy(caller);
      const decisions = Map.groupBy(
        await createDecisionsRepository(db).of(all.map(({ id }) => id)),
        ({ establishmentId }) => establishmentId,
      );
      const until = performance.now() + BUDGET_MS;
      const opportunities: Opportunity[] = [];
      let done = 0;
      for (const seen of all) {
        if (done > 0 && performance.now() > until) break;
        const found = await findSavings(caller, seen.id, seen.meters);
        const said = decisions.get(seen.id) ?? [];
        opportunities.push(
          ...(await decidedSavings(seen, found, said, (saving) => isSeen(caller, seen, saving))),
        );
        done += 1;
      }
      opportunities.sort(
        (a, b) =>
          (b.perYear ?? 0) - (a.perYear ?? 0) || a.establishment._id.localeCompare(b.establishment._id),
      );
      return { ok: true, opportunities, perYear: sumOf(opportunities), looked: { done, of: all.length } };
    },
    /** Any account that sees the establishment may decide. Throws Conflict if the saving is no longer detected. */
    async decide(caller: Actor, id: string, said: BodyOf<typeof decideOpportunity>): Promise<void> {
      requirePermission(caller, 'decide-opportunities');
      const { kind, mac = '', state } = said;
      const meters = isId(id) ? await directory.visibleAt(caller, id) : [];
      const [first] = meters;
      if (first === undefined) throw new NotFound(NOT_FOUND);
      const detail = { establishment: first.establishmentName, kind, state };
      const event = { action: 'opportunity-decided', by: caller, detail } as const;
      const notify = (within: Connection) => audit.record({ ...event, subjectId: first.ownerId }, within);
      if (state === 'open') {
        await db.transaction().execute(async (within) => {
          if (await createDecisionsRepository(within).remove(id, kind, mac)) await notify(within);
        });
        return;
      }
      const checked = checkedSaying(state, said, civilDateAt(clock(), first.zone));
      const savings = await findSavings(caller, id, meters);
      await db.transaction().execute(async (within) => {
        const decisions = createDecisionsRepository(within);
        const isMeant = (found: Saving): boolean => found.kind === kind && leakMacOf(found) === mac;
        const saving =
          savings.find(isMeant) ?? (await decisions.of([id])).map((one) => one.saving).find(isMeant);
        if (saving === undefined) throw new Conflict(GONE);
        const by = { accountId: caller.accountId, decidedAt: new Date(clock()) };
        await decisions.save({ establishmentId: id, saving, ...checked, ...by });
        await notify(within);
      });
    },
  };

  return {
    register(app: CallBinder): void {
      bindCall(app, listOpportunities, ({ caller }) => service.list(caller));
      bindCall(app, decideOpportunity, ({ caller, params, body }) => service.decide(caller, params.id, body));
    },
  };
};
