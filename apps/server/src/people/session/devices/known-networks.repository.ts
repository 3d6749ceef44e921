import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';

interface KnownNetworksRepository {
  /** Whether the account has signed in from networks, and none of them is this one. */
  isAnother(accountId: string, network: string): Promise<boolean>;
  /** Keeps the `most` that were seen last. Nothing where the account is gone meanwhile. */
  see(seen: { accountId: string; network: string; at: Instant }, most: number): Promise<void>;
  removeAllOf(accountId: string): Promise<void>;
}

export const createKnownNetworksRepository = (db: Connection): KnownNetworksRepository => ({
  async isAnother(accountId, network) {
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
  async see({ accountId, network, at }, most) {
    await db
      .insertInto('known_network')
      .columns(['account_id', 'network', 'seen_at'])
      .expression((query) =>
        query
          .selectFrom('account')
          .where('id', '=', accountId)
          .select(({ val }) => ['id', val(network).as('network'), val(new Date(at)).as('seen_at')]),
      )
      .onConflict((known) => known.columns(['account_id', 'network']).doUpdateSet({ seen_at: new Date(at) }))
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
          .offset(most)
          .select('network'),
      )
      .execute();
  },
  async removeAllOf(accountId) {
    await db.deleteFrom('known_network').where('account_id', '=', accountId).execute();
  },
});
