import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import { type BudgetMeasure, isAbove } from '@nascente/domain/money/budgets/budget-texts';
import type { Log } from '@nascente/runtime/log';
import type { PlannedTarget, ReadBudgetCycle } from '../../../money/budgets/index.ts';
import type { Tuning } from '../rules/settings.repository.ts';
import { type AlertFinding, establishmentFinding, type Found } from './alert-finding.ts';
import { type JudgedEstablishment, ownerOf } from './watched-meters.repository.ts';

export interface ReadBudgets {
  planned(): Promise<readonly PlannedTarget[]>;
  readBudgetCycle: ReadBudgetCycle;
}

interface Budgeted extends Omit<PlannedTarget, 'name'> {
  /** Name of the group; `null`: an establishment. */
  readonly group: string | null;
  /** The limit in R$ for cycles without a budget in R$; `null`: none. */
  readonly defaultLimit: number | null;
}

const KIND = 'cycle-budget';

/** `undefined` for the R$ budget of an establishment: its alert has no subject. */
const subjectOf = ({ kind, id }: Budgeted, measure: BudgetMeasure): string | undefined =>
  kind === 'establishment' && measure === 'money' ? undefined : `${id} ${measure}`;
const targetOf = (member: string): string => member.split(' ', 1)[0] ?? member;

/** All targets with a budget, and establishments with a limit for every cycle. */
const budgetedOf = (
  planned: readonly PlannedTarget[],
  establishments: readonly JudgedEstablishment[],
  tuning: Tuning,
): readonly Budgeted[] => {
  const isBill = ({ kind, type }: Pick<PlannedTarget, 'kind' | 'type'>) =>
    kind === 'establishment' && type === 'eletric';
  const withPlan = new Set(planned.filter(isBill).map(({ id }) => id));
  const everyCycleOf = (id: string) => tuning(id, KIND).threshold;
  const others = establishments
    .filter(({ establishmentId: id }) => !withPlan.has(id) && everyCycleOf(id) !== null)
    .map((one) => ({
      ...one,
      kind: 'establishment' as const,
      id: one.establishmentId,
      type: 'eletric' as const,
      plans: [],
    }));
  return [
    ...planned.map((one) => ({
      ...one,
      group: one.kind === 'group' ? one.name : null,
      defaultLimit: isBill(one) ? everyCycleOf(one.id) : null,
    })),
    ...others.map((one) => ({ ...one, group: null, defaultLimit: everyCycleOf(one.id) })),
  ].filter(({ establishmentId }) => tuning(establishmentId, KIND).isOn);
};

const limitsOf = ({ plans, defaultLimit }: Budgeted, cycle: string) => {
  const limits = new Map(
    plans.filter((plan) => plan.cycle === cycle).map(({ measure, amount }) => [measure, amount]),
  );
  if (defaultLimit !== null && !limits.has('money')) limits.set('money', defaultLimit);
  return [...limits];
};

const findingsOf = async (
  budgeted: Budgeted,
  readBudgetCycle: ReadBudgetCycle,
): Promise<readonly AlertFinding[]> => {
  const { type, zone, group } = budgeted;
  const cycle = await readBudgetCycle(ownerOf(budgeted), budgeted, type);
  if (cycle === null) return [];
  return limitsOf(budgeted, monthOf(cycle.start)).flatMap(([measure, limit]) => {
    const value = measure === 'money' ? cycle.forecast.cost : cycle.forecast.total;
    if (value === null || !isAbove({ amount: limit, forecast: value })) return [];
    return [
      establishmentFinding(
        budgeted,
        { kind: KIND, measure, type, forecast: value, budget: limit, group },
        {
          since: startOfDay(cycle.start, zone),
          cost: measure === 'money' ? value - limit : null,
          subject: subjectOf(budgeted, measure),
        },
      ),
    ];
  });
};

/**
 * Finds cycles with a forecast above their budget. If the check of one target fails, the others are still checked, and an open
 * alert of that target stays open.
 */
export const findBudgets = async (needs: {
  readonly establishments: readonly JudgedEstablishment[];
  readonly tuning: Tuning;
  readonly budgets: ReadBudgets;
  readonly log: Log;
}): Promise<Found> => {
  const { establishments, tuning, budgets, log } = needs;
  const findings: AlertFinding[] = [];
  const unknown = new Set<string>();
  for (const budgeted of budgetedOf(await budgets.planned(), establishments, tuning)) {
    try {
      findings.push(...(await findingsOf(budgeted, budgets.readBudgetCycle)));
    } catch (failure) {
      log.warn({ err: failure, target: budgeted.id }, 'a budget could not be judged');
      unknown.add(budgeted.id);
    }
  }
  return { kind: KIND, findings, seenFrom: null, looksAt: (member) => !unknown.has(targetOf(member)) };
};
