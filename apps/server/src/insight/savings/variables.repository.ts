import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type {
  IndependentVariable,
  VariableKind,
} from '@nascente/domain/energy/baseline/independent-variables';
import type { DayValue } from '@nascente/domain/insight/savings/day-values';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface StoredDays {
  readonly kind: VariableKind;
  readonly unit: string;
  /** Oldest first. */
  readonly days: readonly CivilDate[];
  /** Who entered the newest values. */
  readonly by: string | null;
  readonly enteredAt: Date;
}

interface NewValues {
  readonly establishmentId: string;
  readonly kind: VariableKind;
  readonly unit: string;
  readonly values: readonly { readonly date: string; readonly value: number }[];
  readonly accountId: string;
  readonly at: Date;
}

export type VariablesRepository = ReturnType<typeof createVariablesRepository>;

export const createVariablesRepository = (db: Connection) => ({
  async list(establishmentId: string): Promise<readonly StoredDays[]> {
    const { rows } = await sql<StoredDays>`
      select v.kind, min(v.unit) as unit, array_agg(v.day::text order by v.day) as days, max(v.entered_at) as "enteredAt",
        (array_agg(nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') order by v.entered_at desc))[1] as by
      from independent_variable v left join account a on a.id = v.account_id
      where v.establishment_id = ${establishmentId} group by v.kind order by v.kind desc`.execute(db);
    return rows;
  },
  /** Oldest first. */
  async values(establishmentId: string, kind: VariableKind): Promise<readonly DayValue[]> {
    const { rows } = await sql<DayValue>`select day as date, value from independent_variable
      where establishment_id = ${establishmentId} and kind = ${kind} order by day`.execute(db);
    return rows;
  },
  /** The values of the days from the first to the last, both included. */
  async between(
    establishmentId: string,
    first: CivilDate,
    last: CivilDate,
  ): Promise<readonly IndependentVariable[]> {
    const { rows } = await sql<DayValue & { kind: VariableKind }>`
      select kind, day as date, value from independent_variable
      where establishment_id = ${establishmentId} and day between ${first} and ${last} order by kind desc`.execute(
      db,
    );
    return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, ofKind]) => ({
      kind,
      values: new Map(ofKind.map(({ date, value }) => [date, value])),
    }));
  },
  /** Locks the variables until the end of the transaction. */
  async hold(establishmentId: string): Promise<void> {
    await db
      .selectFrom('establishment')
      .where('id', '=', establishmentId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst();
  },
  /** Stores values; a day that has one gets the new one. */
  async save({ establishmentId, kind, unit, values, accountId, at }: NewValues): Promise<void> {
    await sql`insert into independent_variable (establishment_id, kind, day, value, unit, account_id, entered_at)
      select ${establishmentId}, ${kind}, given.day, given.value, ${unit}, ${accountId}::uuid, ${at}
      from unnest(${values.map(({ date }) => date)}::date[], ${values.map(({ value }) => value)}::float8[])
        as given (day, value)
      on conflict (establishment_id, kind, day) do update
        set value = excluded.value, unit = excluded.unit, account_id = excluded.account_id,
          entered_at = excluded.entered_at`.execute(db);
  },
  /** @returns whether there were values. */
  async remove(establishmentId: string, kind: VariableKind): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('independent_variable')
      .where('establishment_id', '=', establishmentId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
