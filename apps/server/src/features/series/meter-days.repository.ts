import { QUARTER_QUANTITIES, type QuarterQuantity } from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, type Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { utcDay } from './closed-after.ts';
import { decodePhases, type PhaseGrids } from './encoding/quarters.ts';

/** [from, to) of an installation. */
interface InstallationSpan {
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** A closed day by quarter-hours: thousandths of each quantity by phase. */
export interface DayByPhase extends Readonly<Record<QuarterQuantity, PhaseGrids>> {
  /** Epoch ms. */
  readonly midnight: number;
  /** A character of each quarter-hour, 1 with data; null: all with. */
  readonly present: string | null;
}

const DAYS = `select (day - date '1970-01-01') as day, present, ${QUARTER_QUANTITIES.join(', ')} from meter_day
where installation_id = $1 and day between $2 and $3 and format is not null order by day`;

const ARE_WHOLE = `select last - first + 1 <= (
  select count(*) from meter_day
  where installation_id = given.id and day between first and last and format is not null) as "isWhole"
from unnest($1::integer[], $2::date[], $3::date[]) with ordinality as given (id, first, last, place) order by place`;

export interface MeterDaysRepository {
  /** The closed days that a span touches, ascending. */
  byPhase(span: InstallationSpan): Promise<readonly DayByPhase[]>;
  /** Of each span whether all UTC days that it touches are closed. */
  areWhole(spans: readonly InstallationSpan[]): Promise<readonly boolean[]>;
}

type DayRow = Readonly<Record<QuarterQuantity, Buffer | null>> & {
  readonly day: number;
  readonly present: string | null;
};

export const createMeterDaysRepository = (pool: Pool): MeterDaysRepository => ({
  async byPhase({ installationId, from, to }) {
    if (to <= from) return [];
    const { rows } = await pool.query<DayRow>({
      name: 'days-by-phase',
      text: DAYS,
      values: [installationId, utcDay(from), utcDay(to - 1)],
    });
    return rows.map(({ day, present, ...bytes }) => {
      const grids = QUARTER_QUANTITIES.map((name) => [name, decodePhases(bytes[name])] as const);
      return {
        midnight: day * DAY_MS,
        present,
        ...(Object.fromEntries(grids) as Record<QuarterQuantity, PhaseGrids>),
      };
    });
  },
  async areWhole(spans) {
    if (spans.length === 0) return [];
    const { rows } = await pool.query<{ isWhole: boolean }>({
      name: 'are-days-closed',
      text: ARE_WHOLE,
      values: [
        spans.map(({ installationId }) => installationId),
        spans.map(({ from }) => utcDay(from)),
        spans.map(({ to }) => utcDay(to - 1)),
      ],
    });
    return rows.map(({ isWhole }) => isWhole);
  },
});
