import type { FileReadingJson, PastImportSummary } from '@nascente/contract/energy/past-imports';
import { PAST_SUMS, type PastLimits, type PastSums } from '@nascente/domain/energy/past-imports/row-amounts';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { SUM_COLUMNS } from '../../telemetry/ingest/index.ts';
import { importedQuarters } from '../../telemetry/series/index.ts';

/** The order of `SUM_COLUMNS` equals that of `PAST_SUMS`. */
const EMPTY = [...SUM_COLUMNS.map((name) => `${name} = 0`), 'frames = 0', 'import_id = null'];

export const createImportedQuarters = (db: Connection) => ({
  /** Starts of the quarter-hours of an import. */
  async of(installationId: number, importId: number): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ starts: string[] | null }>`
      select array_agg(date_part('epoch', start)::bigint) as starts
      from ${sql.raw(importedQuarters(String(Number(installationId))))} as imported where import_id = ${importId}`.execute(
      db,
    );
    return new Set((rows[0]?.starts ?? []).map((seconds) => Number(seconds) * 1_000));
  },
  /** Adds the quarter-hours that have no data yet; others stay unchanged. @returns the number of added ones */
  async add(
    { installationId, importId }: { installationId: number; importId: number },
    quarters: readonly (readonly [start: number, sums: PastSums])[],
  ): Promise<number> {
    const starts = quarters.map(([start]) => new Date(start).toISOString());
    const columns = PAST_SUMS.map((key) => sql`${quarters.map(([, sums]) => sums[key])}::bigint[]`);
    const { rows } = await sql<{ count: number }>`with added as (
      insert into quarter (installation_id, start, ${sql.raw(SUM_COLUMNS.join(', '))}, frames, import_id)
      select ${installationId}::integer, given.*, 1, ${importId}::integer
      from unnest(${starts}::timestamptz[], ${sql.join(columns)}) as given
      on conflict (installation_id, start) do update set
        ${sql.raw([...SUM_COLUMNS, 'frames', 'import_id'].map((name) => `${name} = excluded.${name}`).join(', '))}
        where quarter.frames = 0 and quarter.import_id is null
      returning installation_id, start
    ) select count(*)::integer as count from added`.execute(db);
    return rows[0]?.count ?? 0;
  },
  /** Empties the quarter-hours of an import within an interval. */
  async empty(
    { installationId, importId }: { installationId: number; importId: number },
    from: Date,
    to: Date,
  ): Promise<void> {
    await sql`update quarter set ${sql.raw(EMPTY.join(', '))}
      where installation_id = ${installationId} and import_id = ${importId} and start >= ${from} and start < ${to}`.execute(
      db,
    );
  },
  /** Sets the start of an installation to the start of its earliest import, or back to its own start. */
  async moveBeginning(installationId: number): Promise<void> {
    // `board_since` stays at the own start, because the board sent earlier data as another meter.
    await sql`with told as (
      select i.id, coalesce(i.first_installed_at, i.installed_at) as own, (
        select min(start) from ${sql.raw(importedQuarters('i.id'))} as imported) as first
      from installation i where i.id = ${installationId}
    )
    update installation i set
      installed_at = least(told.own, told.first),
      first_installed_at = case when told.first < told.own then told.own end,
      board_since = case
        when told.first < told.own then coalesce(i.board_since, told.own)
        when i.board_since = told.own then null
        else i.board_since end
    from told where i.id = told.id
      and (told.first < told.own or i.first_installed_at is not null)`.execute(db);
  },
});

/** The size of a part of a compressed file. */
export const PART_BYTES = 256 * 1024;

export type UploadsRepository = ReturnType<typeof createUploadsRepository>;

export const createUploadsRepository = (pool: Pool) => ({
  async add(importId: number, number: number, content: Buffer): Promise<void> {
    await pool.query('insert into reading_import_part (import_id, number, content) values ($1, $2, $3)', [
      importId,
      number,
      content,
    ]);
  },
  /** Yields the file part by part, so that it is never completely in memory. */
  async *read(importId: number): AsyncGenerator<Buffer> {
    for (let number = 0; ; number++) {
      const { rows } = await pool.query<{ content: Buffer }>(
        'select content from reading_import_part where import_id = $1 and number = $2',
        [importId, number],
      );
      if (rows[0] === undefined) return;
      yield rows[0].content;
    }
  },
  async remove(importId: number): Promise<void> {
    await pool.query('delete from reading_import_part where import_id = $1', [importId]);
  },
  /** Removes uploads from before an instant that were never imported. */
  async removeWaiting(before: Date): Promise<void> {
    await pool.query(`delete from reading_import where state = 'waiting' and created_at < $1`, [before]);
  },
});

