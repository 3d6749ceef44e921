import { randomBytes } from 'node:crypto';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import { enabledAccount } from '../../platform/database/account-conditions.ts';

const SECRET_BYTES = 32;
const SECRET_NAME = 'feed-secret';

const KEEP_SECRET = `insert into setting (name, value) values ($1, to_jsonb($2::text)) on conflict (name) do nothing`;
const READ_SECRET = `select value #>> '{}' as secret from setting where name = $1`;

/** Looks up sessions, API keys and keys of other systems. Keys pause while the identity provider does not confirm their account. */
const ALIVE = `select encode(h.hash, 'hex') as session
  from (select token_hash as hash, account_id, false as is_key from session where expires_at > $2
    union all select key_hash, account_id, true from api_key where expires_at is null or expires_at > $2
    union all select key_hash, account_id, true from integration) h join account a on a.id = h.account_id
  where h.hash = any(array(select decode(subscribed, 'hex') from unnest($1::text[]) as subscribed)) and ${enabledAccount('a')}
    and (not h.is_key or a.credentials_until is null or a.credentials_until > $2)`;

export type LiveRepository = ReturnType<typeof createLiveRepository>;

export const createLiveRepository = (pool: Pool) => ({
  /** One secret for the whole installation, created by the first request; processes share it, and it outlives restarts. */
  async secret(): Promise<Buffer> {
    await pool.query(KEEP_SECRET, [SECRET_NAME, randomBytes(SECRET_BYTES).toString('hex')]);
    const { rows } = await pool.query<{ secret: string }>(READ_SECRET, [SECRET_NAME]);
    return Buffer.from(rows[0]?.secret ?? '', 'hex');
  },
  /** Returns those of the sessions that have not ended and belong to enabled accounts. */
  async alive(sessions: readonly string[], now: Instant): Promise<ReadonlySet<string>> {
    const { rows } = await pool.query<{ session: string }>({
      name: 'alive-sessions',
      text: ALIVE,
      values: [sessions, new Date(now)],
    });
    return new Set(rows.map(({ session }) => session));
  },
});
