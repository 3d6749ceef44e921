import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { KeyScope } from '@nascente/domain/people/key-scopes';
import { sql } from 'kysely';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';

interface Request {
  readonly keyId: string;
  readonly at: Instant;
  /** The cost of a request at the key's rate. */
  readonly takesMs: number;
  /** Requests may be ahead of their rate by so much. */
  readonly aheadMs: number;
}

/** Database access of a request by key. */
export type KeyUseRepository = ReturnType<typeof createKeyUseRepository>;

export const createKeyUseRepository = (db: Connection) => ({
  /** Of an enabled account. */
  async findHolder(keyHash: Buffer) {
    const row = await db
      .selectFrom('api_key as k')
      .innerJoin('account as a', 'a.id', 'k.account_id')
      .where('k.key_hash', '=', keyHash)
      .where(isEnabledAccount('a'))
      .select(['k.id as keyId', 'k.expires_at as expiresAt', 'k.last_used_at as lastUsedAt'])
      .select(['a.id as accountId', 'a.profile', 'a.email', 'a.manager_id as managerId'])
      .select('a.credentials_until as credentialsUntil')
      .select(sql<readonly KeyScope[]>`k.scopes`.as('scopes'))
      .select(sql<number>`least(k.per_minute, k.allowed_per_minute)`.as('perMinute'))
      .modifyEnd(PREPARED)
      .executeTakeFirst();
    return row ? { ...row, lastUsedAt: row.lastUsedAt?.getTime() ?? 0 } : null;
  },
  async touch(keyId: string, now: Instant): Promise<void> {
    await db
      .updateTable('api_key')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', keyId)
      .execute();
  },
  /**
   * Counts a request unless it is one too many. An end that no right clock reaches is put back to the latest that one does.
   * @returns until when the requests so far take at their rate; `isCounted` false: this one is not among them.
   */
  async count({
    keyId,
    at,
    takesMs,
    aheadMs,
  }: Request): Promise<{ readonly busyUntil: Instant; readonly isCounted: boolean }> {
    const now = sql`${new Date(at)}::timestamptz`;
    const takes = sql`${`${takesMs} milliseconds`}::interval`;
    const latest = sql`${new Date(Math.ceil(at + aheadMs))}::timestamptz`;
    const unreachable = sql`${new Date(Math.ceil(at + aheadMs + CLOCK_SKEW_MS))}::timestamptz`;
    const { rows } = await sql<{ busyUntil: Date; wasUnreachable: boolean }>`
      insert into api_key_use as known (key_id, busy_until)
      select id, ${now} + ${takes} from api_key where id = ${keyId}
      on conflict (key_id) do update set busy_until = case when known.busy_until > ${unreachable} then ${latest}
        else greatest(known.busy_until, ${now}) + ${takes} end
      where known.busy_until > ${unreachable} or greatest(known.busy_until, ${now}) + ${takes} <= ${latest}
      returning known.busy_until as "busyUntil", coalesce(old.busy_until > ${unreachable}, false) as "wasUnreachable"
    `.execute(db);
    const [written] = rows;
    if (written)
      return { busyUntil: instant(written.busyUntil.getTime()), isCounted: !written.wasUnreachable };
    const full = await db
      .selectFrom('api_key_use')
      .where('key_id', '=', keyId)
      .select('busy_until')
      .executeTakeFirst();
    return { busyUntil: instant(full?.busy_until.getTime() ?? at), isCounted: false };
  },
  /** Written no more often than once in `everyMs`. */
  async noteLimit(keyId: string, now: Instant, everyMs: number): Promise<void> {
    await db
      .updateTable('api_key')
      .set({ limited_at: new Date(now) })
      .where('id', '=', keyId)
      .where((key) =>
        key.or([
          key('limited_at', 'is', null),
          key('limited_at', '<=', new Date(now - everyMs)),
          key('limited_at', '>', new Date(now + everyMs)),
        ]),
      )
      .execute();
  },
});
