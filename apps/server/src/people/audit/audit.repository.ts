import type { AuditAction } from '@nascente/contract/base/audit-actions';
import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { LastEdit } from '../../platform/http/edit-guard.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';
import { type CoveredEvent, type Detail, type Link, NO_HASH } from './chain.ts';

interface UnchainedEvent extends CoveredEvent {
  readonly detail: Detail;
}

interface NewLink extends Link {
  readonly id: number;
  readonly previousHash: Buffer;
  readonly digest: Buffer;
  readonly salt: Buffer;
}

export interface ChainedEvent extends CoveredEvent, Link {
  readonly detail: Detail;
  readonly previousHash: Buffer;
  readonly digest: Buffer;
  /** Null: the detail was erased. */
  readonly salt: Buffer | null;
  readonly chainedAt: Date;
  readonly actorEmail: string | null;
  readonly subjectEmail: string | null;
}

/** How many linked events `latestAt` considers. New events are linked every minute, so the newest ones suffice. */
const NEWEST = 2_000;

const covered = [
  'e.id',
  'e.at',
  'e.actor_id as actorId',
  'e.subject_id as subjectId',
  'e.address',
  'e.device',
] as const;
const textsOf = () => [sql<AuditAction>`e.action`.as('action'), sql<Detail>`e.detail`.as('detail')] as const;

