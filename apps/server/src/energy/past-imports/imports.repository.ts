import type { FileReadingJson, PastImportSummary } from '@nascente/contract/energy/past-imports';
import type { PastLimits } from '@nascente/domain/energy/past-imports/row-amounts';
import { sql } from 'kysely';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

type ImportState = 'waiting' | 'running' | 'done' | 'failed' | 'undone';

export interface StoredImport {
  readonly id: number;
  readonly installationId: number;
  readonly fileName: string;
  readonly reading: FileReadingJson;
  readonly by: string | null;
  readonly createdAt: Date;
  readonly state: ImportState;
  /** Thousandths of the work. */
  readonly progress: number;
  readonly summary: PastImportSummary | null;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
}

interface ImportsRepository {
  /**
   * In the place of what the same person uploaded for the same meter and never imported; of several at once the last remains.
   * To be made from a transaction.
   */
  insert(input: { installationId: number; accountId: string; fileName: string; at: Date }): Promise<number>;
  /** What can have passed through a meter. */
  limits(installationId: number): Promise<PastLimits>;
  /** Newest first. */
  list(installationId: number): Promise<readonly StoredImport[]>;
  find(id: number): Promise<StoredImport | null>;
  /** The same, held until the transaction ends. */
  hold(id: number): Promise<StoredImport | null>;
  remove(id: number): Promise<void>;
  begin(id: number, reading: FileReadingJson): Promise<void>;
  progress(id: number, thousandths: number): Promise<void>;
  /** Stretches of the import whose quarter-hours are estimated, in the place of those before. */
  estimate(id: number, stretches: readonly { readonly start: number; readonly end: number }[]): Promise<void>;
  end(
    id: number,
    state: 'done' | 'failed',
    outcome: { summary: PastImportSummary; first: Date | null; last: Date | null } | null,
  ): Promise<void>;
  undo(id: number, who: { accountId: string; at: Date }): Promise<void>;
}

const nameOf = (account: string) =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${account}.first_name`)}, ${sql.ref(`${account}.last_name`)})), '')`;

const SELECT = sql`select i.id, i.installation_id as "installationId", i.file_name as "fileName", i.reading,
  ${nameOf('a')} as by, i.created_at as "createdAt", i.state, i.progress, i.summary,
  ${nameOf('u')} as "undoneBy", i.undone_at as "undoneAt"
  from reading_import i left join account a on a.id = i.account_id left join account u on u.id = i.undone_by`;

export const createImportsRepository = (db: Connection): ImportsRepository => {
  const find = async (id: number): Promise<StoredImport | null> =>
    (await sql<StoredImport>`${SELECT} where i.id = ${id}`.execute(db)).rows[0] ?? null;
  const change = (id: number) => db.updateTable('reading_import').where('id', '=', id);

  return {
    find,
    async insert({ installationId, accountId, fileName, at }) {
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
    async limits(installationId) {
      const { model, ratedPhaseWatts } = await db
        .selectFrom('installation')
        .innerJoin('board', 'board.mac', 'installation.mac')
        .select(['board.model', 'installation.rated_phase_w as ratedPhaseWatts'])
        .where('installation.id', '=', installationId)
        .executeTakeFirstOrThrow();
      return { phases: model === 'mono' ? 1 : 3, ratedPhaseWatts };
    },
    async list(installationId) {
      const { rows } = await sql<StoredImport>`${SELECT}
        where i.installation_id = ${installationId} and i.state <> 'waiting' order by i.id desc limit 200`.execute(
        db,
      );
      return rows;
    },
    async hold(id) {
      await sql`select from reading_import where id = ${id} for update`.execute(db);
      return find(id);
    },
    async remove(id) {
      await db.deleteFrom('reading_import').where('id', '=', id).execute();
    },
    async begin(id, reading) {
      await change(id)
        .set({ state: 'running', reading: JSON.stringify(reading) })
        .execute();
    },
    async progress(id, thousandths) {
      await change(id).set({ progress: thousandths }).execute();
    },
    async estimate(id, stretches) {
      const ranges = stretches.map(
        ({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`,
      );
      await change(id)
        .set({ estimated: `{${ranges.join(',')}}` })
        .execute();
    },
    async end(id, state, outcome) {
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
    async undo(id, { accountId, at }) {
      await change(id).set({ state: 'undone', undone_by: accountId, undone_at: at }).execute();
    },
  };
};
