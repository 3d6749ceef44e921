import type { ClientBase } from 'pg';

export const createBaseBackupRepository = (client: ClientBase) => ({
  async isArchiving(): Promise<boolean> {
    const { rows } = await client.query<{ archive_mode: string }>('show archive_mode');
    return rows[0]?.archive_mode === 'on';
  },
  /** Starts a base backup. The files may then be copied while they change. */
  async begin(label: string): Promise<void> {
    await client.query('select pg_backup_start($1, fast => true)', [label]);
  },
  /** Ends the base backup. Resolves with the content of `backup_label` when all WAL that the copy needs is archived. */
  async end(): Promise<string> {
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    return rows[0]?.labelfile ?? '';
  },
});
