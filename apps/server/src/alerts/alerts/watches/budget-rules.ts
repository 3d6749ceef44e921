import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import { type BudgetMeasure, isAbove } from '@nascente/domain/money/budgets/budget-words';
import type { Log } from '@nascente/runtime/log';
import type { PlannedTarget, ReadPaced } from '../../../money/budgets/index.ts';
import type { Tuning } from '../rules/settings.repository.ts';
import { type AlertFinding, establishmentFinding, type Found } from './alert-finding.ts';
import { type JudgedEstablishment, ownerOf } from './watched-meters.repository.ts';

export interface ReadBudgets {
  planned(): Promise<readonly PlannedTarget[]>;
  readPaced: ReadPaced;
}

interface Budgeted extends Omit<PlannedTarget, 'name'> {
  /** Name of the group; `null`: an establishment. */
  readonly group: string | null;
  /** R$ for every cycle without a plan in R$. */
  readonly everyCycle: number | null;
}

const KIND = 'cycle-budget';

/** A subject distinguishes all but the R$ of an establishment. */
const subjectOf = ({ kind, id }: Budgeted, measure: BudgetMeasure): string | undefined =>
  kind === 'establishment' && measure === 'money' ? undefined : `${id} ${measure}`;
const targetOf = (member: string): string => member.split(' ', 1)[0] ?? member;

/** Everything with a plan, and establishments with a limit for every cycle. */
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
      everyCycle: isBill(one) ? everyCycleOf(one.id) : null,
    })),
    ...others.map((one) => ({ ...one, group: null, everyCycle: everyCycleOf(one.id) })),
  ].filter(({ establishmentId }) => tuning(establishmentId, KIND).isOn);
};

const limitsOf = ({ plans, everyCycle }: Budgeted, cycle: string) => {
  const limits = new Map(
    plans.filter((plan) => plan.cycle === cycle).map(({ measure, amount }) => [measure, amount]),
  );
  if (everyCycle !== null && !limits.has('money')) limits.set('money', everyCycle);
  return [...limits];
};

const findingsOf = async (budgeted: Budgeted, readWeighted: ReadPaced): Promise<readonly AlertFinding[]> => {
  const { type, zone, group } = budgeted;
  const weighted = await readWeighted(ownerOf(budgeted), budgeted, type);
  if (weighted === null) return [];
  return limitsOf(budgeted, monthOf(weighted.start)).flatMap(([measure, limit]) => {
    const value = measure === 'money' ? weighted.forecast.cost : weighted.forecast.total;
    if (value === null || !isAbove({ amount: limit, forecast: value })) return [];
    return [
      establishmentFinding(
        budgeted,
        { kind: KIND, measure, type, forecast: value, budget: limit, group },
        {
          since: startOfDay(weighted.start, zone),
          cost: measure === 'money' ? value - limit : null,
          subject: subjectOf(budgeted, measure),
        },
      ),
    ];
  });
};

/** Cycles heading above their plan. A target that fails holds up no other and keeps its alert. */
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
      findings.push(...(await findingsOf(budgeted, budgets.readPaced)));
    } catch (failure) {
      log.warn({ err: failure, target: budgeted.id }, 'a budget could not be judged');
      unknown.add(budgeted.id);
    }
  }
  return { kind: KIND, findings, seenFrom: null, looksAt: (member) => !unknown.has(targetOf(member)) };
};
