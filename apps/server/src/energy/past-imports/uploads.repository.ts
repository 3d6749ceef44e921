import type { Pool } from 'pg';

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
  /** Part after part, so that a file is never held whole. */
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
  /** Files that nobody imported, and their rows. */
  async removeWaiting(before: Date): Promise<void> {
    await pool.query(`delete from reading_import where state = 'waiting' and created_at < $1`, [before]);
  },
});
