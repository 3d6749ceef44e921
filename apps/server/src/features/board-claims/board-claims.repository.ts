import type { Connection } from '../../platform/database/open-database.ts';

export interface BoardClaimsRepository {
  /** What is kept of the device key and of the claim code of a board. */
  find(mac: string): Promise<{ keyHash: Buffer; claimHash: Buffer | null } | null>;
}

export const createBoardClaimsRepository = (db: Connection): BoardClaimsRepository => ({
  async find(mac) {
    const row = await db
      .selectFrom('board')
      .where('mac', '=', mac)
      .select(['key_hash as keyHash', 'claim_hash as claimHash'])
      .executeTakeFirst();
    return row ?? null;
  },
});
