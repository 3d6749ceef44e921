import type { CutSpan } from '@nascente/domain/energy/consumption/day-sums';
import type { Pool } from 'pg';
import type { InstallationSpan } from './installation-span.ts';
import { askOfSpans, SPANS_ASKED } from './spans-asked.repository.ts';

/** One row a span: thousands of them would take longer to read than what is in them. They lie in the index. */
const CLOSED_TOTALS = `select asked.span_index as "spanIndex", closed.records
from ${SPANS_ASKED}
cross join lateral (select encode(string_agg(totals, ''::bytea), 'base64') as records from meter_day
  where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where records is not null`;

/** Of days between the first and the last, of which no data lack: head, total and what comes before a quarter-hour. */
const CUT_TOTALS = `select asked.span_index as "spanIndex", closed.records
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[], $5::integer[]) as asked (span_index, id, first, last, cut)
cross join lateral (
  select encode(string_agg(case when day = asked.first or day = asked.last or width >= 128 then totals
    else substring(totals for 4 + width) || substring(totals from 5 + asked.cut * width for width) end, ''::bytea), 'base64') as records
  from meter_day cross join lateral (select get_byte(totals, 3) as width) head
  where installation_id = asked.id and format is not null and day between asked.first and asked.last
) closed where records is not null`;

interface TotalsRow {
  readonly spanIndex: number;
  readonly records: string;
}

/** Records of the closed days that a span touches, in any order. */
interface ClosedRecords {
  readonly spanIndex: number;
  readonly records: Buffer;
}

const recordsOf = ({ spanIndex, records }: TotalsRow): ClosedRecords => ({
  spanIndex,
  records: Buffer.from(records, 'base64'),
});

interface ClosedTotalsRepository {
  read(spans: readonly InstallationSpan[]): Promise<readonly ClosedRecords[]>;
  /** Whole records of the first and the last day and of those of which data lack, of all others no more than the two parts. */
  readCut(spans: readonly CutSpan<InstallationSpan>[]): Promise<readonly ClosedRecords[]>;
}

export const createClosedTotalsRepository = (pool: Pool): ClosedTotalsRepository => ({
  async read(spans) {
    const rows = await askOfSpans<TotalsRow>(pool, spans, { name: 'closed-totals', text: CLOSED_TOTALS });
    return rows.map(recordsOf);
  },
  async readCut(spans) {
    const statement = { name: 'cut-totals', text: CUT_TOTALS };
    return (
      await askOfSpans<TotalsRow, CutSpan<InstallationSpan>>(pool, spans, statement, ({ cut }) => cut)
    ).map(recordsOf);
  },
});
