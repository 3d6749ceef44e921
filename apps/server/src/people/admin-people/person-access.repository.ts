import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Connection } from '../../platform/database/open-database.ts';
import { notifyGatewaysChanged } from '../../platform/database/postgres-bus.ts';

export interface PersonAccess {
  readonly profile: Profile;
  readonly isDisabled: boolean;
  readonly clientUsers: number;
  readonly establishments: number;
  readonly managerId: string | null;
  readonly partnerId: string | null;
}

export const createPersonAccessRepository = (db: Connection) => ({
  /** Holds all Admins and this person. @returns null for an absent account. */
  async lock(id: string): Promise<(PersonAccess & { readonly enabledAdmins: number }) | null> {
    const locked = await db
      .selectFrom('account')
      .where((where) => where.or([where('profile', '=', 'Admin'), where('id', '=', id)]))
      .select(['id', 'profile', 'disabled_at', 'manager_id', 'partner_id'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const person = locked.find((account) => account.id === id);
    if (!person) return null;
    const { clientUsers } = await db
      .selectFrom('account')
      .where('manager_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('clientUsers'))
      .executeTakeFirstOrThrow();
    const { establishments } = await db
      .selectFrom('establishment')
      .where('owner_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('establishments'))
      .executeTakeFirstOrThrow();
    return {
      profile: person.profile,
      isDisabled: person.disabled_at !== null,
      clientUsers,
      establishments,
      managerId: person.manager_id,
      partnerId: person.partner_id,
      enabledAdmins: locked.filter(({ profile, disabled_at }) => profile === 'Admin' && disabled_at === null)
        .length,
    };
  },
  /** Closes an open request for an upgrade, too: it has been decided by this. */
  async setProfile(
    id: string,
    profile: Profile,
    { accountId, at }: { accountId: string; at: Instant },
  ): Promise<void> {
    const isClient = profile === 'client';
    await db
      .updateTable('account')
      .set({ profile, ...(isClient ? {} : { manager_id: null }) })
      .where('id', '=', id)
      .execute();
    if (!isClient) await db.deleteFrom('meter_access').where('account_id', '=', id).execute();
    await db
      .updateTable('upgrade_request')
      .set({ decided_at: new Date(at), decided_by: accountId, approved: profile === 'Manager' })
      .where('account_id', '=', id)
      .where('decided_at', 'is', null)
      .execute();
    await notifyGatewaysChanged(db, id);
  },
  async setDisabled(id: string, disabledAt: Instant | null): Promise<void> {
    await db
      .updateTable('account')
      .set({ disabled_at: disabledAt === null ? null : new Date(disabledAt) })
      .where('id', '=', id)
      .execute();
    await notifyGatewaysChanged(db, id);
  },
  async clientUsersOf(id: string): Promise<readonly string[]> {
    const clients = await db.selectFrom('account').where('manager_id', '=', id).select('id').execute();
    return clients.map((client) => client.id);
  },
  async isPartner(id: string): Promise<boolean> {
    const partner = await db
      .selectFrom('account')
      .where('id', '=', id)
      .where('profile', '=', 'partner')
      .select('id')
      .executeTakeFirst();
    return partner !== undefined;
  },
  async setPartner(id: string, partnerId: string | null): Promise<void> {
    await db.updateTable('account').set({ partner_id: partnerId }).where('id', '=', id).execute();
  },
  async setPartnerLogo(id: string, logo: string | null): Promise<void> {
    await db.updateTable('account').set({ partner_logo: logo }).where('id', '=', id).execute();
  },
});
