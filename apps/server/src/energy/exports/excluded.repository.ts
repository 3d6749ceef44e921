import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { Pool } from 'pg';

export interface ExcludedRepository {
  /** Whether an operator has marked any of it as wrong. */
  isAny(installationId: number, span: TimeSpan): Promise<boolean>;
}

export const createExcludedRepository = (pool: Pool): ExcludedRepository => ({
  async isAny(installationId, { from, to }) {
    const { rows } = await pool.query({
      name: 'any-excluded',
      text: `select from reading_exclusion where installation_id = $1 and undone_at is null
        and begins < $3 and ends > $2 limit 1`,
      values: [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
    });
    return rows.length > 0;
  },
});
