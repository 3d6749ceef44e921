import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import pg from 'pg';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow, RowChange } from '../../platform/database/schema.ts';

export type StoredClientUser = ResultRow<typeof createClientUsersRepository, 'list'>;

interface NewClientUser {
  readonly managerId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Set if the account was created by a link in an e-mail. */
  readonly emailConfirmedAt: Date | null;
  readonly birth: CivilDate | null;
  readonly picture: string | null;
  readonly installationIds: readonly number[];
}

export interface ClientUserChange {
  readonly name?: string | undefined;
  /** A new address counts as unconfirmed. */
  readonly email?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly birth?: CivilDate | null | undefined;
  readonly picture?: string | null | undefined;
  readonly installationIds?: readonly number[] | undefined;
}

type Alongside = (id: string, within: Connection) => Promise<void>;

/** The id of the inserted client user, or the reason why none was inserted. */
type Insertion = { readonly id: string } | 'limit' | 'duplicate';

export type ClientUsersRepository = ReturnType<typeof createClientUsersRepository>;

const EMAIL_INDEX = 'account_email';
const isEmailTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === EMAIL_INDEX;

const selectClients = (db: Connection, managerId: string | null) =>
  db
    .selectFrom('account as a')
    .leftJoin('account as m', 'm.id', 'a.manager_id')
    .where('a.profile', '=', 'client')
    .$if(managerId !== null, (query) => query.where('a.manager_id', '=', managerId))
    .select(['a.id', 'a.first_name as name', 'a.email', 'a.birth', 'a.picture'])
    .select(['a.manager_id as managerId', 'm.profile as managerProfile'])
    .select(sql<boolean>`a.email_confirmed_at is not null`.as('isEmailConfirmed'))
    .select(
      sql<string[]>`array(select i.mac from meter_access g join installation i on i.id = g.installation_id
        where g.account_id = a.id and i.removed_at is null order by i.mac)`.as('macs'),
    );

const columnsOf = ({
  name,
  email,
  passwordHash,
  birth,
  picture,
}: ClientUserChange): RowChange<'account'> => ({
  ...(name === undefined ? {} : { first_name: name }),
  ...(email === undefined ? {} : { email, email_confirmed_at: null }),
  ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  ...(birth === undefined ? {} : { birth }),
  ...(picture === undefined ? {} : { picture }),
});

const give = async (db: Connection, accountId: string, installationIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('meter_access').where('account_id', '=', accountId).execute();
  if (installationIds.length === 0) return;
  const rows = installationIds.map((id) => ({ account_id: accountId, installation_id: id }));
  await db.insertInto('meter_access').values(rows).execute();
};

/** Links sent to the former address must not confirm another address or replace a password set since. */
const endLinks = async (
  db: Connection,
  accountId: string,
  { email, passwordHash }: ClientUserChange,
): Promise<void> => {
  if (email !== undefined)
    await db.deleteFrom('confirmation_token').where('account_id', '=', accountId).execute();
  if (email !== undefined || passwordHash !== undefined)
    await db.deleteFrom('recovery_token').where('account_id', '=', accountId).execute();
};

const countOf = async (within: Connection, managerId: string): Promise<number> => {
  await holdAccount(within, managerId);
  const { clients } = await within
    .selectFrom('account')
    .where('manager_id', '=', managerId)
    .select(({ fn }) => fn.countAll<number>().as('clients'))
    .executeTakeFirstOrThrow();
  return clients;
};

export const createClientUsersRepository = (db: Connection) => ({
  /** Client users by name. @param managerId - `null`: of all Managers */
  list: (managerId: string | null) =>
    selectClients(db, managerId).orderBy('a.first_name').orderBy('a.id').execute(),
  async find(managerId: string | null, id: string) {
    return (await selectClients(db, managerId).where('a.id', '=', id).executeTakeFirst()) ?? null;
  },
  /** Counts and inserts under a lock of the Manager's account, so that concurrent inserts do not exceed the limit. */
  insert: (clientUser: NewClientUser, max: number, alongside: Alongside): Promise<Insertion> =>
    db.transaction().execute(async (within) => {
      if ((await countOf(within, clientUser.managerId)) >= max) return 'limit';
      const row = await within
        .insertInto('account')
        .values({
          manager_id: clientUser.managerId,
          profile: 'client',
          first_name: clientUser.name,
          email: clientUser.email,
          password_hash: clientUser.passwordHash,
          email_confirmed_at: clientUser.emailConfirmedAt,
          birth: clientUser.birth,
          picture: clientUser.picture,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) return 'duplicate';
      await give(within, row.id, clientUser.installationIds);
      await alongside(row.id, within);
      return row;
    }),
  async update(id: string, change: ClientUserChange, alongside: Alongside): Promise<'updated' | 'duplicate'> {
    try {
      await db.transaction().execute(async (within) => {
        await within
          .updateTable('account')
          .set((account) => ({ id: account.ref('id'), ...columnsOf(change) }))
          .where('id', '=', id)
          .execute();
        await endLinks(within, id, change);
        if (change.installationIds !== undefined) await give(within, id, change.installationIds);
        await alongside(id, within);
      });
      return 'updated';
    } catch (error) {
      if (isEmailTaken(error)) return 'duplicate';
      throw error;
    }
  },
  remove: (id: string, alongside: Alongside): Promise<void> =>
    db.transaction().execute(async (within) => {
      await within.deleteFrom('account').where('id', '=', id).where('profile', '=', 'client').execute();
      await alongside(id, within);
    }),
});
