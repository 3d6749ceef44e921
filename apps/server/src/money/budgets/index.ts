import { listBudgets, readBudgetYear, saveBudgetYear } from '@nascente/contract/money/budgets';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { GroupsService } from '../../sites/groups/index.ts';
import { createBudgetsRepository, type PlannedTarget } from './budgets.repository.ts';
import { createBudgetsService, monthsOfNow, type ReadBudgetCycle } from './budgets.service.ts';

export type { PlannedTarget } from './budgets.repository.ts';
export type { ReadBudgetCycle } from './budgets.service.ts';

export const createBudgetsFeature = (needs: {
  database: Pick<Database, 'db'>;
  audit: AuditTrail;
  establishments: EstablishmentsService;
  groups: Pick<GroupsService, 'named'>;
  readBudgetCycle: ReadBudgetCycle;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const service = createBudgetsService({ ...needs, db: needs.database.db });
  return {
    register(app: CallBinder): void {
      bindCall(app, listBudgets, async ({ caller, query, signal }) => ({
        budgets: await service.list(caller, query.id ?? null, signal),
      }));
      bindCall(app, readBudgetYear, async ({ caller, params, query }) => ({
        plans: await service.year(caller, params, query.year),
      }));
      bindCall(app, saveBudgetYear, ({ caller, body, request }) =>
        service.save(caller, body, deviceOf(request)),
      );
    },
  };
};

/** Reads budgets without a caller. */
export type PlannedReader = ReturnType<typeof createPlannedReader>;

export const createPlannedReader = ({
  database: { db },
  clock,
}: {
  readonly database: Pick<Database, 'db'>;
  readonly clock: () => Instant;
}) => ({
  /** The plan of an establishment's cycle by its first month (YYYY-MM). */
  ofCycle: (
    establishmentId: string,
    cycle: string,
  ): Promise<readonly { readonly measure: BudgetMeasure; readonly amount: number }[]> =>
    createBudgetsRepository(db).of([establishmentId], cycle, cycle),
  /** Every customer's targets with a current plan. */
  targets(): Promise<readonly PlannedTarget[]> {
    const { from, to } = monthsOfNow(clock());
    return createBudgetsRepository(db).targets(from, to);
  },
});
