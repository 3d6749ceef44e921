import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Connection } from '../../platform/database/open-database.ts';

export interface StoredUpgrade {
  readonly id: string;
  readonly accountId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly profile: Profile;
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
  readonly approved: boolean | null;
}

const select = (db: Connection) =>
  db
    .selectFrom('upgrade_request as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.account_id as accountId', 'u.requested_at as requestedAt', 'u.approved'])
    .select(['u.decided_at as decidedAt', 'a.first_name as firstName', 'a.last_name as lastName'])
    .select(['a.email', 'a.profile']);

export const createUpgradesRepository = (db: Connection) => ({
  /** Those that wait for a decision, oldest first. */
  listOpen: (): Promise<readonly StoredUpgrade[]> =>
    select(db).where('u.decided_at', 'is', null).orderBy('u.requested_at').orderBy('u.id').execute(),
  async find(id: string): Promise<StoredUpgrade | null> {
    return (await select(db).where('u.id', '=', id).executeTakeFirst()) ?? null;
  },
  /** @returns whether it still waited. */
  async decide(
    id: string,
    approved: boolean,
    { accountId, at }: { accountId: string; at: Instant },
  ): Promise<boolean> {
    const row = await db
      .updateTable('upgrade_request')
      .set({ decided_at: new Date(at), decided_by: accountId, approved })
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});
