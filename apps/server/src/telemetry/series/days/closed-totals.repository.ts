import type { Pool } from 'pg';
import { createAskTogether } from '../../../platform/database/one-reading.ts';
import type { InstallationSpan } from './installation-span.ts';
import { askOfSpans, type RowOfSpan } from './spans-asked.repository.ts';

/**
 * One row a span: thousands of them would take longer to read than what is in them. They lie in the index. Of a span with a cut,
 * days between its first and its last of which no data lack send head, total and what comes before that quarter-hour alone.
 */
const CLOSED_TOTALS = `select asked.span_index as "spanIndex", closed.records
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[], $5::integer[]) as asked (span_index, id, first, last, cut)
cross join lateral (
  select encode(string_agg(case when asked.cut is null or day = asked.first or day = asked.last or width >= 128 then totals
    else substring(totals for 4 + width) || substring(totals from 5 + asked.cut * width for width) end, ''::bytea), 'base64') as records
  from meter_day cross join lateral (select get_byte(totals, 3) as width) head
  where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where records is not null`;

interface TotalsRow extends RowOfSpan {
  readonly records: string;
}

/** A span of closed days, whole or cut at a quarter-hour of each of them. */
export type ClosedTotalsSpan = InstallationSpan & { readonly cut: number | null };

/** The records of the closed days that each span touches, in any order of days; null of a span that touches none. */
export const createReadClosedTotals = (
  pool: Pool,
): ((spans: readonly ClosedTotalsSpan[]) => Promise<readonly (Buffer | null)[]>) =>
  createAskTogether(async (spans) => {
    const statement = { name: 'closed-totals', text: CLOSED_TOTALS };
    const rows = await askOfSpans<TotalsRow, ClosedTotalsSpan>(pool, spans, statement, (asked) => [
      asked.map(({ cut }) => cut),
    ]);
    return rows.map((row) => (row === undefined ? null : Buffer.from(row.records, 'base64')));
  });
