import type { Pool } from 'pg';

/** The size of a part of a compressed file. */
export const PART_BYTES = 256 * 1024;

export interface UploadsRepository {
  add(importId: number, number: number, content: Buffer): Promise<void>;
  /** Part after part, so that a file is never held whole. */
  read(importId: number): AsyncGenerator<Buffer>;
  remove(importId: number): Promise<void>;
  /** Files that nobody imported, and their rows. */
  removeWaiting(before: Date): Promise<void>;
}

export const createUploadsRepository = (pool: Pool): UploadsRepository => ({
  async add(importId, number, content) {
    await pool.query('insert into reading_import_part (import_id, number, content) values ($1, $2, $3)', [
      importId,
      number,
      content,
    ]);
  },
  async *read(importId) {
    for (let number = 0; ; number++) {
      const { rows } = await pool.query<{ content: Buffer }>(
        'select content from reading_import_part where import_id = $1 and number = $2',
        [importId, number],
      );
      if (rows[0] === undefined) return;
      yield rows[0].content;
    }
  },
  async remove(importId) {
    await pool.query('delete from reading_import_part where import_id = $1', [importId]);
  },
  async removeWaiting(before) {
    await pool.query(`delete from reading_import where state = 'waiting' and created_at < $1`, [before]);
  },
});
