import type { Instant } from '@nascente/domain/base/time/zone';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';

interface NewSession {
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly isRemembered: boolean;
  readonly isByProvider: boolean;
  readonly userAgent: string;
  readonly address: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
  /** The password hash that was verified; a session opens only if it is still current. `null`: no password was used. */
  readonly provedBy: string | null;
}

export type StoredSession = ResultRow<typeof createSessionRepository, 'find'>;

export type ListedSession = ResultRow<typeof createSessionRepository, 'listOf'>;

export type SessionRepository = ReturnType<typeof createSessionRepository>;

const date = (at: Instant): Date => new Date(at);

/**
 * Locks the account, so that a concurrent change of the password, or disabling the account, happens before this transaction or
 * ends the new session after it.
 */
const holdAccount = async (within: Connection, { accountId, provedBy }: NewSession): Promise<boolean> => {
  const held = await within
    .selectFrom('account')
    .where('id', '=', accountId)
    .where(isEnabledAccount('account'))
    .$if(provedBy !== null, (query) => query.where('password_hash', '=', provedBy ?? ''))
    .select('id')
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
};

export const createSessionRepository = (db: Connection) => ({
  /**
   * Inserts a session, and removes expired ones. @param mayOpen - called while the account is locked @returns whether the session
   * was inserted: only if the account is enabled, has the proved password, and `mayOpen` resolves to `true`
   */
  async insert(session: NewSession, mayOpen: (within: Connection) => Promise<boolean>): Promise<boolean> {
    await db.deleteFrom('session').where('expires_at', '<=', date(session.at)).execute();
    return db.transaction().execute(async (within) => {
      if (!(await holdAccount(within, session)) || !(await mayOpen(within))) return false;
      await within
        .insertInto('session')
        .values({
          token_hash: session.tokenHash,
          account_id: session.accountId,
          remembered: session.isRemembered,
          by_provider: session.isByProvider,
          user_agent: session.userAgent,
          address: session.address,
          created_at: date(session.at),
          proved_at: date(session.at),
          last_used_at: date(session.at),
          expires_at: date(session.expiresAt),
        })
        .execute();
      return true;
    });
  },
  /** A valid session of an enabled account. */
  async find(tokenHash: Buffer, now: Instant) {
    const row = await db
      .selectFrom('session as s')
      .innerJoin('account as a', 'a.id', 's.account_id')
      .where('s.token_hash', '=', tokenHash)
      .where('s.expires_at', '>', date(now))
      .where(isEnabledAccount('a'))
      .select(['a.id', 'a.profile', 'a.email', 'a.manager_id'])
      .select(['s.remembered', 's.by_provider', 's.created_at', 's.proved_at', 's.last_used_at'])
      .select(({ exists, selectFrom }) => [
        exists(
          selectFrom('authenticator as c')
            .whereRef('c.account_id', '=', 's.account_id')
            .where('c.confirmed_at', 'is not', null),
        )
          .$castTo<boolean>()
          .as('has_app'),
        exists(selectFrom('passkey as k').whereRef('k.account_id', '=', 's.account_id'))
          .$castTo<boolean>()
          .as('has_passkey'),
      ])
      .modifyEnd(PREPARED)
      .executeTakeFirst();
    if (!row) return null;
    return {
      accountId: row.id,
      profile: row.profile,
      email: row.email,
      managerId: row.manager_id,
      // A session opened by the provider had a second step if one is required (single-sign-on.service.ts).
      hasSecondStep: row.has_app || row.has_passkey || row.by_provider,
      hasPasskey: row.has_passkey,
      isRemembered: row.remembered,
      isByProvider: row.by_provider,
      createdAt: row.created_at.getTime(),
      provedAt: row.proved_at.getTime(),
      lastUsedAt: row.last_used_at.getTime(),
    };
  },
  async renew(tokenHash: Buffer, now: Instant, expiresAt: Instant): Promise<void> {
    await db
      .updateTable('session')
      .set({ last_used_at: date(now), expires_at: date(expiresAt) })
      .where('token_hash', '=', tokenHash)
      .execute();
  },
  /** Records the owner's proof of presence. */
  async prove(tokenHash: Buffer, at: Instant): Promise<void> {
    await db
      .updateTable('session')
      .set({ proved_at: date(at) })
      .where('token_hash', '=', tokenHash)
      .execute();
  },
  /** @returns whether the removed session was opened by the identity provider. */
  async remove(tokenHash: Buffer): Promise<boolean> {
    const removed = await db
      .deleteFrom('session')
      .where('token_hash', '=', tokenHash)
      .returning('by_provider')
      .executeTakeFirst();
    return removed?.by_provider ?? false;
  },
  async removeAllOf(accountId: string): Promise<void> {
    await db.deleteFrom('session').where('account_id', '=', accountId).execute();
  },
  /** Valid sessions, newest use first. */
  listOf: (accountId: string, now: Instant) =>
    db
      .selectFrom('session')
      .where('account_id', '=', accountId)
      .where('expires_at', '>', date(now))
      .select([
        'id',
        'token_hash as tokenHash',
        'remembered as isRemembered',
        'user_agent as userAgent',
        'address',
      ])
      .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  /** @returns whether the account had the session. */
  async removeOne(accountId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
  /** @returns the number of ended sessions. */
  async removeOthers(accountId: string, stored: Buffer): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '!=', stored)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
