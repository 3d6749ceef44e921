import type { BoardTraits } from '@nascente/domain/sites/boards/board-traits';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';

/** Must be created from a transaction. */
export const createAssigningRepository = (db: Connection) => ({
  /** Locks boards until the transaction ends. Maps each known MAC to whether the board is installed. */
  async holdBoards(macs: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const chosen = db.selectFrom('board as b').where('b.mac', '=', sql<string>`any(${[...macs]}::text[])`);
    await chosen.select('b.mac').orderBy('b.mac').forNoKeyUpdate().execute();
    const rows = await chosen
      .select('b.mac')
      .select(
        sql<boolean>`exists (select from installation i where i.mac = b.mac and i.removed_at is null)`.as(
          'isInstalled',
        ),
      )
      .execute();
    return new Map(rows.map(({ mac, isInstalled }) => [mac, isInstalled]));
  },
  /** Account ids of enabled Managers by e-mail. */
  async managers(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await db
      .selectFrom('account')
      .where('email', '=', sql<string>`any(${[...emails]}::text[])`)
      .where('profile', '=', 'Manager')
      .where('disabled_at', 'is', null)
      .select(['id', 'email'])
      .execute();
    return new Map(rows.map(({ id, email }) => [email, id]));
  },
  async assign(
    boards: readonly { readonly mac: string; readonly accountId: string | null }[],
  ): Promise<void> {
    await sql`update board b set assigned_to = a.account_id
      from unnest(${boards.map(({ mac }) => mac)}::text[],
        ${boards.map(({ accountId }) => accountId)}::uuid[]) as a (mac, account_id)
      where b.mac = a.mac`.execute(db);
  },
});

interface ProvisionedBoard extends BoardTraits {
  readonly mac: string;
  readonly keyHash: Buffer;
  readonly claimHash: Buffer;
}

/** Facts that decide whether a board may be changed or removed. */
export type BoardPast = ResultRow<typeof createProvisioningRepository, 'lock'>;

export type ProvisioningRepository = ReturnType<typeof createProvisioningRepository>;

const ADD = (boards: readonly ProvisionedBoard[]) => sql`
  insert into board (mac, type, model, equipment, key_hash, claim_hash)
  select * from unnest(
    ${boards.map(({ mac }) => mac)}::text[], ${boards.map(({ type }) => type)}::text[],
    ${boards.map(({ model }) => model)}::text[], ${boards.map(({ equipment }) => equipment)}::text[],
    ${boards.map(({ keyHash }) => keyHash)}::bytea[],
    ${boards.map(({ claimHash }) => claimHash)}::bytea[])
    as given (mac, type, model, equipment, key_hash, claim_hash)
  order by mac on conflict (mac) do nothing`;

export const createProvisioningRepository = (db: Connection) => ({
  /** The given MACs that are in the inventory. */
  async storedMacs(macs: readonly string[]): Promise<string[]> {
    const found = await db
      .selectFrom('board')
      .where('mac', '=', sql<string>`any(${[...macs]}::text[])`)
      .select('mac')
      .orderBy('mac')
      .execute();
    return found.map(({ mac }) => mac);
  },
  /** Adds boards; existing ones stay unchanged. @returns the number of added boards */
  async add(boards: readonly ProvisionedBoard[]): Promise<number> {
    const { numAffectedRows } = await ADD(boards).execute(db);
    return Number(numAffectedRows ?? 0);
  },
  /** Locks a board against installing until the transaction ends. @returns `null` if it is not in the inventory */
  async lock(mac: string) {
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
        fn.count<number>('s.installation_id').as('received'),
        sql<boolean>`coalesce(bool_or(b.until is null), false)`.as('isInUse'),
      ])
      .executeTakeFirstOrThrow();
    const { installations, received, isInUse } = past;
    return { ...board, wasInstalled: installations > 0, hasReadings: received > 0, isInUse };
  },
  async setTraits(mac: string, traits: BoardTraits): Promise<void> {
    await db.updateTable('board').set(traits).where('mac', '=', mac).execute();
  },
  async setKey(mac: string, keyHash: Buffer): Promise<void> {
    await db.updateTable('board').set({ key_hash: keyHash }).where('mac', '=', mac).execute();
  },
  async setClaimCode(mac: string, claimHash: Buffer): Promise<void> {
    await db.updateTable('board').set({ claim_hash: claimHash }).where('mac', '=', mac).execute();
  },
  async remove(mac: string): Promise<void> {
    await db.deleteFrom('refused_of_board').where('mac', '=', mac).execute();
    await db.deleteFrom('refused_frame').where('mac', '=', mac).execute();
    await db.deleteFrom('board').where('mac', '=', mac).execute();
  },
});
