import type { PortfolioFigures } from '@nascente/contract/insight/portfolio';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { may } from '@nascente/domain/people/permissions';
import type { PlannedReader } from '../../money/budgets/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BoardType } from '../../sites/meters/index.ts';

export type ReadFigures = (caller: Caller, id: string, type: BoardType) => Promise<PortfolioFigures | null>;

/** Last year in as many hours as let it speak for all. */
const comparedOf = async (
  yearBefore: EstablishmentReaders['yearBefore'],
  caller: Caller,
  id: string,
  type: BoardType,
): Promise<PortfolioFigures['yearBefore']> => {
  const compared = await yearBefore(caller, id, type);
  if (compared === null || compared.hours * 2 < compared.ofHours || compared.other <= 0) return null;
  const { hours, ofHours, current, other } = compared;
  return { hours, ofHours, current, other };
};

/** Of electricity R$ where they are planned, else kWh; of water m³. */
const MEASURES: Readonly<Record<BoardType, readonly BudgetMeasure[]>> = {
  eletric: ['money', 'energy'],
  water: ['water'],
};

const budgetOf = async (
  planned: Pick<PlannedReader, 'ofCycle'>,
  caller: Caller,
  id: string,
  { type, start }: { readonly type: BoardType; readonly start: string },
): Promise<PortfolioFigures['budget']> => {
  if (!may(caller.profile, 'plan-budgets')) return null;
  const plans = await planned.ofCycle(id, monthOf(civilDate(start)));
  const [budget = null] = MEASURES[type].flatMap((measure) =>
    plans.filter((plan) => plan.measure === measure),
  );
  return budget && { measure: budget.measure, amount: budget.amount };
};

/** The cycle of one establishment, as its card shows it, beside last year; `null` without data. */
export const createPortfolioFigures =
  (needs: {
    cycle: Pick<EstablishmentReaders['cycle'], 'read'>;
    yearBefore: EstablishmentReaders['yearBefore'];
    planned: Pick<PlannedReader, 'ofCycle'>;
  }): ReadFigures =>
  async (caller, id, type) => {
    const cycle = await needs.cycle.read(caller, id, type);
    if (cycle === null) return null;
    const { start, end, total, cost, completeness, estimated, forecast } = cycle;
    return {
      start,
      end,
      total,
      cost,
      forecast,
      completeness,
      ...(estimated !== undefined && { estimated }),
      budget: await budgetOf(needs.planned, caller, id, { type, start }),
      yearBefore: await comparedOf(needs.yearBefore, caller, id, type),
    };
  };
