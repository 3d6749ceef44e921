import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';

/** A token that goes out in a letter: whoever shows it again reads the mail of this account. */
export interface MailedToken {
  /** SHA-256 of it: a stolen table opens no door. */
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/** Removes what is out of date on the way. */
export const insertMailedToken = async (
  db: Connection,
  table: 'recovery_token' | 'confirmation_token',
  { tokenHash, accountId, at, expiresAt }: MailedToken,
): Promise<void> => {
  const now = new Date(at);
  await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  await db
    .insertInto(table)
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      created_at: now,
      expires_at: new Date(expiresAt),
    })
    .execute();
};
