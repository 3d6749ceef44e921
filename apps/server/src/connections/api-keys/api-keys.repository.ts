import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { KeyScope } from '@nascente/domain/people/key-scopes';
import { sql } from 'kysely';
import { holdAccount, isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';

interface Request {
  readonly keyId: string;
  readonly at: Instant;
  /** The time that a request takes at the key's rate. */
  readonly takesMs: number;
  /** Requests may come earlier than their rate allows by this time. */
  readonly aheadMs: number;
}

/** Database access of a request by key. */
export type KeyUseRepository = ReturnType<typeof createKeyUseRepository>;

export const createKeyUseRepository = (db: Connection) => ({
  /** The key and its holder, if the account is enabled. */
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
   * Counts a request unless the limit is reached. A stored end that no right clock reaches is reduced to the latest that one
   * does.
   * @returns the time until which the counted requests last at the key's rate; `isCounted` false: this one is not among them
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
  /** Records that the key reached its rate, at most once in `everyMs`. */
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

export const createKeyExpiryRepository = (db: Connection) => ({
  /**
   * Marks keys that end within `withinMs` as notified, each once, except keys younger than `withinMs`. @returns the keys of
   * enabled accounts
   */
  async takeEnding(now: Instant, withinMs: number) {
    return db
      .updateTable('api_key as k')
      .from('account as a')
      .set({ warned_at: new Date(now) })
      .whereRef('a.id', '=', 'k.account_id')
      .where(isEnabledAccount('a'))
      .where('k.warned_at', 'is', null)
      .where('k.expires_at', '>', new Date(now))
      .where('k.expires_at', '<=', new Date(now + withinMs))
      .where('k.created_at', '<=', new Date(now - withinMs))
      .returning(['a.email', 'k.name', 'k.expires_at as expiresAt', 'k.last_used_at as lastUsedAt'])
      .$narrowType<{ expiresAt: Date }>()
      .execute();
  },
});

interface NewApiKey {
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
  readonly scopes: readonly KeyScope[];
  readonly at: Instant;
  /** `null`: the key does not expire. */
  readonly expiresAt: Instant | null;
}

export type ListedApiKey = ResultRow<typeof createApiKeysRepository, 'listOf'>;

const listed = (db: Connection) =>
  db
    .selectFrom('api_key')
    .select(['id', 'name', 'prefix', sql<readonly KeyScope[]>`scopes`.as('scopes')])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .select(['allowed_per_minute as allowedPerMinute', 'limited_at as limitedAt'])
    .select(sql<number>`least(per_minute, allowed_per_minute)`.as('perMinute'));

export const createApiKeysRepository = (db: Connection) => ({
  /** @returns whether the key was inserted. An account has at most `max` keys, even when several requests arrive together. */
  insert: (
    { accountId, name, prefix, keyHash, scopes, at, expiresAt }: NewApiKey,
    max: number,
    alongside: (within: Connection) => Promise<void>,
  ): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      await holdAccount(within, accountId);
      const { keys } = await within
        .selectFrom('api_key')
        .where('account_id', '=', accountId)
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .executeTakeFirstOrThrow();
      if (keys >= max) return false;
      await within
        .insertInto('api_key')
        .values({
          account_id: accountId,
          name,
          prefix,
          key_hash: keyHash,
          scopes: [...scopes],
          created_at: new Date(at),
          expires_at: expiresAt === null ? null : new Date(expiresAt),
        })
        .execute();
      await alongside(within);
      return true;
    }),
  listOf: (accountId: string) =>
    listed(db)
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  /** Key of any account. */
  async find(id: string) {
    const row = await listed(db).select('account_id as accountId').where('id', '=', id).executeTakeFirst();
    return row ?? null;
  },
  /** @returns whether the account has this key and the rate is allowed. */
  async setPerMinute(accountId: string, id: string, perMinute: number | null): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('api_key')
      .set({ per_minute: perMinute })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('allowed_per_minute', '>=', perMinute ?? 0)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async setAllowed(id: string, perMinute: number): Promise<void> {
    await db.updateTable('api_key').set({ allowed_per_minute: perMinute }).where('id', '=', id).execute();
  },
  /** @returns the name of the key; null when the account has no such key. */
  async remove(accountId: string, id: string): Promise<string | null> {
    const row = await db
      .deleteFrom('api_key')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return row?.name ?? null;
  },
});
