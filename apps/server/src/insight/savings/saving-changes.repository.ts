import type { SavingChange } from '@nascente/contract/insight/savings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { OtherChange } from '@nascente/domain/insight/savings/day-values';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface StoredSavingChange {
  readonly id: string;
  readonly what: string;
  readonly begins: CivilDate;
  readonly undone: CivilDate | null;
  /** kWh, or m³ of water. */
  readonly perDay: number | null;
  readonly share: number | null;
  readonly by: string | null;
}

/** A millionth of a kWh or m³ is the counted unit. */
const PER_UNIT = 1_000_000;

export const toSavingChange = ({
  id,
  what,
  begins,
  undone,
  perDay,
  share,
  by,
}: StoredSavingChange): SavingChange => ({
  id,
  what,
  begins,
  undone,
  perDay,
  share,
  by,
});

/** The change in thousandths of Wh or of a litre, the unit of daily totals. */
export const inThousandths = ({ begins, undone, perDay, share }: StoredSavingChange): OtherChange => ({
  begins,
  undone,
  perDay: perDay === null ? null : perDay * PER_UNIT,
  share,
});

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
    /** Locks the installation against other additions until the end of the transaction. */
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
    /** `null`: the installation has no such change. */
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
