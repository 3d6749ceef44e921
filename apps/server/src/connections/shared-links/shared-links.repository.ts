import type { LinkKind } from '@nascente/contract/connections/shared-links';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { READING_SCOPES } from '@nascente/domain/people/key-scopes';
import { sql } from 'kysely';
import {
  hasValidCredentials,
  holdAccount,
  isEnabledAccount,
} from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** The curves of a link. They refer to installations, so they continue after a board is replaced. */
export interface StoredChart {
  readonly series: readonly { readonly installation: number; readonly quantity: string }[];
  readonly from: string;
  readonly to: string;
  readonly isApart: boolean;
}

interface LinkSubject {
  readonly kind: LinkKind;
  readonly name: string;
  readonly establishmentId: string;
  readonly type: 'eletric' | 'water';
  readonly start: CivilDate | null;
  readonly end: CivilDate | null;
  readonly chart: StoredChart | null;
  readonly expiresOn: string | null;
}

interface NewLink extends LinkSubject {
  readonly accountId: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
  readonly at: Instant;
}

export interface StoredLink extends LinkSubject {
  readonly id: string;
  readonly prefix: string;
  readonly establishmentName: string;
  readonly zone: string;
  readonly createdAt: Date;
  readonly openings: number;
  readonly lastOpenedAt: Date | null;
}

/** An opened link with the account that created it. */
export interface FollowedLink extends StoredLink {
  readonly maker: Caller;
}

export type SharedLinksRepository = ReturnType<typeof createSharedLinksRepository>;

export const createSharedLinksRepository = (db: Connection) => {
  const links = (connection: Connection) =>
    connection
      .selectFrom('shared_link as l')
      .innerJoin('establishment as e', 'e.id', 'l.establishment_id')
      .select(['l.id', 'l.kind', 'l.name', 'l.prefix', 'l.type', 'l.openings'])
      .select(sql<StoredChart | null>`l.chart`.as('chart'))
      .select(['l.start_on as start', 'l.end_on as end', 'l.expires_on as expiresOn'])
      .select(['l.created_at as createdAt', 'l.last_opened_at as lastOpenedAt'])
      .select(['e.id as establishmentId', 'e.display_name as establishmentName', 'e.zone']);
  return {
    /** @returns `null` if the account has the maximum number already; concurrent requests cannot exceed it */
    insert: (
      link: NewLink,
      max: number,
      alongside: (within: Connection) => Promise<void>,
    ): Promise<StoredLink | null> =>
      db.transaction().execute(async (connection) => {
        const { accountId, establishmentId, kind, name, prefix, keyHash, type, start, end, chart } = link;
        const { expiresOn, at } = link;
        await holdAccount(connection, accountId);
        const { count } = await connection
          .selectFrom('shared_link')
          .where('account_id', '=', accountId)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= max) return null;
        const { id } = await connection
          .insertInto('shared_link')
          .values({
            account_id: accountId,
            establishment_id: establishmentId,
            kind,
            name,
            prefix,
            key_hash: keyHash,
            type,
            start_on: start,
            end_on: end,
            chart: chart === null ? null : JSON.stringify(chart),
            expires_on: expiresOn,
            created_at: new Date(at),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await alongside(connection);
        return links(connection).where('l.id', '=', id).executeTakeFirstOrThrow();
      }),
    list: (accountId: string): Promise<readonly StoredLink[]> =>
      links(db)
        .where('l.account_id', '=', accountId)
        .orderBy('l.created_at', 'desc')
        .orderBy('l.id', 'desc')
        .execute(),
    /** @returns the removed link; `null` if the account has no such link. */
    remove: (
      id: string,
      accountId: string,
      alongside: (removed: StoredLink, within: Connection) => Promise<void>,
    ): Promise<StoredLink | null> =>
      db.transaction().execute(async (connection) => {
        const own = links(connection).where('l.id', '=', id).where('l.account_id', '=', accountId);
        const found = await own.executeTakeFirst();
        if (found === undefined) return null;
        const { numDeletedRows } = await connection
          .deleteFrom('shared_link')
          .where('id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return null;
        await alongside(found, connection);
        return found;
      }),
    /** `null` unless the link belongs to an enabled account with valid credentials. */
    async find(keyHash: Buffer, at: Instant): Promise<FollowedLink | null> {
      const row = await links(db)
        .innerJoin('account as a', 'a.id', 'l.account_id')
        .where('l.key_hash', '=', keyHash)
        .where(isEnabledAccount('a'))
        .where(hasValidCredentials('a', at))
        .select(['a.id as accountId', 'a.profile', 'a.email', 'a.manager_id as managerId'])
        .executeTakeFirst();
      if (row === undefined) return null;
      const { accountId, profile, email, managerId, ...link } = row;
      const maker = { accountId, profile, email, managerId, sessionHash: keyHash, apiKey: READING_SCOPES };
      return { ...link, maker };
    },
    /** Counts an opening; several within a minute count once. */
    async noteOpening(id: string, at: Instant): Promise<void> {
      await db
        .updateTable('shared_link')
        .set(({ eb }) => ({ openings: eb('openings', '+', 1), last_opened_at: new Date(at) }))
        .where('id', '=', id)
        .where((where) =>
          where.or([
            where('last_opened_at', 'is', null),
            where('last_opened_at', '<=', new Date(at - MINUTE_MS)),
            where('last_opened_at', '>', new Date(at + MINUTE_MS)),
          ]),
        )
        .execute();
    },
  };
};
