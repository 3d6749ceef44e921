import { PAST_SUMS, type PastSums } from '@nascente/domain/energy/past-imports/past-totals';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { SUM_COLUMNS } from '../../telemetry/ingest/index.ts';
import { importedQuarters } from '../../telemetry/series/index.ts';

/** `SUM_COLUMNS` and `PAST_SUMS` have one order. */
const EMPTY = [...SUM_COLUMNS.map((name) => `${name} = 0`), 'frames = 0', 'import_id = null'];

export const createImportedQuarters = (db: Connection) => ({
  /** Starts of the quarter-hours that an import has told. */
  async of(installationId: number, importId: number): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ starts: string[] | null }>`
      select array_agg(date_part('epoch', start)::bigint) as starts
      from ${sql.raw(importedQuarters(String(Number(installationId))))} as imported where import_id = ${importId}`.execute(
      db,
    );
    return new Set((rows[0]?.starts ?? []).map((seconds) => Number(seconds) * 1_000));
  },
  /** Adds the quarter-hours that do not exist yet; those that exist stay as they are. @returns how many were added. */
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
  /** Empties the quarter-hours of an import in a stretch. */
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
  /** A meter is where it is from the first instant that is known of it: of itself, or by an import. */
  async moveBeginning(installationId: number): Promise<void> {
    // The board came when it came: what was before it is of another meter.
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