export const createAuditChainRepository = (db: Connection) => {
  const anchor = async (): Promise<Link> => {
    const row = await db.selectFrom('audit_anchor').select(['number', 'hash']).executeTakeFirst();
    return row ?? { number: 0, hash: NO_HASH };
  };
  return {
    /** The last event removed because of its age; number 0 if none was removed. */
    anchor,
    /** Locks the chain for one process until the transaction ends. */
    async hold() {
      await sql`select pg_advisory_xact_lock(hashtext('audit chain'))`.execute(db);
    },
    /** The last linked event; the anchor if no event is linked. */
    async head(): Promise<Link> {
      const row = await db
        .selectFrom('audit_event')
        .where('number', 'is not', null)
        .orderBy('number', 'desc')
        .select(['number', 'hash'])
        .limit(1)
        .$narrowType<{ number: number; hash: Buffer }>()
        .executeTakeFirst();
      return row ?? anchor();
    },
    /** Oldest first, after `clock-set-back` events. */
    unchained: (limit: number): Promise<readonly UnchainedEvent[]> =>
      db
        .selectFrom('audit_event as e')
        .where('e.number', 'is', null)
        .select(covered)
        .select(textsOf())
        // A `clock-set-back` event has a higher id than the events it explains, and must be linked before them.
        .orderBy(sql`e.action = 'clock-set-back'`, 'desc')
        .orderBy('e.id')
        .limit(limit)
        .execute(),
    /** The latest instant of the newest linked events since the clock was last set back. */
    async latestAt(): Promise<Date | null> {
      const { rows } = await sql<{ latest: Date | null }>`
        with newest as (
          select number, at, action from audit_event where number is not null order by number desc limit ${NEWEST}
        )
        select max(at) as latest from newest
        where number >= coalesce((select max(number) from newest where action = 'clock-set-back'), 0)`.execute(
        db,
      );
      return rows[0]?.latest ?? null;
    },
    async link(links: readonly NewLink[], at: Instant) {
      const column = <K extends keyof NewLink>(key: K) => links.map((one) => one[key]);
      await sql`
        update audit_event e set number = l.number, previous_hash = l.previous_hash, hash = l.hash,
          detail_digest = l.digest, detail_salt = l.salt, chained_at = ${new Date(at)}
        from unnest(${column('id')}::bigint[], ${column('number')}::bigint[], ${column('previousHash')}::bytea[],
          ${column('hash')}::bytea[], ${column('digest')}::bytea[], ${column('salt')}::bytea[])
          as l (id, number, previous_hash, hash, digest, salt)
        where e.id = l.id
      `.execute(db);
    },
    async countUnchained(): Promise<number> {
      const { waiting } = await db
        .selectFrom('audit_event')
        .where('number', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .executeTakeFirstOrThrow();
      return waiting;
    },
    /** Linked events after a number, in the order of the chain. */
    after: (number: number, limit: number): Promise<readonly ChainedEvent[]> =>
      db
        .selectFrom('audit_event as e')
        .leftJoin('account as a', 'a.id', 'e.actor_id')
        .leftJoin('account as s', 's.id', 'e.subject_id')
        .where('e.number', '>', number)
        .select(covered)
        .select(textsOf())
        .select(['e.number', 'e.previous_hash as previousHash', 'e.hash', 'e.chained_at as chainedAt'])
        .select(['e.detail_digest as digest', 'e.detail_salt as salt'])
        .select(['a.email as actorEmail', 's.email as subjectEmail'])
        .orderBy('e.number')
        .limit(limit)
        .$narrowType<{
          number: number;
          previousHash: Buffer;
          hash: Buffer;
          chainedAt: Date;
          digest: Buffer;
        }>()
        .execute(),
    /** Removes linked events before an instant, up to the first one at or after it. The last removed event becomes the anchor. */
    async removeBefore(instant: Instant) {
      const stored = await db
        .selectFrom('audit_event')
        .where('at', '>=', new Date(instant))
        .select(({ fn }) => fn.min('number').as('first'))
        .executeTakeFirst();
      const removed = await db
        .deleteFrom('audit_event')
        .where('number', 'is not', null)
        .$if(stored?.first != null, (query) => query.where('number', '<', stored?.first ?? 0))
        .where('at', '<', new Date(instant))
        .returning(['number', 'hash'])
        .$narrowType<{ number: number; hash: Buffer }>()
        .execute();
      const last = removed.toSorted((a, b) => b.number - a.number).at(0);
      if (last === undefined) return;
      await db
        .insertInto('audit_anchor')
        .values(last)
        .onConflict((existing) => existing.column('is_only').doUpdateSet(last))
        .execute();
    },
    /** Erases the details of events about these accounts. */
    async eraseDetails(accountIds: readonly string[]) {
      await db
        .updateTable('audit_event')
        .set({ detail: '{}', detail_salt: null })
        .where('subject_id', 'in', [...accountIds])
        .execute();
    },
  };
};

interface NewEvent {
  readonly at: Instant;
  readonly action: AuditAction;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly address: string;
  readonly device: string;
  readonly detail: Readonly<Record<string, string>>;
}

interface EventFilter {
  readonly action: AuditAction | null;
  readonly accountId: string | null;
  readonly before: number | null;
  readonly limit: number;
}

export interface StoredEvent extends Omit<NewEvent, 'at'> {
  readonly id: number;
  readonly at: Date;
  /** `null`: no account, or a removed one. */
  readonly actorEmail: string | null;
  readonly subjectEmail: string | null;
}

export const createAuditRepository = (db: Connection) => ({
  async insert({ at, action, actorId, subjectId, address, device, detail }: NewEvent): Promise<void> {
    await db
      .insertInto('audit_event')
      .values({
        at: new Date(at),
        action,
        actor_id: actorId,
        subject_id: subjectId,
        address,
        device,
        detail: JSON.stringify(detail),
      })
      .execute();
  },
  /** The newest event of these actions with any of these details, since an instant. */
  async lastOf(
    actions: readonly AuditAction[],
    about: readonly Readonly<Record<string, string>>[],
    since: Instant,
  ): Promise<LastEdit | null> {
    if (about.length === 0) return null;
    const row = await db
      .selectFrom('audit_event as e')
      .leftJoin('account as a', 'a.id', 'e.actor_id')
      .where('e.at', '>=', new Date(since))
      .where('e.action', 'in', [...actions])
      .where(sql<boolean>`e.detail @> any(${about.map((one) => JSON.stringify(one))}::jsonb[])`)
      .select(['e.actor_id as accountId', 'e.at'])
      .select(sql<string | null>`nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '')`.as('name'))
      .orderBy('e.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  },
  /** The earliest time since a sign-in of the account's events and of `clock-set-back`; `null` without events. */
  async earliestSince(accountId: string, signIn: Instant): Promise<Date | null> {
    const { rows } = await sql<{ earliest: Date | null }>`
      with entrance as (
        select min(id) as id from audit_event where subject_id = ${accountId}
          and at between ${new Date(signIn)} and ${new Date(signIn + CLOCK_SKEW_MS)}
      )
      select min(e.at) as earliest from audit_event e, entrance where e.id >= entrance.id
        and (e.subject_id = ${accountId} or e.actor_id = ${accountId} or e.action = 'clock-set-back')`.execute(
      db,
    );
    return rows[0]?.earliest ?? null;
  },
  /** Newest first. */
  async list({ action, accountId, before, limit }: EventFilter): Promise<readonly StoredEvent[]> {
    const rows = await db
      .selectFrom('audit_event as e')
      .leftJoin('account as a', 'a.id', 'e.actor_id')
      .leftJoin('account as s', 's.id', 'e.subject_id')
      .$if(action !== null, (query) => query.where('e.action', '=', action ?? ''))
      .$if(before !== null, (query) => query.where('e.id', '<', before ?? 0))
      .$if(accountId !== null, (query) =>
        query.where((where) =>
          where.or([where('e.actor_id', '=', accountId), where('e.subject_id', '=', accountId)]),
        ),
      )
      .select(['e.id', 'e.at', 'e.action', 'e.actor_id as actorId', 'e.subject_id as subjectId'])
      .select(['e.address', 'e.device', 'e.detail', 'a.email as actorEmail', 's.email as subjectEmail'])
      .orderBy('e.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...row,
      action: row.action as AuditAction,
      detail: row.detail as Readonly<Record<string, string>>,
    }));
  },
});
