import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
export type BoardInstallation = ResultRow<typeof createBoardHistoryRepository, 'installations'>;

export type RefusedOfDay = ResultRow<typeof createBoardHistoryRepository, 'refusals'>;

export type RefusedFrame = ResultRow<typeof createBoardHistoryRepository, 'storedFrames'>;

export type BoardHistoryRepository = ReturnType<typeof createBoardHistoryRepository>;

export const createBoardHistoryRepository = (db: Connection) => ({
  /** Newest first. */
  installations: (mac: string) =>
    db
      .selectFrom('board_stay as s')
      .innerJoin('installation as i', 'i.id', 's.installation_id')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .innerJoin('account as a', 'a.id', 'e.owner_id')
      .where('s.mac', '=', mac)
      .select(['i.id', 'i.name', 'e.zone', 'a.id as ownerId', 'a.email as ownerEmail'])
      .select(['s.since as installedAt', 's.until as removedAt'])
      .select([
        sql<string>`e.display_name`.as('establishmentName'),
        sql<string>`trim(a.first_name || ' ' || a.last_name)`.as('ownerName'),
      ])
      .orderBy('s.since', 'desc')
      .orderBy('i.id', 'desc')
      .modifyEnd(PREPARED)
      .execute(),
  /** Newest day first, within a day the most frequent reason. */
  refusals: (mac: string, since: CivilDate) =>
    db
      .selectFrom('refused_of_board')
      .where('mac', '=', mac)
      .where('day', '>=', since)
      .select(['day', 'reason', 'frames'])
      .orderBy('day', 'desc')
      .orderBy('frames', 'desc')
      .orderBy('reason')
      .modifyEnd(PREPARED)
      .execute(),
  /** The newest stored rejected frames. */
  storedFrames: (mac: string, limit: number) =>
    db
      .selectFrom('refused_frame')
      .where('mac', '=', mac)
      .select(['id', 'received_at as receivedAt', 'reason', 'topic', 'payload'])
      .orderBy('id', 'desc')
      .limit(limit)
      .modifyEnd(PREPARED)
      .execute(),
});
