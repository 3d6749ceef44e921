import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import { createAskTogether } from '../../../platform/database/one-reading.ts';
import type { InstallationSpan } from './installation-span.ts';

const ESTIMATED = {
  name: 'estimated-times',
  text: `select installation_id as "installationId", (extract(epoch from lower(part)) * 1000)::float8 as "from",
      (extract(epoch from upper(part)) * 1000)::float8 as "to"
    from reading_import cross join unnest(estimated) as part
    where installation_id = any($1::integer[]) and not isempty(estimated)
      and part && tstzrange(to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000))`,
} as const;

/** Parts of each span that an import estimated, in the order of the spans. */
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
