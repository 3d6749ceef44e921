import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface BoardSecrets {
  readonly keyHash: Buffer;
  readonly claimHash: Buffer | null;
  /** Account that may install the board by its MAC alone. */
  readonly assignedTo: string | null;
  readonly isInstalled: boolean;
}

export const createBoardClaimsRepository = (db: Connection) => ({
  async find(mac: string): Promise<BoardSecrets | null> {
    const row = await db
      .selectFrom('board')
      .where('mac', '=', mac)
      .select(['key_hash as keyHash', 'claim_hash as claimHash', 'assigned_to as assignedTo'])
      .select(
        sql<boolean>`exists (select from installation i where i.mac = board.mac and i.removed_at is null)`.as(
          'isInstalled',
        ),
      )
      .executeTakeFirst();
    return row ?? null;
  },
});
