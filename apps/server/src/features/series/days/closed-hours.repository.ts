import type { Pool } from 'pg';
import { inHalves } from '../../../platform/database/in-halves.ts';
import { daysTouched, type InstallationSpan, isSome } from './quarter-runs.ts';

/** One row a span: thousands of them would take longer to read than what is in them. Hours lie in the index. */
const CLOSED_HOURS = `select asked.place, closed.records
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[]) as asked (place, id, first, last)
cross join lateral (select encode(string_agg(hours, ''::bytea), 'base64') as records from meter_day
  where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where records is not null`;

interface ClosedHoursRepository {
  /** Of each span the records of the closed days that it touches, in any order; null where none is closed. */
  read(spans: readonly InstallationSpan[]): Promise<readonly (Buffer | null)[]>;
}

export const createClosedHoursRepository = (pool: Pool): ClosedHoursRepository => ({
  async read(spans) {
    const asked = spans.map((span, place) => ({ ...span, place })).filter(isSome);
    const halves = await inHalves(asked, async (some) => {
      const days = some.map(daysTouched);
      const { rows } = await pool.query<{ place: number; records: string }>({
        name: 'closed-hours',
        text: CLOSED_HOURS,
        values: [
          some.map(({ place }) => place),
          some.map(({ installationId }) => installationId),
          days.map(([first]) => first),
          days.map(([, last]) => last),
        ],
      });
      return rows;
    });
    const recordsOf = new Map(halves.flat().map(({ place, records }) => [place, records]));
    return spans.map((_, place) => {
      const records = recordsOf.get(place);
      return records === undefined ? null : Buffer.from(records, 'base64');
    });
  },
});
