import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';

interface PasskeyChallengesRepository {
  /** Ends what is out of date on the way. */
  insert(hash: Buffer, askedFor: Buffer, span: { now: Instant; expiresAt: Instant }): Promise<void>;
  /** @returns whether it was asked for this, and neither answered before nor out of date. */
  take(hash: Buffer, askedFor: Buffer, now: Instant): Promise<boolean>;
}

export const createPasskeyChallengesRepository = (db: Connection): PasskeyChallengesRepository => ({
  async insert(hash, askedFor, { now, expiresAt }) {
    await db
      .with('removed', (within) =>
        within.deleteFrom('passkey_challenge').where('expires_at', '<', new Date(now)),
      )
      .insertInto('passkey_challenge')
      .values({ challenge_hash: hash, asked_for: askedFor, expires_at: new Date(expiresAt) })
      .execute();
  },
  async take(hash, askedFor, now) {
    const { numDeletedRows } = await db
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', hash)
      .where('asked_for', '=', askedFor)
      .where('expires_at', '>', new Date(now))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