type ImportState = 'waiting' | 'running' | 'done' | 'failed' | 'undone';

export interface StoredImport {
  readonly id: number;
  readonly installationId: number;
  readonly fileName: string;
  readonly reading: FileReadingJson;
  readonly by: string | null;
  readonly createdAt: Date;
  readonly state: ImportState;
  /** Completed thousandths of the work. */
  readonly progress: number;
  readonly summary: PastImportSummary | null;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
}

const nameOf = (account: string) =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${account}.first_name`)}, ${sql.ref(`${account}.last_name`)})), '')`;

const SELECT = sql`select i.id, i.installation_id as "installationId", i.file_name as "fileName", i.reading,
  ${nameOf('a')} as by, i.created_at as "createdAt", i.state, i.progress, i.summary,
  ${nameOf('u')} as "undoneBy", i.undone_at as "undoneAt"
  from reading_import i left join account a on a.id = i.account_id left join account u on u.id = i.undone_by`;

export const createImportsRepository = (db: Connection) => {
  const find = async (id: number): Promise<StoredImport | null> =>
    (await sql<StoredImport>`${SELECT} where i.id = ${id}`.execute(db)).rows[0] ?? null;
  const change = (id: number) => db.updateTable('reading_import').where('id', '=', id);

  return {
    find,
    /**
     * Replaces the account's earlier upload for the meter. Of concurrent uploads the last one remains. Must be called in a
     * transaction.
     */
    async insert({
      installationId,
      accountId,
      fileName,
      at,
    }: {
      installationId: number;
      accountId: string;
      fileName: string;
      at: Date;
    }) {
      await holdAccount(db, accountId);
      await db
        .deleteFrom('reading_import')
        .where('installation_id', '=', installationId)
        .where('account_id', '=', accountId)
        .where('state', '=', 'waiting')
        .execute();
      const { id } = await db
        .insertInto('reading_import')
        .values({
          installation_id: installationId,
          account_id: accountId,
          file_name: fileName,
          reading: '{}',
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** The phases and rated power that limit plausible values of a meter. */
    async limits(installationId: number): Promise<PastLimits> {
      const { model, ratedPhaseWatts } = await db
        .selectFrom('installation')
        .innerJoin('board', 'board.mac', 'installation.mac')
        .select(['board.model', 'installation.rated_phase_w as ratedPhaseWatts'])
        .where('installation.id', '=', installationId)
        .executeTakeFirstOrThrow();
      return { phases: model === 'mono' ? 1 : 3, ratedPhaseWatts };
    },
    /** Newest first. */
    async list(installationId: number) {
      const { rows } = await sql<StoredImport>`${SELECT}
        where i.installation_id = ${installationId} and i.state <> 'waiting' order by i.id desc limit 200`.execute(
        db,
      );
      return rows;
    },
    /** Returns the import and locks it until the transaction ends. */
    async hold(id: number): Promise<StoredImport | null> {
      await sql`select from reading_import where id = ${id} for update`.execute(db);
      return find(id);
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('reading_import').where('id', '=', id).execute();
    },
    async begin(id: number, reading: FileReadingJson): Promise<void> {
      await change(id)
        .set({ state: 'running', reading: JSON.stringify(reading) })
        .execute();
    },
    async progress(id: number, thousandths: number): Promise<void> {
      await change(id).set({ progress: thousandths }).execute();
    },
    /** Replaces the estimated intervals of the import. */
    async estimate(
      id: number,
      timeIntervals: readonly { readonly start: number; readonly end: number }[],
    ): Promise<void> {
      const ranges = timeIntervals.map(
        ({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`,
      );
      await change(id)
        .set({ estimated: `{${ranges.join(',')}}` })
        .execute();
    },
    async end(
      id: number,
      state: 'done' | 'failed',
      outcome: { summary: PastImportSummary; first: Date | null; last: Date | null } | null,
    ): Promise<void> {
      await change(id)
        .where('state', '=', 'running')
        .set({
          state,
          progress: state === 'done' ? 1_000 : 0,
          summary: outcome === null ? null : JSON.stringify(outcome.summary),
          first_at: outcome?.first ?? null,
          last_at: outcome?.last ?? null,
        })
        .execute();
    },
    async undo(id: number, { accountId, at }: { accountId: string; at: Date }): Promise<void> {
      await change(id).set({ state: 'undone', undone_by: accountId, undone_at: at }).execute();
    },
  };
};
