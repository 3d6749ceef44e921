import type { BudgetMeasure } from '@nascente/domain/budgets/budget-words';
import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { EstablishmentCycleService } from '../establishment-consumption/index.ts';
import type { EstablishmentsService } from '../establishments/index.ts';
import type { GroupsService } from '../groups/index.ts';
import { createBudgetsRepository } from './budgets.repository.ts';
import { bindBudgets } from './budgets.routes.ts';
import { createBudgetsService } from './budgets.service.ts';

/** What is planned for the cycle of an establishment that begins in a month (YYYY-MM). */
export type ReadPlanned = (
  establishmentId: string,
  cycle: string,
) => Promise<readonly { readonly measure: BudgetMeasure; readonly amount: number }[]>;

/** What cycles are planned to come to. */
export const createBudgetsFeature = (needs: {
  database: Pick<Database, 'db'>;
  audit: AuditTrail;
  establishments: EstablishmentsService;
  groups: Pick<GroupsService, 'named' | 'paced'>;
  cycle: EstablishmentCycleService;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { groups, cycle } = needs;
  const service = createBudgetsService({
    ...needs,
    db: needs.database.db,
    readPaced: (caller, { kind, id }, type) =>
      kind === 'group' ? groups.paced(caller, id, type) : cycle.readPaced(caller, id, type),
  });
  return { register: (app) => bindBudgets(app, service) };
};

/** For alerts, which know no caller of budgets. */
export const createPlannedReader =
  ({ db }: Pick<Database, 'db'>): ReadPlanned =>
  (establishmentId, cycle) =>
    createBudgetsRepository(db).of([establishmentId], cycle, cycle);
