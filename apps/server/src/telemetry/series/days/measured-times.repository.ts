import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import { createAskTogether } from '../../../platform/database/one-reading.ts';
import type { InstallationSpan } from '../interval-queries.repository.ts';

const ESTIMATED = {
  name: 'estimated-times',
  text: `select installation_id as "installationId", (extract(epoch from lower(part)) * 1000)::float8 as "from",
      (extract(epoch from upper(part)) * 1000)::float8 as "to"
    from reading_import cross join unnest(estimated) as part
    where installation_id = any($1::integer[]) and not isempty(estimated)
      and part && tstzrange(to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000))`,
} as const;

/** The parts of each interval that an import estimated, in the order of the intervals. */
export const createReadEstimated = (
  pool: Pool,
): ((spans: readonly InstallationSpan[]) => Promise<readonly (readonly TimeSpan[])[]>) =>
  createAskTogether(async (spans) => {
    if (spans.length === 0) return [];
    const ids = [...new Set(spans.map(({ installationId }) => installationId))];
    const from = spans.reduce((first, span) => Math.min(first, span.from), Number.POSITIVE_INFINITY);
    const to = spans.reduce((last, span) => Math.max(last, span.to), 0);
    const { rows } = await pool.query<{ installationId: number; from: Instant; to: Instant }>({
      ...ESTIMATED,
      values: [ids, Math.min(from, to), to],
    });
    const parts = Map.groupBy(rows, ({ installationId }) => installationId);
    return spans.map((span) =>
      (parts.get(span.installationId) ?? []).flatMap((part) => {
        const clipped = {
          from: instant(Math.max(span.from, part.from)),
          to: instant(Math.min(span.to, part.to)),
        };
        return clipped.from < clipped.to ? [clipped] : [];
      }),
    );
  });

/**
 * SQL of the first or last time with a quarter-hour of an installation, as timestamptz; null without data. Of a closed day, the
 * start or end of the day is used. Only indexes are read.
 *
 * @param installation - SQL of its id
 */
export const measuredAt = (which: 'first' | 'last', installation: string): string => {
  const [choose, aggregate, day] =
    which === 'first' ? ['least', 'min', 'min(day)'] : ['greatest', 'max', 'max(day) + 1'];
  return `${choose}((select ${aggregate}(start) from quarter where installation_id = ${installation}),
    (select (${day})::timestamp at time zone 'UTC' from meter_day where installation_id = ${installation} and format is not null))`;
};

/**
 * SQL of the imported quarter-hours of an installation, unordered: `start` and `import_id`. @param installation - SQL of its id
 */
export const importedQuarters = (installation: string): string => `(
  select start, import_id from quarter
  where installation_id = ${installation} and import_id is not null and not exists (select from meter_day
    where meter_day.installation_id = ${installation} and day = (start at time zone 'UTC')::date and format is not null)
  union all
  select day::timestamp at time zone 'UTC' + (number - 1) * interval '15 minutes', import_id
  from meter_day cross join unnest(imports) with ordinality as quarters (import_id, number)
  where installation_id = ${installation} and format is not null and imports is not null and import_id > 0
)`;
