import { SUM_COLUMNS } from './batch-totals.ts';

/** What a statement must give of each quarter-hour, in this order. */
export const QUARTER_COLUMNS: readonly string[] = ['installation_id', 'start', ...SUM_COLUMNS, 'frames'];

const NAMES = QUARTER_COLUMNS.join(', ');

const addTo = (table: string): string => `on conflict (installation_id, start) do update set
  ${[...SUM_COLUMNS, 'frames'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;

/** Whether an operator has marked the stretch of a quarter-hour as wrong. */
export const isExcluded = (quarter: string): string => `exists (
  select from reading_exclusion e where e.installation_id = ${quarter}.installation_id and e.undone_at is null
    and e.begins <= ${quarter}.start and e.ends > ${quarter}.start)`;

/** Whether an import stands in it: what exists wins, so what is measured later is set aside. */
const isImported = (quarter: string): string => `exists (
  select from quarter q where q.installation_id = ${quarter}.installation_id and q.start = ${quarter}.start
    and q.import_id is not null)`;

/**
 * Adds quarter-hours to the totals, or to what is set aside: the two parts of a `with`, without a comma at the end. A
 * statement that has them holds the table of what is set aside, so a correction under way waits for it or is seen by it.
 *
 * @param source - what stands after `from`, with the columns of `QUARTER_COLUMNS`
 * @param asideWhen - what must be true, beside the stretch or import itself, for anything to be set aside
 */
export const addQuarters = (source: (alias: string) => string, asideWhen = 'true'): string => `aside as (
  insert into set_aside_quarter (${NAMES})
  select ${NAMES} from ${source('a')} where ${asideWhen} and (${isExcluded('a')} or ${isImported('a')})
  order by installation_id, start
  ${addTo('set_aside_quarter')}
), totalled as (
  insert into quarter (${NAMES})
  select ${NAMES} from ${source('t')} where not ${isExcluded('t')}
  order by installation_id, start
  ${addTo('quarter')} where quarter.import_id is null
)`;

/** Whether a stretch is marked as wrong that ends after the first of these starts: mostly none is, and none is looked at. */
export const anyExclusionAfter = (starts: string): string => `(select exists (select from reading_exclusion
  where undone_at is null and ends > (select min(first) from unnest(${starts}) as sent (first))))`;
