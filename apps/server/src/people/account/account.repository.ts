import type { CountedTour } from '@nascente/contract/people/account';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { RowChange } from '../../platform/database/schema.ts';

export type UpgradeRequestsRepository = ReturnType<typeof createUpgradeRequestsRepository>;

export const createUpgradeRequestsRepository = (db: Connection) => ({
  /** @returns whether the request was inserted; `false` while an earlier request of the account awaits its decision. */
  async insert(accountId: string, at: Instant): Promise<boolean> {
    const row = await db
      .insertInto('upgrade_request')
      .values({ account_id: accountId, requested_at: new Date(at) })
      .onConflict((conflict) => conflict.column('account_id').where('decided_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  /** The newest upgrade request; `null`: there is none. */
  async newest(accountId: string) {
    const row = await db
      .selectFrom('upgrade_request')
      .where('account_id', '=', accountId)
      .select(['requested_at as requestedAt', 'decided_at as decidedAt', 'approved'])
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  },
});

/** An absent field stays as it is; `null` empties it. */
interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly accountType?: string | undefined;
  readonly gender?: 'Male' | 'Female' | 'Other' | null | undefined;
  readonly birth?: CivilDate | null | undefined;
  readonly picture?: string | null | undefined;
  readonly companyLogo?: string | null | undefined;
  readonly partnerLogo?: string | null | undefined;
}

const columnsOf = (change: ProfileChange): RowChange<'account'> => ({
  ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
  ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
  ...(change.accountType === undefined ? {} : { account_type: change.accountType }),
  ...(change.gender === undefined ? {} : { gender: change.gender }),
  ...(change.birth === undefined ? {} : { birth: change.birth }),
  ...(change.picture === undefined ? {} : { picture: change.picture }),
  ...(change.companyLogo === undefined ? {} : { company_logo: change.companyLogo }),
  ...(change.partnerLogo === undefined ? {} : { partner_logo: change.partnerLogo }),
});

export const createProfileRepository = (db: Connection) => ({
  /** @returns whether the account exists. */
  async update(accountId: string, change: ProfileChange): Promise<boolean> {
    const row = await db
      .updateTable('account')
      .set((account) => ({ id: account.ref('id'), ...columnsOf(change) }))
      .where('id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

export type TourViews = Readonly<Partial<Record<CountedTour, number>>>;

export const createTourViewsRepository = (db: Connection) => ({
  async read(accountId: string): Promise<TourViews> {
    const row = await db
      .selectFrom('account')
      .where('id', '=', accountId)
      .select('tour_views as views')
      .executeTakeFirst();
    return (row?.views ?? {}) as TourViews;
  },
  /** Stores the greater of the stored and the passed number, so that a device with an older count cannot lower it. */
  async save(accountId: string, tour: CountedTour, views: number): Promise<void> {
    await db
      .updateTable('account')
      .set({
        tour_views: sql`tour_views || jsonb_build_object(${tour}::text, greatest(${views}::int, (tour_views ->> ${tour})::int))`,
      })
      .where('id', '=', accountId)
      .execute();
  },
});
