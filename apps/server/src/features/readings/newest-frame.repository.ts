import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';

export interface NewestFrameRepository {
  /** When the newest frame of an installation was measured; null before its first. */
  at(installationId: number): Promise<Instant | null>;
}

export const createNewestFrameRepository = (pool: Pool): NewestFrameRepository => ({
  async at(installationId) {
    const { rows } = await pool.query<{ at: Date }>({
      name: 'newest-frame',
      text: 'select at from last_state where installation_id = $1',
      values: [installationId],
    });
    return rows[0] ? instant(rows[0].at.getTime()) : null;
  },
});
