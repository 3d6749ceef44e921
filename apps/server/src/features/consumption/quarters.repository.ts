import { QUARTERS_OF_DAY } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../platform/database/in-halves.ts';
import type { QuarterDaysRepository } from './quarter-days.repository.ts';

/** Quarter-hours with data, ascending. */
interface ReadQuarters {
  /** Epoch ms. */
  readonly start: Float64Array;
  /** What all phases consumed in each, mWh, or its volume, ml. */
  readonly consumed: Float64Array;
}

/** What quarter-hours of some installations consumed by phase, mWh. */
export interface LoadRow {
  readonly installationId: number;
  readonly start: Instant;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export interface QuartersRepository {
  read(
    installationId: number,
    of: 'electric' | 'water',
    span: { readonly from: Instant; readonly to: Instant },
  ): Promise<ReadQuarters>;
  /** What each of the installations consumed in each of the quarter-hours. */
  loads(installationIds: readonly number[], starts: readonly Instant[]): Promise<readonly LoadRow[]>;
}

const LOADS = `select installation_id as id, start, consumed_a_mwh as a, consumed_b_mwh as b, consumed_c_mwh as c
from unnest($1::integer[], $2::timestamptz[]) as one (id, begins), quarter
where installation_id = one.id and start = begins and frames > 0`;

interface ReadLoad extends Omit<LoadRow, 'installationId' | 'start'> {
  readonly id: number;
  readonly start: Date;
}

export const createQuartersRepository = (
  pool: Pool,
  quarterDays: QuarterDaysRepository,
): QuartersRepository => ({
  async read(installationId, of, { from, to }) {
    const [days = []] = await quarterDays.read(of, [{ installationId, from, to }]);
    const [start, consumed] = [
      new Float64Array(days.length * QUARTERS_OF_DAY),
      new Float64Array(days.length * QUARTERS_OF_DAY),
    ];
    let length = 0;
    for (const { start: midnight, present, ...day } of days) {
      const column = of === 'water' ? day.volume : day.consumed;
      for (let place = 0; place < QUARTERS_OF_DAY; place++) {
        const at = midnight + place * QUARTER_MS;
        if (at < from || at >= to || (present !== null && present[place] !== '1')) continue;
        start[length] = at;
        consumed[length] = column?.[place] ?? 0;
        length++;
      }
    }
    return { start: start.subarray(0, length), consumed: consumed.subarray(0, length) };
  },
  async loads(installationIds, starts) {
    // Each lies on a page of its own, which may have to be fetched from the disk.
    const wanted = installationIds.flatMap((id) => starts.map((start) => ({ id, start })));
    const halves = await inHalves(wanted, async (some) => {
      const { rows } = await pool.query<ReadLoad>({
        name: 'loads-of-quarters',
        text: LOADS,
        values: [some.map(({ id }) => id), some.map(({ start }) => new Date(start).toISOString())],
      });
      return rows;
    });
    return halves.flat().map(({ id, start, a, b, c }) => ({
      installationId: id,
      start: start.getTime() as Instant,
      a,
      b,
      c,
    }));
  },
});
