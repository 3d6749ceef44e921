import type { Instant } from '@nascente/domain/base/time/zone';
import type { CredentialKind } from '@nascente/domain/people/credential-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export interface StoredCredential {
  readonly kind: CredentialKind;
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

interface Source {
  readonly from: RawBuilder<unknown>;
  readonly owner: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  readonly createdAt: RawBuilder<unknown>;
  readonly lastUsedAt: RawBuilder<unknown>;
  readonly isActive: RawBuilder<unknown>;
}

const NEVER = sql`null::timestamptz`;
const named = (table: string, source: Partial<Source> = {}): Source => ({
  from: sql.table(table),
  owner: sql`account_id`,
  id: sql`id::text`,
  name: sql`name`,
  createdAt: sql`created_at`,
  lastUsedAt: sql`last_used_at`,
  isActive: sql`true`,
  ...source,
});

/** Each kind corresponds to rows of one table. All recovery codes of an account are one credential. */
const SOURCES: Readonly<Record<CredentialKind, Source>> = {
  passkey: named('passkey'),
  authenticator: named('authenticator', {
    id: sql`account_id::text`,
    name: sql`''`,
    // The setup may have started before a sign-in and been confirmed after it.
    createdAt: sql`coalesce(confirmed_at, created_at)`,
    lastUsedAt: NEVER,
    isActive: sql`confirmed_at is not null`,
  }),
  'recovery-codes': named('recovery_code', {
    id: sql`account_id::text`,
    name: sql`''`,
    lastUsedAt: sql`used_at`,
  }),
  'api-key': named('api_key'),
  integration: named('integration'),
  'shared-link': named('shared_link', { lastUsedAt: sql`last_opened_at` }),
  webhook: named('alert_webhook', {
    name: sql`substring(url from '^[a-z]+://([^/?#]+)')`,
    lastUsedAt: NEVER,
  }),
  'push-device': named('push_subscription', { name: sql`device`, lastUsedAt: NEVER }),
  invitation: named('client_invitation', {
    owner: sql`manager_id`,
    name: sql`coalesce(email, name)`,
    createdAt: sql`invited_at`,
    lastUsedAt: NEVER,
  }),
  'client-user': named('account', { owner: sql`manager_id`, name: sql`email`, lastUsedAt: NEVER }),
};

/** Selects credentials created at or after `since`, or with one of `ids`; without both, all. */
interface Wanted {
  readonly since?: Instant;
  readonly ids?: readonly string[];
}

const columns = (kind: CredentialKind): RawBuilder<unknown> => {
  const { id, name, createdAt, lastUsedAt } = SOURCES[kind];
  return sql`${kind}::text as kind, ${id} as id, ${name} as name, ${createdAt} as "createdAt", ${lastUsedAt} as "lastUsedAt"`;
};

const newestFirst = (found: readonly StoredCredential[]): readonly StoredCredential[] =>
  found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));

export const createCredentialsRepository = (db: Connection) => {
  const removeKind = async (accountId: string, kind: CredentialKind, { since, ids }: Wanted) => {
    const { from, owner, id, createdAt } = SOURCES[kind];
    const isSince = since === undefined ? sql`true` : sql`${createdAt} >= ${new Date(since)}`;
    const isOne = ids === undefined ? sql`true` : sql`${id} = any(${[...ids]}::text[])`;
    const { rows } = await sql<StoredCredential>`delete from ${from}
      where ${owner} = ${accountId} and ${isSince} and ${isOne} returning ${columns(kind)}`.execute(db);
    // All recovery codes are listed as one credential.
    return kind === 'recovery-codes' ? rows.slice(0, 1) : rows;
  };
  return {
    /** @param stored - SHA-256 of the token of the session that continues; absent: all sessions end */
    async endSessions(accountId: string, stored?: Buffer): Promise<void> {
      await db
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .$if(stored !== undefined, (query) => query.where('token_hash', '!=', stored ?? Buffer.of()))
        .execute();
    },
    /** Valid credentials, newest first. */
    async list(accountId: string, kinds: readonly CredentialKind[]): Promise<readonly StoredCredential[]> {
      const { rows } = await sql<StoredCredential>`${sql.join(
        kinds.map((kind) => {
          const { from, owner, isActive } = SOURCES[kind];
          return sql`select ${columns(kind)} from ${from} where ${owner} = ${accountId} and ${isActive}`;
        }),
        sql` union all `,
      )}`.execute(db);
      return newestFirst(rows);
    },
    /** @returns the removed credentials, newest first. */
    async remove(
      accountId: string,
      kinds: readonly CredentialKind[],
      wanted: Wanted = {},
    ): Promise<readonly StoredCredential[]> {
      const removed: StoredCredential[] = [];
      for (const kind of kinds) removed.push(...(await removeKind(accountId, kind, wanted)));
      return newestFirst(removed);
    },
  };
};
