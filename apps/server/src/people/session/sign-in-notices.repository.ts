import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { deviceName } from '../../platform/http/device.ts';

/** A sign-in that may not be the owner's. */
export interface NoticedSignIn {
  readonly accountId: string;
  readonly at: Instant;
  readonly device: string;
  readonly address: string;
}

interface NewNotice extends NoticedSignIn {
  readonly tokenHash: Buffer;
  readonly expiresAt: Instant;
}

export const createSignInNoticesRepository = (db: Connection) => ({
  async emailOf(accountId: string): Promise<string | null> {
    const row = await db
      .selectFrom('account as a')
      .where('a.id', '=', accountId)
      .where(isEnabledAccount('a'))
      .select('a.email')
      .executeTakeFirst();
    return row?.email ?? null;
  },
  async passwordHashOf(accountId: string): Promise<string> {
    const row = await db
      .selectFrom('account')
      .where('id', '=', accountId)
      .select('password_hash')
      .executeTakeFirst();
    return row?.password_hash ?? '';
  },
  /** The sign-in that opened a session; `null`: the session has ended. */
  async signInOf(sessionHash: Buffer): Promise<NoticedSignIn | null> {
    const row = await db
      .selectFrom('session')
      .where('token_hash', '=', sessionHash)
      .select(['account_id as accountId', 'created_at as at', 'user_agent as userAgent', 'address'])
      .executeTakeFirst();
    if (row === undefined) return null;
    const { accountId, at, userAgent, address } = row;
    return { accountId, at: instant(at.getTime()), device: deviceName(userAgent), address };
  },
  /** Inserts a notice, and removes expired ones. */
  async insert(
    { tokenHash, accountId, at, device, address, expiresAt }: NewNotice,
    now: Instant,
  ): Promise<void> {
    await db.deleteFrom('sign_in_notice').where('expires_at', '<=', new Date(now)).execute();
    await db
      .insertInto('sign_in_notice')
      .values({
        token_hash: tokenHash,
        account_id: accountId,
        signed_in_at: new Date(at),
        device,
        address,
        expires_at: new Date(expiresAt),
      })
      .execute();
  },
  /** The unexpired notice of a token; `null` also if its account is disabled. */
  async find(tokenHash: Buffer, now: Instant) {
    const row = await db
      .selectFrom('sign_in_notice as n')
      .innerJoin('account as a', 'a.id', 'n.account_id')
      .where('n.token_hash', '=', tokenHash)
      .where('n.expires_at', '>', new Date(now))
      .where(isEnabledAccount('a'))
      .select(['a.id as accountId', 'a.email', 'n.signed_in_at as at', 'n.device', 'n.address'])
      .executeTakeFirst();
    return row ?? null;
  },
  /**
   * Uses a notice and those of later sign-ins, stores the password hash, ends every session, and removes known devices and
   * networks of the account. Notices of earlier sign-ins stay valid, because the intruder may have signed in before. @returns the
   * number of those notices; `null`: the notice is not valid any more
   */
  async deny(
    tokenHash: Buffer,
    { now, passwordHash }: { now: Instant; passwordHash: string },
  ): Promise<number | null> {
    const used = await db
      .deleteFrom('sign_in_notice')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', new Date(now))
      .returning(['account_id', 'signed_in_at'])
      .executeTakeFirst();
    if (used === undefined) return null;
    // The account is locked first, as in a password change.
    await db
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('id', '=', used.account_id)
      .execute();
    for (const table of ['recovery_token', 'session', 'known_device', 'known_network'] as const)
      await db.deleteFrom(table).where('account_id', '=', used.account_id).execute();
    const ofAccount = db.deleteFrom('sign_in_notice').where('account_id', '=', used.account_id);
    await ofAccount.where('signed_in_at', '>=', used.signed_in_at).execute();
    const earlier = await db
      .selectFrom('sign_in_notice')
      .where('account_id', '=', used.account_id)
      .where('expires_at', '>', new Date(now))
      .select((notice) => notice.fn.count<number>('signed_in_at').distinct().as('signIns'))
      .executeTakeFirstOrThrow();
    return Number(earlier.signIns);
  },
});
