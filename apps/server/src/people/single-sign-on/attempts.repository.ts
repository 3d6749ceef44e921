import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';

interface StoredAttempt {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly codeVerifier: string;
  readonly nonce: string;
}

interface AttemptsRepository {
  /** Ends what is out of date on the way. */
  insert(attempt: StoredAttempt, span: { now: Instant; expiresAt: Instant }): Promise<void>;
  /** @returns null where nobody was sent away with this from this browser, or came back with it before, or too late. */
  take(
    hashes: Pick<StoredAttempt, 'stateHash' | 'browserHash'>,
    now: Instant,
  ): Promise<Pick<StoredAttempt, 'codeVerifier' | 'nonce'> | null>;
}

export const createAttemptsRepository = (db: Connection): AttemptsRepository => ({
  async insert({ stateHash, browserHash, codeVerifier, nonce }, { now, expiresAt }) {
    await db
      .with('removed', (within) =>
        within.deleteFrom('provider_attempt').where('expires_at', '<', new Date(now)),
      )
      .insertInto('provider_attempt')
      .values({
        state_hash: stateHash,
        browser_hash: browserHash,
        code_verifier: codeVerifier,
        nonce,
        expires_at: new Date(expiresAt),
      })
      .execute();
  },
  async take({ stateHash, browserHash }, now) {
    const row = await db
      .deleteFrom('provider_attempt')
      .where('state_hash', '=', stateHash)
      .where('browser_hash', '=', browserHash)
      .where('expires_at', '>', new Date(now))
      .returning(['code_verifier as codeVerifier', 'nonce'])
      .executeTakeFirst();
    return row ?? null;
  },
});
