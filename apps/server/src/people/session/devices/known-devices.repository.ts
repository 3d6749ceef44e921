import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';

interface NewDevice {
  readonly accountId: string;
  readonly tokenHash: Buffer;
  readonly at: Instant;
}

interface KnownDevicesRepository {
  isKnown(email: string, tokenHash: Buffer): Promise<boolean>;
  isOf(accountId: string, tokenHash: Buffer): Promise<boolean>;
  /** @returns whether the device was known to the account. */
  see(device: NewDevice): Promise<boolean>;
  /** Whoever the device was known to by `before` knows it by its new token. */
  replaceToken(before: Buffer, tokenHash: Buffer): Promise<void>;
  /** Keeps the `most` that were seen last. Nothing where the account is gone meanwhile. */
  insert(device: NewDevice, most: number): Promise<void>;
  /** @param kept null: none. */
  removeOthers(accountId: string, kept: Buffer | null): Promise<void>;
}

export const createKnownDevicesRepository = (db: Connection): KnownDevicesRepository => ({
  async isKnown(email, tokenHash) {
    const row = await db
      .selectFrom('known_device as d')
      .innerJoin('account as a', 'a.id', 'd.account_id')
      .where('d.token_hash', '=', tokenHash)
      .where('a.email', '=', email)
      .select('a.id')
      .executeTakeFirst();
    return row !== undefined;
  },
  async isOf(accountId, tokenHash) {
    const row = await db
      .selectFrom('known_device')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', tokenHash)
      .select('account_id')
      .executeTakeFirst();
    return row !== undefined;
  },
  async see({ accountId, tokenHash, at }) {
    const seen = await db
      .updateTable('known_device')
      .set({ seen_at: new Date(at) })
      .where('token_hash', '=', tokenHash)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return seen.numUpdatedRows > 0n;
  },
  async replaceToken(before, tokenHash) {
    await db
      .updateTable('known_device')
      .set({ token_hash: tokenHash })
      .where('token_hash', '=', before)
      .execute();
  },
  async insert({ accountId, tokenHash, at }, most) {
    await db
      .insertInto('known_device')
      .columns(['token_hash', 'account_id', 'created_at', 'seen_at'])
      .expression((query) =>
        query
          .selectFrom('account')
          .where('id', '=', accountId)
          .select(({ val }) => [
            val(tokenHash).as('token_hash'),
            'id',
            val(new Date(at)).as('created_at'),
            val(new Date(at)).as('seen_at'),
          ]),
      )
      .execute();
    await db
      .deleteFrom('known_device')
      .where('account_id', '=', accountId)
      .where('token_hash', 'in', (devices) =>
        devices
          .selectFrom('known_device')
          .where('account_id', '=', accountId)
          .orderBy('seen_at', 'desc')
          .orderBy('created_at', 'desc')
          .offset(most)
          .select('token_hash'),
      )
      .execute();
  },
  async removeOthers(accountId, kept) {
    await db
      .deleteFrom('known_device')
      .where('account_id', '=', accountId)
      .$if(kept !== null, (query) => query.where('token_hash', '!=', kept ?? Buffer.alloc(0)))
      .execute();
  },
});
