import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export interface StoredNote {
  readonly id: string;
  readonly at: Date;
  readonly until: Date | null;
  readonly text: string;
  readonly accountId: string | null;
  readonly by: string | null;
  readonly writtenAt: Date;
}

type NewNote = Pick<StoredNote, 'at' | 'until' | 'text' | 'writtenAt'> & { readonly accountId: string };

export const createMeterNotesRepository = (db: Connection) => ({
  /** Oldest first. */
  async of(installationId: number): Promise<readonly StoredNote[]> {
    const { rows } = await sql<StoredNote>`
      select n.id, n.at, n.until, n.text, n.account_id as "accountId", n.written_at as "writtenAt",
        nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') as by
      from meter_note n left join account a on a.id = n.account_id
      where n.installation_id = ${installationId} order by n.at, n.id`.execute(db);
    return rows;
  },
  /** @returns its id; `null` if the meter has the maximum number of notes */
  async write(
    installationId: number,
    { at, until, text, accountId, writtenAt }: NewNote,
    max: number,
  ): Promise<string | null> {
    const { rows } = await sql<{ id: string }>`
      insert into meter_note (installation_id, account_id, at, until, text, written_at)
      select ${installationId}, ${accountId}, ${at}, ${until}::timestamptz, ${text}, ${writtenAt}
      where (select count(*) from meter_note where installation_id = ${installationId}) < ${max}
      returning id`.execute(db);
    return rows[0]?.id ?? null;
  },
  /** @returns whether the note existed */
  async remove(installationId: number, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('meter_note')
      .where('installation_id', '=', installationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
