import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import {
  type BudgetProgressAnswer,
  listBudgets,
  readBudgetYear,
  saveBudgetYear,
} from '@nascente/contract/money/budgets';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { addMonths, type CivilMonth, civilMonth, monthOf } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { BUDGET_MEASURES } from '@nascente/domain/money/budgets/budget-texts';
import type { BudgetCycle } from '@nascente/domain/money/budgets/usual-pace';
import { may } from '@nascente/domain/people/permissions';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { GroupsService } from '../../sites/groups/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import {
  type BudgetTarget,
  createBudgetsRepository,
  type PlannedCycle,
  type PlannedTarget,
} from './budgets.repository.ts';

export type { PlannedTarget } from './budgets.repository.ts';

const NOT_FOUND = 'Estabelecimento ou grupo não encontrado.';
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

/** A current cycle began in this month or the one before; with a late reading, in the one before that. */
const monthsOfNow = (now: Instant): { month: CivilMonth; from: CivilMonth; to: CivilMonth } => {
  const month = monthOf(civilDateAt(now, DEFAULT_ZONE));
  return { month, from: addMonths(month, -2), to: addMonths(month, 1) };
};

type YearPlans = AnswerOf<typeof readBudgetYear>['plans'];

interface NamedTarget extends BudgetTarget {
  readonly name: string;
  readonly ownerId: string;
}

/** Plans of each target by utility: each is one cycle to read. */
const plannedByType = (targets: readonly NamedTarget[], planned: readonly PlannedCycle[]) =>
  targets.flatMap((target) => {
    const plans = planned.filter(({ kind, id }) => kind === target.kind && id === target.id);
    const byType = Map.groupBy(
      plans,
      ({ measure }): BoardType => (measure === 'water' ? 'water' : 'eletric'),
    );
    return [...byType].map(([type, ofType]) => ({ target, type, plans: ofType }));
  });

const progressOf = (
  { kind, id, name }: NamedTarget,
  { measure, amount }: PlannedCycle,
  cycle: BudgetCycle | null,
): BudgetProgressAnswer => {
  const budget = { target: { kind, id, name }, measure, amount };
  if (cycle === null)
    return {
      ...budget,
      start: null,
      end: null,
      used: null,
      forecast: null,
      forecastByDailyAverage: null,
      completeness: null,
      usualShare: null,
    };
  const { start, end, usualShare } = cycle;
  const inMeasure = ({ total, cost }: { readonly total: number; readonly cost: number | null }) =>
    measure === 'money' ? cost : total;
  return {
    ...budget,
    start,
    end,
    used: inMeasure(cycle),
    forecast: inMeasure(cycle.forecast),
    forecastByDailyAverage: inMeasure(cycle.forecast.byDailyAverage),
    ...repeatShares(cycle),
    usualShare,
  };
};

export type ReadBudgetCycle = (
  caller: Caller,
  target: BudgetTarget,
  type: BoardType,
) => Promise<BudgetCycle | null>;

