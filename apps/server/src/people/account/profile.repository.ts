import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Connection } from '../../platform/database/open-database.ts';
import type { RowChange } from '../../platform/database/schema.ts';

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
  /** @returns whether there is such an account. */
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
