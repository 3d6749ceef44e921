import type { AuditAction } from '@nascente/contract/base/audit-actions';
import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { LastEdit } from '../../platform/http/edit-guard.ts';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';

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
  /** `null`: the account was removed. */
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
  /** The earliest time of the account's events that were recorded after a sign-in; `null` without events. */
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
