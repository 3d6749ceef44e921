import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';

export const createKnownNetworksRepository = (db: Connection) => ({
  /** Whether the account has known networks, but not this one: a /24 (IPv4) or /48 (IPv6). */
  async isAnother(accountId: string, network: string): Promise<boolean> {
    const { known, here } = await db
      .selectFrom('known_network')
      .where('account_id', '=', accountId)
      .select(({ fn }) => [
        fn.countAll<number>().as('known'),
        fn.countAll<number>().filterWhere('network', '=', network).as('here'),
      ])
      .executeTakeFirstOrThrow();
    return known > 0 && here === 0;
  },
  /** Records the network and retains the `max` networks seen last. Does nothing if the account was removed meanwhile. */
  async see(
    { accountId, network, at }: { accountId: string; network: string; at: Instant },
    max: number,
  ): Promise<void> {
    await db
      .insertInto('known_network')
      .columns(['account_id', 'network', 'seen_at'])
      .expression((query) =>
        query
          .selectFrom('account')
          .where('id', '=', accountId)
          .select(({ val }) => ['id', val(network).as('network'), val(new Date(at)).as('seen_at')]),
      )
      .onConflict((existing) =>
        existing.columns(['account_id', 'network']).doUpdateSet({ seen_at: new Date(at) }),
      )
      .execute();
    await db
      .deleteFrom('known_network')
      .where('account_id', '=', accountId)
      .where('network', 'in', (networks) =>
        networks
          .selectFrom('known_network')
          .where('account_id', '=', accountId)
          .orderBy('seen_at', 'desc')
          .orderBy('network')
          .offset(max)
          .select('network'),
      )
      .execute();
  },
  async removeAllOf(accountId: string): Promise<void> {
    await db.deleteFrom('known_network').where('account_id', '=', accountId).execute();
  },
});

interface SeenDevice {
  readonly accountId: string;
  readonly tokenHash: Buffer;
  readonly at: Instant;
}

export const createKnownDevicesRepository = (db: Connection) => ({
  /** Whether the account with this e-mail knows the device. */
  async isKnownTo(email: string, tokenHash: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('known_device as d')
      .innerJoin('account as a', 'a.id', 'd.account_id')
      .where('d.token_hash', '=', tokenHash)
      .where('a.email', '=', email)
      .select('a.id')
      .executeTakeFirst();
    return row !== undefined;
  },
  async isOf(accountId: string, tokenHash: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('known_device')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', tokenHash)
      .select('account_id')
      .executeTakeFirst();
    return row !== undefined;
  },
  /** Updates the time at which the device was last seen. @returns whether the account knows the device */
  async see({ accountId, tokenHash, at }: SeenDevice): Promise<boolean> {
    const seen = await db
      .updateTable('known_device')
      .set({ seen_at: new Date(at) })
      .where('token_hash', '=', tokenHash)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return seen.numUpdatedRows > 0n;
  },
  /** Replaces the token of a device for all accounts that know it. */
  async replaceToken(before: Buffer, tokenHash: Buffer): Promise<void> {
    await db
      .updateTable('known_device')
      .set({ token_hash: tokenHash })
      .where('token_hash', '=', before)
      .execute();
  },
  /** Inserts a device and retains the `max` devices seen last. Does nothing if the account was removed meanwhile. */
  async insert({ accountId, tokenHash, at }: SeenDevice, max: number): Promise<void> {
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
          .offset(max)
          .select('token_hash'),
      )
      .execute();
  },
  /** @param stored - token hash of the device that is retained; `null`: all are removed */
  async removeOthers(accountId: string, stored: Buffer | null): Promise<void> {
    await db
      .deleteFrom('known_device')
      .where('account_id', '=', accountId)
      .$if(stored !== null, (query) => query.where('token_hash', '!=', stored ?? Buffer.alloc(0)))
      .execute();
  },
});
