import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';

export type NewestFrameRepository = ReturnType<typeof createNewestFrameRepository>;

export const createNewestFrameRepository = (pool: Pool) => ({
  /** When the newest frame of an installation was measured; null before its first. */
  async at(installationId: number): Promise<Instant | null> {
    const { rows } = await pool.query<{ at: Date }>({
      name: 'newest-frame',
      text: 'select at from last_state where installation_id = $1',
      values: [installationId],
    });
    return rows[0] ? instant(rows[0].at.getTime()) : null;
  },
});
