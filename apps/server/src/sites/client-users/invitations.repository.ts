import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import { holdAccount, isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';

export type StoredInvitation = ResultRow<typeof createInvitationsRepository, 'list'>;

interface NewInvitation {
  readonly managerId: string;
  readonly name: string;
  readonly email: string | null;
  readonly tokenHash: Buffer | null;
  readonly installationIds: readonly number[];
  readonly at: Instant;
  readonly expiresAt: Instant;
}

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>;

const select = (db: Connection) =>
  db
    .selectFrom('client_invitation as v')
    .select(['v.id', 'v.name', 'v.email', 'v.invited_at as invitedAt', 'v.expires_at as expiresAt'])
    .select(
      sql<string[]>`array(select i.mac from client_invitation_meter g
        join installation i on i.id = g.installation_id
        where g.invitation_id = v.id and i.removed_at is null order by i.mac)`.as('macs'),
    );

const replaceMeters = async (db: Connection, id: string, installationIds: readonly number[]) => {
  await db.deleteFrom('client_invitation_meter').where('invitation_id', '=', id).execute();
  if (installationIds.length === 0) return;
  const rows = installationIds.map((installation) => ({ invitation_id: id, installation_id: installation }));
  await db.insertInto('client_invitation_meter').values(rows).execute();
};

export const createInvitationsRepository = (db: Connection) => ({
  /** Newest first. */
  list: (managerId: string) =>
    select(db)
      .where('v.manager_id', '=', managerId)
      .orderBy('v.invited_at', 'desc')
      .orderBy('v.id', 'desc')
      .execute(),
  async find(managerId: string, id: string) {
    const query = select(db).where('v.manager_id', '=', managerId).where('v.id', '=', id);
    return (await query.executeTakeFirst()) ?? null;
  },
  /** Locks the account of a Manager until the transaction ends. @returns the numbers of open invitations and client users */
  async lockEstablishments(managerId: string, now: Instant): Promise<{ open: number; clients: number }> {
    await holdAccount(db, managerId);
    const { open } = await db
      .selectFrom('client_invitation')
      .where('manager_id', '=', managerId)
      .where('expires_at', '>', new Date(now))
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow();
    const { clients } = await db
      .selectFrom('account')
      .where('manager_id', '=', managerId)
      .select(({ fn }) => fn.countAll<number>().as('clients'))
      .executeTakeFirstOrThrow();
    return { open, clients };
  },
  async isTaken(email: string): Promise<boolean> {
    const row = await db.selectFrom('account').where('email', '=', email).select('id').executeTakeFirst();
    return row !== undefined;
  },
  /** Inserts an invitation, or replaces an earlier one of the Manager to the same address. @returns the id */
  async insert({
    managerId,
    name,
    email,
    tokenHash,
    installationIds,
    at,
    expiresAt,
  }: NewInvitation): Promise<string> {
    const invitation = {
      name,
      token_hash: tokenHash,
      invited_at: new Date(at),
      expires_at: new Date(expiresAt),
    };
    const { id } = await db
      .insertInto('client_invitation')
      .values({ ...invitation, manager_id: managerId, email })
      .onConflict((conflict) =>
        conflict.columns(['manager_id', 'email']).where('email', 'is not', null).doUpdateSet(invitation),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceMeters(db, id, installationIds);
    return id;
  },
  async renew(
    id: string,
    { tokenHash, at, expiresAt }: { tokenHash: Buffer | null; at: Instant; expiresAt: Instant },
  ): Promise<void> {
    await db
      .updateTable('client_invitation')
      .set({ token_hash: tokenHash, invited_at: new Date(at), expires_at: new Date(expiresAt) })
      .where('id', '=', id)
      .execute();
  },
  /** @returns whether the invitation existed */
  async remove(managerId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('client_invitation')
      .where('manager_id', '=', managerId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
  /** An unexpired invitation of an enabled Manager. */
  async findOpen(by: { id: string } | { tokenHash: Buffer }, now: Instant) {
    const row = await db
      .selectFrom('client_invitation as v')
      .innerJoin('account as m', 'm.id', 'v.manager_id')
      .where('v.expires_at', '>', new Date(now))
      .where(isEnabledAccount('m'))
      .$if('id' in by, (query) => query.where('v.id', '=', 'id' in by ? by.id : ''))
      .$if('tokenHash' in by, (query) =>
        query.where('v.token_hash', '=', 'tokenHash' in by ? by.tokenHash : null),
      )
      .select(['v.id', 'v.name', 'v.email', 'm.id as managerId', 'm.profile as managerProfile'])
      .select('m.email as managerEmail')
      .select([
        sql<string>`trim(m.first_name || ' ' || m.last_name)`.as('from'),
        sql<
          number[]
        >`array(select g.installation_id from client_invitation_meter g where g.invitation_id = v.id)`.as(
          'installationIds',
        ),
      ])
      .executeTakeFirst();
    return row ?? null;
  },
  async setToken(id: string, tokenHash: Buffer): Promise<void> {
    await db.updateTable('client_invitation').set({ token_hash: tokenHash }).where('id', '=', id).execute();
  },
  /** Deletes an accepted invitation. @returns `false` if a concurrent request accepted it, or if its link was replaced */
  async use(id: string, tokenHash: Buffer): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('client_invitation')
      .where('id', '=', id)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