export const createBudgetsFeature = (needs: {
  db: Connection;
  audit: AuditTrail;
  establishments: EstablishmentsService;
  groups: Pick<GroupsService, 'named'>;
  readBudgetCycle: ReadBudgetCycle;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { audit, establishments, groups, readBudgetCycle, clock, db } = needs;

  /** The targets that a caller may plan; an Admin plans only those of the own account. */
  const targetsOf = async (caller: Caller): Promise<readonly NamedTarget[]> => {
    const isOwn = (owner: string) => !may(caller.profile, 'see-every-customer') || owner === caller.accountId;
    const [owned, named] = await Promise.all([establishments.list(caller), groups.named(caller)]);
    return [
      ...owned.map(({ _id, name, fantasyName, owner }) => ({
        kind: 'establishment' as const,
        id: _id,
        name: fantasyName || name,
        ownerId: owner,
      })),
      ...named.map(({ id, name, ownerId }) => ({ kind: 'group' as const, id, name, ownerId })),
    ].filter(({ ownerId }) => isOwn(ownerId));
  };

  const find = async (caller: Caller, { kind, id }: BudgetTarget): Promise<NamedTarget> => {
    const found = (await targetsOf(caller)).find((one) => one.kind === kind && one.id === id);
    if (found === undefined) throw new NotFound(NOT_FOUND);
    return found;
  };

  const service = {
    /** Current cycles with plans, of one target or of all. */
    async list(caller: Caller, id: string | null, signal: AbortSignal): Promise<BudgetProgressAnswer[]> {
      requirePermission(caller, 'plan-budgets');
      // Budgets show consumption.
      requirePermission(caller, 'see-consumption');
      const targets = (await targetsOf(caller)).filter((target) => id === null || target.id === id);
      const { month, from, to } = monthsOfNow(clock());
      const planned = await createBudgetsRepository(db).of(
        targets.map((target) => target.id),
        from,
        to,
      );
      const progress: BudgetProgressAnswer[] = [];
      // One after the other, so that the request loads the database no more than one card of the screen does.
      for (const { target, type, plans } of plannedByType(targets, planned)) {
        signal.throwIfAborted();
        const forecast = await readBudgetCycle(caller, target, type);
        const cycle = forecast === null ? month : monthOf(forecast.start);
        const ofCycle = plans.filter((plan) => plan.cycle === cycle);
        progress.push(...ofCycle.map((plan) => progressOf(target, plan, forecast)));
      }
      return progress;
    },
    /** Throws the same NotFound for an absent target and for one of another customer. */
    async year(caller: Caller, target: BudgetTarget, year: string): Promise<YearPlans> {
      requirePermission(caller, 'plan-budgets');
      const { id, kind } = await find(caller, target);
      const planned = await createBudgetsRepository(db).of([id], `${year}-01`, `${year}-12`);
      const amountOf = (measure: string, cycle: string) =>
        planned.find((one) => one.kind === kind && one.measure === measure && one.cycle === cycle)?.amount ??
        null;
      return BUDGET_MEASURES.filter((measure) => planned.some((one) => one.measure === measure)).map(
        (measure) => ({
          measure,
          amounts: MONTHS.map((month) => amountOf(measure, `${year}-${month}`)),
        }),
      );
    },
    async save(
      caller: Actor,
      { target, measure, year, amounts }: BodyOf<typeof saveBudgetYear>,
    ): Promise<void> {
      requirePermission(caller, 'plan-budgets');
      const { name, ownerId } = await find(caller, target);
      const planned = amounts.flatMap((amount, month) =>
        amount === null ? [] : [{ cycle: civilMonth(`${year}-${MONTHS[month]}`), amount }],
      );
      await db.transaction().execute(async (within) => {
        await createBudgetsRepository(within).replace(target, measure, year, planned);
        await audit.record(
          {
            action: 'budget-saved',
            by: caller,
            subjectId: ownerId,
            detail: { name, year, edited: `${target.kind} ${target.id} ${measure} ${year}` },
          },
          within,
        );
      });
    },
  };

  return {
    register(app: CallBinder): void {
      bindField(app, listBudgets, ({ caller, query, signal }) =>
        service.list(caller, query.id ?? null, signal),
      );
      bindField(app, readBudgetYear, ({ caller, params, query }) => service.year(caller, params, query.year));
      bindCall(app, saveBudgetYear, ({ caller, body }) => service.save(caller, body));
    },
  };
};

/** Reads budgets without checking permission. */
export type PlannedReader = ReturnType<typeof createPlannedReader>;

export const createPlannedReader = ({ db, clock }: Pick<Platform, 'clock' | 'db'>) => ({
  of: createBudgetsRepository(db).of,
  /** Every customer's targets with a current plan. */
  targets(): Promise<readonly PlannedTarget[]> {
    const { from, to } = monthsOfNow(clock());
    return createBudgetsRepository(db).targets(from, to);
  },
});
