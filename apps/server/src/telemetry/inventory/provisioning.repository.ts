import type { BoardTraits, BoardType } from '@nascente/domain/sites/boards/board-traits';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface ProvisionedBoard extends BoardTraits {
  readonly mac: string;
  readonly keyHash: Buffer;
  readonly claimHash: Buffer;
}

/** What decides whether a board may still be changed or removed. */
export interface BoardPast {
  readonly mac: string;
  readonly wasInstalled: boolean;
  readonly hasReadings: boolean;
  readonly type: BoardType;
  readonly isInUse: boolean;
}

export interface ProvisioningRepository {
  /** Those of the given that are in the inventory. */
  storedMacs(macs: readonly string[]): Promise<string[]>;
  /** @returns how many were added: those that exist already are left as they are. */
  add(boards: readonly ProvisionedBoard[]): Promise<number>;
  /** Locks it until the transaction ends, so that nobody installs it meanwhile. */
  lock(mac: string): Promise<BoardPast | null>;
  setTraits(mac: string, traits: BoardTraits): Promise<void>;
  setKey(mac: string, keyHash: Buffer): Promise<void>;
  setClaimCode(mac: string, claimHash: Buffer): Promise<void>;
  remove(mac: string): Promise<void>;
}

const ADD = (boards: readonly ProvisionedBoard[]) => sql`
  insert into board (mac, type, model, equipment, key_hash, claim_hash)
  select * from unnest(
    ${boards.map(({ mac }) => mac)}::text[], ${boards.map(({ type }) => type)}::text[],
    ${boards.map(({ model }) => model)}::text[], ${boards.map(({ equipment }) => equipment)}::text[],
    ${boards.map(({ keyHash }) => keyHash)}::bytea[],
    ${boards.map(({ claimHash }) => claimHash)}::bytea[])
    as given (mac, type, model, equipment, key_hash, claim_hash)
  order by mac on conflict (mac) do nothing`;

export const createProvisioningRepository = (db: Connection): ProvisioningRepository => ({
  async storedMacs(macs) {
    const found = await db
      .selectFrom('board')
      .where('mac', '=', sql<string>`any(${[...macs]}::text[])`)
      .select('mac')
      .orderBy('mac')
      .execute();
    return found.map(({ mac }) => mac);
  },
  async add(boards) {
    const { numAffectedRows } = await ADD(boards).execute(db);
    return Number(numAffectedRows ?? 0);
  },
  async lock(mac) {
    const board = await db
      .selectFrom('board as b')
      .where('b.mac', '=', mac)
      .select(['b.mac', 'b.type'])
      .forUpdate()
      .executeTakeFirst();
    if (board === undefined) return null;
    const past = await db
      .selectFrom('board_stay as b')
      .leftJoin('last_state as s', 's.installation_id', 'b.installation_id')
      .where('b.mac', '=', mac)
      .select(({ fn }) => [
        fn.count<number>('b.installation_id').as('installations'),
        fn.count<number>('s.installation_id').as('heard'),
        sql<boolean>`coalesce(bool_or(b.until is null), false)`.as('isInUse'),
      ])
      .executeTakeFirstOrThrow();
    const { installations, heard, isInUse } = past;
    return { ...board, wasInstalled: installations > 0, hasReadings: heard > 0, isInUse };
  },
  async setTraits(mac, traits) {
    await db.updateTable('board').set(traits).where('mac', '=', mac).execute();
  },
  async setKey(mac, keyHash) {
    await db.updateTable('board').set({ key_hash: keyHash }).where('mac', '=', mac).execute();
  },
  async setClaimCode(mac, claimHash) {
    await db.updateTable('board').set({ claim_hash: claimHash }).where('mac', '=', mac).execute();
  },
  async remove(mac) {
    await db.deleteFrom('refused_of_board').where('mac', '=', mac).execute();
    await db.deleteFrom('refused_frame').where('mac', '=', mac).execute();
    await db.deleteFrom('board').where('mac', '=', mac).execute();
  },
});
