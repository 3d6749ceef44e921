import { type CivilMonth, firstDayOf } from '@nascente/domain/base/time/civil-month';
import { sql } from 'kysely';
import type { Connection } from '../platform/database/open-database.ts';
import { AGREED_FROM, CONTRACTS } from './billing.ts';
import type { DemonstrationBudget } from './company.ts';

/** An entered bill of the utility. */
interface TypedBill {
  readonly first: string;
  readonly last: string;
  readonly total: string;
  readonly consumed: object;
  readonly note: string;
}

/** Contracts, bills and budgets of the demonstration company. */
export const createBillingRepository = (db: Connection) => ({
  async agree(establishmentId: string, seed: string, tariffs: ReadonlyMap<string, string>) {
    const contract = CONTRACTS[seed];
    if (contract === undefined) return;
    await db
      .insertInto('billing_contract')
      .values({
        establishment_id: establishmentId,
        type: 'eletric',
        valid_from: AGREED_FROM,
        tariff_id: tariffs.get(contract.tariff) ?? null,
        terms: JSON.stringify(contract.terms),
        changed_at: new Date(`${AGREED_FROM}T12:00:00Z`),
      })
      .execute();
  },

  /** Gives months without a known flag, up to this one, the newest known flag; known flags stay. */
  async goOnWithFlags(month: CivilMonth): Promise<void> {
    await sql`
      insert into flag_month (month, flag, price)
      select later::date, newest.flag, newest.price
      from (select month, flag, price from flag_month order by month desc limit 1) newest,
        generate_series(newest.month + interval '1 month', ${firstDayOf(month)}::date, interval '1 month') later
      on conflict (month) do nothing
    `.execute(db);
  },

  /** Plans one budget for every cycle in a range of months. Does nothing if the name does not exist. */
  async plan(
    owner: string,
    { kind, name, measure, amount }: DemonstrationBudget,
    { from, to }: { readonly from: CivilMonth; readonly to: CivilMonth },
  ): Promise<void> {
    await sql`
      insert into budget (establishment_id, group_id, measure, cycle, amount)
      select target.establishment_id, target.group_id, ${measure}, to_char(month, 'YYYY-MM'), ${amount}
      from (
        select id as establishment_id, null::uuid as group_id from establishment
          where ${kind} = 'establishment' and owner_id = ${owner} and name = ${name}
        union all
        select null, id from meter_group where ${kind} = 'group' and owner_id = ${owner} and name = ${name}
      ) target,
        generate_series(${firstDayOf(from)}::date, ${firstDayOf(to)}::date, interval '1 month') month
    `.execute(db);
  },

  /** The general meter of an establishment that has no bill; null if it has one. */
  async unbilled(name: string) {
    const establishment = await db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.name', '=', name)
      .where('i.is_general', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('utility_bill as u').whereRef('u.establishment_id', '=', 'e.id').select('u.id')),
        ),
      )
      .select(['i.id as installationId', 'e.id as establishmentId'])
      .executeTakeFirst();
    return establishment ?? null;
  },

  async enter(establishmentId: string, { first, last, total, consumed, note }: TypedBill, at: Date) {
    await db
      .insertInto('utility_bill')
      .values({
        establishment_id: establishmentId,
        type: 'eletric',
        first_day: first,
        last_day: last,
        total,
        consumed: JSON.stringify(consumed),
        demand: '{}',
        note,
        entered_at: at,
      })
      .execute();
  },
});
