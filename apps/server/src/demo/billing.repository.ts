import type { SavedTariff } from '@nascente/contract/tariffs';
import { type CivilMonth, firstDayOf } from '@nascente/domain/time/civil-month';
import { sql } from 'kysely';
import type { Connection } from '../platform/database/open-database.ts';
import { AGREED_FROM, CONTRACTS } from './billing.ts';

type TariffNames = Exclude<SavedTariff, { _id: string }>;

/** A bill of the utility as somebody typed it. */
interface TypedBill {
  readonly first: string;
  readonly last: string;
  readonly total: string;
  readonly consumed: object;
  readonly note: string;
}

/** Contracts and bills of the demonstration company. */
export const createBillingRepository = (db: Connection) => ({
  /** Null of one that is not there. */
  async tariffId({ type, group, distributor, comment, color = '' }: TariffNames): Promise<string | null> {
    const row = await db
      .selectFrom('tariff')
      .select('id')
      .where('type', '=', type)
      .where('tariff_group', '=', group)
      .where('distributor', '=', distributor)
      .where('comment', '=', comment)
      .where('color', '=', color)
      .executeTakeFirst();
    return row?.id ?? null;
  },

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

  /** Months up to this one whose flag is not known get that of the newest that is; what is known stays. */
  async goOnWithFlags(month: CivilMonth): Promise<void> {
    await sql`
      insert into flag_month (month, flag, price)
      select later::date, newest.flag, newest.price
      from (select month, flag, price from flag_month order by month desc limit 1) newest,
        generate_series(newest.month + interval '1 month', ${firstDayOf(month)}::date, interval '1 month') later
      on conflict (month) do nothing
    `.execute(db);
  },

  /** The general meter of an establishment without any bill; null of all others. */
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
