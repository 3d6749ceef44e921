import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';

interface EndingKey {
  readonly email: string;
  readonly name: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

interface KeyExpiryRepository {
  /**
   * Marks the keys that end within `withinMs` as told, each once; not those that were made with so little time.
   * @returns them, of accounts that are enabled.
   */
  takeEnding(now: Instant, withinMs: number): Promise<readonly EndingKey[]>;
}

export const createKeyExpiryRepository = (db: Connection): KeyExpiryRepository => ({
  async takeEnding(now, withinMs) {
    return db
      .updateTable('api_key as k')
      .from('account as a')
      .set({ warned_at: new Date(now) })
      .whereRef('a.id', '=', 'k.account_id')
      .where('a.disabled_at', 'is', null)
      .where('k.warned_at', 'is', null)
      .where('k.expires_at', '>', new Date(now))
      .where('k.expires_at', '<=', new Date(now + withinMs))
      .where('k.created_at', '<=', new Date(now - withinMs))
      .returning(['a.email', 'k.name', 'k.expires_at as expiresAt', 'k.last_used_at as lastUsedAt'])
      .$narrowType<{ expiresAt: Date }>()
      .execute();
  },
});
