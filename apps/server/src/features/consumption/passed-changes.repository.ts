import type { Pool } from 'pg';

/** Whoever has not asked for so long reads anew; who has asked reads once more what was written. */
const FORGET = `delete from passed_change where at < now() - interval '1 hour'`;

/** The notes of what was written into quarter-hours that had passed; they are read with those (`recent-quarters`). */
export interface PassedChangesRepository {
  forgetOld(): Promise<void>;
}

export const createPassedChangesRepository = (pool: Pool): PassedChangesRepository => ({
  async forgetOld() {
    await pool.query(FORGET);
  },
});
