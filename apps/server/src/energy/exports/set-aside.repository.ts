import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import type { QuarterRow } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/totals';
import type { Pool } from 'pg';
import { type InstallationSpan, sqlOf } from '../../telemetry/series/index.ts';

export type ExcludedRepository = ReturnType<typeof createExcludedRepository>;

export const createExcludedRepository = (pool: Pool) => ({
  /** Whether an excluded interval overlaps an interval. */
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

export type SetAsideRepository = ReturnType<typeof createSetAsideRepository>;

export const createSetAsideRepository = (pool: Pool) => ({
  /** Measured values of an interval that are set aside, ascending. */
  async rows(
    columns: readonly PhaseColumn[],
    { installationId, from, to }: InstallationSpan,
  ): Promise<readonly QuarterRow[]> {
    const { rows } = await pool.query<{ start: Date; values: number[] }>(
      `select start, array[${columns.map((column) => `(${sqlOf(column)})::float8`).join(', ')}] as values
       from set_aside_quarter where installation_id = $1 and start >= $2 and start < $3 and frames > 0 order by start`,
      [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
    );
    return rows.map(({ start, values }) => ({ start: instant(start.getTime()), values }));
  },
});
