import type { BudgetMeasure } from '@nascente/domain/budgets/budget-words';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

/** What cycles are planned for. */
export interface BudgetTarget {
  readonly kind: 'establishment' | 'group';
  readonly id: string;
}

export interface PlannedCycle extends BudgetTarget {
  readonly measure: BudgetMeasure;
  /** YYYY-MM, the month of its first day. */
  readonly cycle: string;
  readonly amount: number;
}

interface BudgetsRepository {
  /** What is planned for some targets in cycles that begin between two months, both included. */
  of(ids: readonly string[], from: string, to: string): Promise<readonly PlannedCycle[]>;
  /** What is planned for the cycles of a year in one measure becomes this. */
  replace(
    target: BudgetTarget,
    measure: BudgetMeasure,
    year: string,
    planned: readonly { readonly cycle: string; readonly amount: number }[],
  ): Promise<void>;
}

export const createBudgetsRepository = (db: Connection): BudgetsRepository => ({
  async of(ids, from, to) {
    if (ids.length === 0) return [];
    const { rows } = await sql<PlannedCycle>`
      select case when establishment_id is null then 'group' else 'establishment' end as kind,
        coalesce(establishment_id, group_id) as id, measure, cycle, amount::float8 as amount
      from budget where (establishment_id = any(${[...ids]}::uuid[]) or group_id = any(${[...ids]}::uuid[]))
        and cycle between ${from} and ${to} order by cycle, array_position(array['money', 'energy', 'water'], measure)`.execute(
      db,
    );
    return rows;
  },
  async replace({ kind, id }, measure, year, planned) {
    const column = kind === 'group' ? 'group_id' : 'establishment_id';
    await db
      .deleteFrom('budget')
      .where(column, '=', id)
      .where('measure', '=', measure)
      .where('cycle', 'like', `${year}-%`)
      .execute();
    if (planned.length === 0) return;
    const rows = planned.map(({ cycle, amount }) => ({
      [column]: id,
      measure,
      cycle,
      amount: String(amount),
    }));
    await db.insertInto('budget').values(rows).execute();
  },
});
