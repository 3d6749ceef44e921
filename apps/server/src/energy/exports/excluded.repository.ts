import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { Pool } from 'pg';

export type ExcludedRepository = ReturnType<typeof createExcludedRepository>;

export const createExcludedRepository = (pool: Pool) => ({
  /** Whether an operator has marked any of it as wrong. */
  async isAny(installationId: number, { from, to }: TimeSpan): Promise<boolean> {
    const { rows } = await pool.query({
      name: 'any-excluded',
      text: `select from reading_exclusion where installation_id = $1 and undone_at is null
        and begins < $3 and ends > $2 limit 1`,
      values: [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
    });
    return rows.length > 0;
  },
});
