import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { StoredSavingChange } from './saving-change.ts';

interface NewChange extends Pick<StoredSavingChange, 'what' | 'begins' | 'undone' | 'perDay' | 'share'> {
  readonly installationId: number;
  readonly accountId: string;
  readonly at: Instant;
}

export type SavingChangesRepository = ReturnType<typeof createSavingChangesRepository>;

export const createSavingChangesRepository = (db: Connection) => {
  const changes = (installationId: number) =>
    db
      .selectFrom('saving_change as c')
      .leftJoin('account as a', 'a.id', 'c.account_id')
      .where('c.installation_id', '=', installationId)
      .select([
        'c.id',
        'c.what',
        'c.begins_on as begins',
        'c.undone_on as undone',
        'c.per_day as perDay',
        'c.share',
      ])
      .select(sql<string | null>`nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '')`.as('by'));
  const find = (id: string, installationId: number) =>
    changes(installationId).where('c.id', '=', id).executeTakeFirst();
  return {
    /** Oldest first. */
    list: (installationId: number): Promise<readonly StoredSavingChange[]> =>
      changes(installationId).orderBy('c.begins_on').orderBy('c.id').execute(),
    /** Nobody else adds one to this installation until the end of the transaction. */
    async hold(installationId: number): Promise<void> {
      await db
        .selectFrom('installation')
        .where('id', '=', installationId)
        .select('id')
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
    async insert({
      installationId,
      accountId,
      what,
      begins,
      undone,
      perDay,
      share,
      at,
    }: NewChange): Promise<StoredSavingChange> {
      const { id } = await db
        .insertInto('saving_change')
        .values({
          installation_id: installationId,
          what,
          begins_on: begins,
          undone_on: undone,
          per_day: perDay,
          share,
          account_id: accountId,
          created_at: new Date(at),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return changes(installationId).where('c.id', '=', id).executeTakeFirstOrThrow();
    },
    /** Null where the installation has no such change. */
    async end(id: string, installationId: number, undone: string | null): Promise<StoredSavingChange | null> {
      await db
        .updateTable('saving_change')
        .set({ undone_on: undone })
        .where('id', '=', id)
        .where('installation_id', '=', installationId)
        .execute();
      return (await find(id, installationId)) ?? null;
    },
    async remove(id: string, installationId: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('saving_change')
        .where('id', '=', id)
        .where('installation_id', '=', installationId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
};
