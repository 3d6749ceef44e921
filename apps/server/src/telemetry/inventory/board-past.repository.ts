import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { PLANNED_ONCE } from '../../platform/database/planned-once.ts';

export interface PastInstallation {
  readonly id: number;
  readonly name: string;
  readonly establishmentName: string;
  readonly zone: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly ownerEmail: string;
  readonly installedAt: Date;
  readonly removedAt: Date | null;
}

export interface RefusedOfDay {
  readonly day: string;
  readonly reason: string;
  readonly frames: number;
}

export interface KeptFrame {
  readonly id: number;
  readonly receivedAt: Date;
  readonly reason: string;
  readonly topic: string;
  readonly payload: Buffer;
}

export type BoardPastRepository = ReturnType<typeof createBoardPastRepository>;

export const createBoardPastRepository = (db: Connection) => ({
  /** Newest first. */
  installations: (mac: string): Promise<readonly PastInstallation[]> =>
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
      .modifyEnd(PLANNED_ONCE)
      .execute(),
  /** Newest day first, within a day the most frequent reason. */
  refusals: (mac: string, since: CivilDate): Promise<readonly RefusedOfDay[]> =>
    db
      .selectFrom('refused_of_board')
      .where('mac', '=', mac)
      .where('day', '>=', since)
      .select(['day', 'reason', 'frames'])
      .orderBy('day', 'desc')
      .orderBy('frames', 'desc')
      .orderBy('reason')
      .modifyEnd(PLANNED_ONCE)
      .execute(),
  /** The newest that were kept. */
  keptFrames: (mac: string, limit: number): Promise<readonly KeptFrame[]> =>
    db
      .selectFrom('refused_frame')
      .where('mac', '=', mac)
      .select(['id', 'received_at as receivedAt', 'reason', 'topic', 'payload'])
      .orderBy('id', 'desc')
      .limit(limit)
      .modifyEnd(PLANNED_ONCE)
      .execute(),
});
