import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';

export type NewestFrameRepository = ReturnType<typeof createNewestFrameRepository>;

export const createNewestFrameRepository = (pool: Pool) => ({
  /** Device time of the newest frame of an installation; `null`: none yet. */
  async at(installationId: number): Promise<Instant | null> {
    const { rows } = await pool.query<{ at: Date }>({
      name: 'newest-frame',
      text: 'select at from last_state where installation_id = $1',
      values: [installationId],
    });
    return rows[0] ? instant(rows[0].at.getTime()) : null;
  },
});
