import { listBudgets, readBudgetYear, saveBudgetYear } from '@nascente/contract/money/budgets';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { BudgetsService } from './budgets.service.ts';

export const bindBudgets = (app: CallBinder, budgets: BudgetsService): void => {
  bindCall(app, listBudgets, async ({ caller, query, signal }) => ({
    ok: true,
    budgets: await budgets.list(caller, query.id ?? null, signal),
  }));
  bindCall(app, readBudgetYear, async ({ caller, params, query }) => ({
    ok: true,
    plans: await budgets.year(caller, params, query.year),
  }));
  bindCall(app, saveBudgetYear, async ({ caller, body, request }) => {
    await budgets.save(caller, body, deviceOf(request));
    return { ok: true };
  });
};
