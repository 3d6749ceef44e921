import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { PeriodDays } from '../content/report-periods.ts';
import { createVersionsRepository, type NewVersion } from './versions.repository.ts';

interface Ended {
  readonly id: string;
  /** The number of the version; where nothing changed, that of the newest. */
  readonly number: number;
  readonly version: NewVersion | null;
  readonly last: string;
  readonly billedDays: PeriodDays | null;
  readonly isOpen: boolean;
}

interface Held {
  readonly newest: number;
}

/**
 * Keeps what was made of a report, and that it is made.
 * @returns false where another job kept a version meanwhile: nothing is kept then, and nobody is to be told
 */
export const endMaking = async (within: Connection, ended: Ended, now: Instant): Promise<boolean> => {
  const { id, number, version, last, billedDays, isOpen } = ended;
  const { rows } = await sql<Held>`select
      coalesce((select max(v.number) from report_version v where v.report_id = r.id), 0) as newest
    from (select id from report where id = ${id}::uuid for update) r`.execute(within);
  const [held] = rows;
  const isFirst = held !== undefined && held.newest === (version === null ? number : number - 1);
  if (isFirst && version !== null) await createVersionsRepository(within).add(id, number, version, now);
  const at = new Date(now);
  await sql`update report set state = 'made', progress = 100, touched_at = ${at}, looked_at = ${at},
    last_day = ${last}, told_first = ${billedDays?.first ?? null}, told_last = ${billedDays?.last ?? null}, is_open = ${isOpen} where id = ${id}::uuid`.execute(
    within,
  );
  return isFirst;
};
