import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Pool } from 'pg';
import { SEEN_BY, type Viewer } from '../../../sites/meters/index.ts';
import type { StoredAbout } from './report-about.ts';

export type FirstMeterDay = (viewer: Viewer, about: StoredAbout) => Promise<CivilDate | null>;

/** Finds the local day on which the first of the meters stood that a report is of; null where none ever did. */
export const createFirstMeterDay =
  (pool: Pool): FirstMeterDay =>
  async ({ accountId, scope }, { establishmentId, type, groupId }) => {
    const { rows } = await pool.query<{ day: CivilDate | null }>(
      `select min((i.installed_at at time zone e.zone)::date)::text as day from installation i
        join establishment e on e.id = i.establishment_id join board b on b.mac = i.mac
      where ${SEEN_BY[scope]} and ($2::uuid is null or i.establishment_id = $2)
        and ($3::text is null or b.type = $3)
        and ($4::uuid is null or i.id in (select m.installation_id from group_member m where m.group_id = $4))`,
      [accountId, establishmentId, type, groupId],
    );
    return rows[0]?.day ?? null;
  };
