import type { Pool } from 'pg';
import type { InstallationSpan } from './installation-span.ts';
import { askOfSpans, SPANS_ASKED } from './spans-asked.repository.ts';

/** One row a span: thousands of them would take longer to read than what is in them. They lie in the index. */
const CLOSED_HALF_HOURS = `select asked.span_index as "spanIndex", closed.records
from ${SPANS_ASKED}
cross join lateral (select encode(string_agg(half_hours, ''::bytea), 'base64') as records from meter_day
  where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where records is not null`;

interface HalfHoursRow {
  readonly spanIndex: number;
  readonly records: string;
}

interface ClosedHalfHoursRepository {
  /** Of each span the records of the closed days that it touches, in any order; null where none is closed. */
  read(spans: readonly InstallationSpan[]): Promise<readonly (Buffer | null)[]>;
}

export const createClosedHalfHoursRepository = (pool: Pool): ClosedHalfHoursRepository => ({
  async read(spans) {
    const rows = await askOfSpans<HalfHoursRow>(pool, spans, {
      name: 'closed-half-hours',
      text: CLOSED_HALF_HOURS,
    });
    const recordsOf = new Map(rows.map(({ spanIndex, records }) => [spanIndex, records]));
    return spans.map((_, spanIndex) => {
      const records = recordsOf.get(spanIndex);
      return records === undefined ? null : Buffer.from(records, 'base64');
    });
  },
});
