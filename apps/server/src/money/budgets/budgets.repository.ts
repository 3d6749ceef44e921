import type { Zone } from '@nascente/domain/base/time/zone';
import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import type { Profile } from '@nascente/domain/people/profiles';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { BoardType } from '../../sites/meters/index.ts';

export interface BudgetTarget {
  readonly kind: 'establishment' | 'group';
  readonly id: string;
}

/** The budget of a target for one cycle: `amount` in R$, kWh or m³ by `measure`. */
export interface PlannedCycle extends BudgetTarget {
  readonly measure: BudgetMeasure;
  /** The month of the first day of the cycle, YYYY-MM. */
  readonly cycle: string;
  readonly amount: number;
}

/** A target with budgets, for one utility. */
export interface PlannedTarget extends BudgetTarget {
  readonly name: string;
  readonly type: BoardType;
  readonly ownerId: string;
  readonly ownerProfile: Profile;
  /** The establishment; for a group, that of its first meter. */
  readonly establishmentId: string;
  readonly zone: Zone;
  /** The current meters of the target. */
  readonly installations: readonly number[];
  readonly plans: readonly Pick<PlannedCycle, 'measure' | 'cycle' | 'amount'>[];
}

export const createBudgetsRepository = (db: Connection) => ({
  /** Budgets of targets for cycles that begin between two months, both included. */
  async of(ids: readonly string[], from: string, to: string): Promise<readonly PlannedCycle[]> {
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
  /** Budgets of all customers for cycles that begin between two months, both included. */
  async targets(from: string, to: string): Promise<readonly PlannedTarget[]> {
    const { rows } = await sql<PlannedTarget>`
      with planned as (
        select establishment_id, group_id, case measure when 'water' then 'water' else 'eletric' end as type,
          json_agg(json_build_object('measure', measure, 'cycle', cycle, 'amount', amount::float8)) as plans
        from budget where cycle between ${from} and ${to} group by 1, 2, 3
      ), counted as (
        select p.establishment_id as id, 'establishment' as kind, e.display_name as name, e.owner_id, p.type, p.plans::text,
          i.id as installation, i.name as meter, e.id as establishment, e.display_name, e.zone
        from planned p join establishment e on e.id = p.establishment_id
        join installation i on i.establishment_id = e.id and i.removed_at is null
        join board b on b.mac = i.mac and b.type = p.type
        union all
        select p.group_id, 'group', g.name, g.owner_id, p.type, p.plans::text, i.id, i.name, e.id, e.display_name, e.zone
        from planned p join meter_group g on g.id = p.group_id and g.type = p.type
        join group_member m on m.group_id = g.id and m.until is null
        join installation i on i.id = m.installation_id and i.removed_at is null
        join establishment e on e.id = i.establishment_id
      )
      select c.kind, c.id, c.name, c.type, c.owner_id as "ownerId", o.profile as "ownerProfile", c.plans::json as plans,
        (array_agg(c.establishment order by c.display_name, c.meter, c.installation))[1] as "establishmentId",
        (array_agg(c.zone order by c.display_name, c.meter, c.installation))[1] as zone,
        array_agg(c.installation order by c.installation) as installations
      from counted c join account o on o.id = c.owner_id
      group by c.kind, c.id, c.name, c.type, c.owner_id, o.profile, c.plans order by c.id, c.type`.execute(
      db,
    );
    return rows;
  },
  /** Replaces the budgets of a year in one measure. Of concurrent requests the later one remains. */
  async replace(
    { kind, id }: BudgetTarget,
    measure: BudgetMeasure,
    year: string,
    planned: readonly { readonly cycle: string; readonly amount: number }[],
  ): Promise<void> {
    const column = kind === 'group' ? 'group_id' : 'establishment_id';
    const table = kind === 'group' ? 'meter_group' : 'establishment';
    await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
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
