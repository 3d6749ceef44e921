import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { listBudgets } from '@nascente/contract/money/budgets';
import {
  againstText,
  type BudgetMeasure,
  budgetText,
  usedText,
} from '@nascente/domain/money/budgets/budget-texts';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './cycle-card.module.css';

interface BudgetNoteProps {
  readonly establishmentId: string;
  readonly cycle: MonthSoFar;
  readonly kind: MeterKind;
  readonly unit: Unit;
}

/** Energy: the budget in the unit on screen, otherwise in the other one. */
const measuresOf = (kind: MeterKind, unit: Unit): readonly BudgetMeasure[] => {
  if (kind === 'water') return ['water'];
  return unit === 'money' ? ['money', 'energy'] : ['energy', 'money'];
};

/** The card's amounts against the budget of this cycle; nothing without one or while unknown. */
export const BudgetNote = ({ establishmentId, cycle, kind, unit }: BudgetNoteProps) => {
  const { data } = useQuery(queryFor(listBudgets, { query: { id: establishmentId } }));
  const [budget] = measuresOf(kind, unit).flatMap((measure) =>
    (data?.budgets ?? []).filter((one) => one.measure === measure),
  );
  if (budget === undefined) return null;
  const isMoney = budget.measure === 'money';
  const progress = {
    ...budget,
    used: isMoney ? cycle.cost : cycle.total,
    forecast: isMoney ? cycle.forecast.cost : cycle.forecast.total,
  };
  const against = againstText(progress);
  return (
    <p className={classes.note}>
      Meta de {budgetText(budget.amount, budget.measure)}
      {against !== '' && `, previsão ${against}`}. {usedText(progress)}.{' '}
      <TextLink to={`/budgets/establishment/${establishmentId}`}>Ver meta</TextLink>
    </p>
  );
};
