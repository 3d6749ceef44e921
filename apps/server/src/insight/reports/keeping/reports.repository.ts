import type { ReportKind, ReportPeriod } from '@nascente/contract/insight/reports';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isEnabledAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { SEEN_BY, type Viewer } from '../../../sites/meters/index.ts';
import type { MeasuringBoard } from '../content/report-content.ts';
import type { PeriodDays } from '../content/report-periods.ts';
import { createVersionsRepository, type NewVersion } from './versions.repository.ts';

export interface StoredAbout {
  readonly kind: ReportKind;
  readonly establishmentId: string | null;
  /** Null for reports without a utility. */
  readonly type: 'eletric' | 'water' | null;
  readonly groupId: string | null;
  readonly period: ReportPeriod;
}

/** Identifies a report of one period. The report shows the data of the account: for a statement, of the client user. */
export interface ReportKey extends StoredAbout {
  readonly accountId: string;
  readonly first: CivilDate;
  readonly last: CivilDate;
}

export interface StoredReport extends ReportKey {
  readonly id: string;
}

export type FirstMeterDay = (viewer: Viewer, about: StoredAbout) => Promise<CivilDate | null>;

/** The first day of the report's meters in their zone; `null` without meters. */
export const createFirstMeterDay =
  (pool: Pool): FirstMeterDay =>
  async ({ accountId, scope }, { establishmentId, type, groupId }) => {
    const { rows } = await pool.query<{ day: CivilDate | null }>(
      `select min((i.installed_at at time zone e.zone)::date)::text as day from installation i
        join establishment e on e.id = i.establishment_id join board b on b.mac = i.mac
      where ${SEEN_BY[scope]} and ($2::uuid is null or i.establishment_id = $2)
        and ($3::text is null or b.type = $3)
        and ($4::uuid is null or i.id in (select m.installation_id from group_member m where m.group_id = $4))`,
      [accountId, establishmentId, type, groupId],
    );
    return rows[0]?.day ?? null;
  };

interface Ended {
  readonly id: string;
  /** The version's number, or the newest if nothing changed. */
  readonly number: number;
  readonly version: NewVersion | null;
  readonly last: string;
  readonly billedDays: PeriodDays | null;
  readonly isOpen: boolean;
}

interface Held {
  readonly newest: number;
}

/**
 * Stores a version and the state of a report. @returns `false` if another job stored a version meanwhile; then nothing is stored
 * or sent
 */
export const endMaking = async (within: Connection, ended: Ended, now: Instant): Promise<boolean> => {
  const { id, number, version, last, billedDays, isOpen } = ended;
  const { rows } = await sql<Held>`select
      coalesce((select max(v.number) from report_version v where v.report_id = r.id), 0) as newest
    from (select id from report where id = ${id}::uuid for update) r`.execute(within);
  const [held] = rows;
  const isFirst = held !== undefined && held.newest === (version === null ? number : number - 1);
  if (isFirst && version !== null) await createVersionsRepository(within).add(id, number, version, now);
  const at = new Date(now);
  await sql`update report set state = 'made', progress = 100, touched_at = ${at}, looked_at = ${at},
    last_day = ${last}, billed_first = ${billedDays?.first ?? null}, billed_last = ${billedDays?.last ?? null}, is_open = ${isOpen} where id = ${id}::uuid`.execute(
    within,
  );
  return isFirst;
};

interface Worn {
  readonly name: string;
  /** The logo of the account, of its Manager or of its partner, as a data URL. */
  readonly logo: string | null;
}

export type ReportsRepository = ReturnType<typeof createReportsRepository>;

/** Placeholder for the session of a caller: a job has none. */
const NO_SESSION = Buffer.alloc(0);

const COLUMNS = sql<StoredReport>`id, account_id as "accountId", kind, establishment_id as "establishmentId", type,
  group_id as "groupId", period, first_day::text as first, last_day::text as last`;

/** A report is due after an hour, or 48 min per day of age if longer; in its first 60 days also after structural changes. */
const TO_LOOK_AT = (now: Date) => sql<boolean>`
  state = 'made' and not is_open and (
    looked_at < ${now}::timestamptz - greatest(interval '1 hour', (${now}::date - last_day) * interval '48 minutes')
    or (last_day > ${now}::date - 60 and exists (select from change_log c where c.at > looked_at)))`;

export const createReportsRepository = (db: Connection) => ({
  async underWay(accountId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from report
      where account_id = ${accountId} and state in ('waiting', 'making')`.execute(db);
    return rows[0]?.count ?? 0;
  },
  /** @returns the report's id; `isNew`: it must be made; `false` if that is already in progress */
  async ask(key: ReportKey, now: Instant): Promise<{ readonly id: string; readonly isNew: boolean }> {
    const at = new Date(now);
    const { rows } = await sql<{ id: string }>`insert into report
        (account_id, kind, establishment_id, type, group_id, period, first_day, last_day, state, touched_at)
      values (${key.accountId}, ${key.kind}, ${key.establishmentId}, ${key.type}, ${key.groupId}, ${key.period},
        ${key.first}, ${key.last}, 'waiting', ${at})
      on conflict (account_id, kind, establishment_id, type, group_id, period, first_day)
        do update set state = 'waiting', progress = 0, touched_at = excluded.touched_at
        where report.state in ('made', 'failed')
      returning id`.execute(db);
    if (rows[0] !== undefined) return { id: rows[0].id, isNew: true };
    const found = await db
      .selectFrom('report')
      .select('id')
      .where('account_id', '=', key.accountId)
      .where('kind', '=', key.kind)
      .where('establishment_id', 'is not distinct from', key.establishmentId)
      .where('type', 'is not distinct from', key.type)
      .where('group_id', 'is not distinct from', key.groupId)
      .where('period', '=', key.period)
      .where('first_day', '=', key.first)
      .executeTakeFirstOrThrow();
    return { id: found.id, isNew: false };
  },
  async begin(id: string, now: Instant): Promise<StoredReport | null> {
    const { rows } =
      await sql<StoredReport>`update report set state = 'making', progress = 0, touched_at = ${new Date(now)}
      where id = ${id}::uuid and state in ('waiting', 'making') returning ${COLUMNS}`.execute(db);
    return rows[0] ?? null;
  },
  async find(id: string): Promise<StoredReport | null> {
    const { rows } = await sql<StoredReport>`select ${COLUMNS} from report where id = ${id}::uuid`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  async saveProgress(id: string, progress: number, now: Instant): Promise<void> {
    await sql`update report set progress = ${progress}, touched_at = ${new Date(now)}
      where id = ${id}::uuid and state = 'making'`.execute(db);
  },
  async fail(id: string, now: Instant): Promise<void> {
    await sql`update report set state = 'failed', touched_at = ${new Date(now)}
      where id = ${id}::uuid and state in ('waiting', 'making')`.execute(db);
  },
  /** Ends the making of a report that its account may not see. A report with versions stays; one without is removed. */
  async leave(id: string, now: Instant): Promise<void> {
    await sql`delete from report r where id = ${id}::uuid
      and not exists (select from report_version v where v.report_id = r.id)`.execute(db);
    await sql`update report set state = 'made', looked_at = ${new Date(now)} where id = ${id}::uuid`.execute(
      db,
    );
  },
  async looked(id: string, now: Instant): Promise<void> {
    await sql`update report set looked_at = ${new Date(now)} where id = ${id}::uuid`.execute(db);
  },
  /** Reports without progress for one minute while they are made, or two while they wait. */
  async stalled(now: Instant): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`select id from report where state in ('waiting', 'making')
      and touched_at < ${new Date(now)}::timestamptz
        - case state when 'making' then interval '1 minute' else interval '2 minutes' end
      order by touched_at limit 1000`.execute(db);
    return rows.map(({ id }) => id);
  },
  /** Reports to check again, the least recently checked first. */
  async toLookAt(now: Instant, maximum: number): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`select id from report where ${TO_LOOK_AT(new Date(now))}
      order by looked_at limit ${maximum}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async installationsOf(boards: readonly MeasuringBoard[]): Promise<readonly number[]> {
    if (boards.length === 0) return [];
    const { rows } = await sql<{ id: number }>`select distinct i.id
      from unnest(${boards.map(({ establishmentId }) => establishmentId)}::uuid[], ${boards.map(({ mac }) => mac)}::text[])
        as b (establishment_id, mac)
      join installation i on i.establishment_id = b.establishment_id and i.mac = b.mac`.execute(db);
    return rows.map(({ id }) => id);
  },
  async worn(accountId: string): Promise<Worn> {
    const { rows } = await sql<Worn>`select trim(concat_ws(' ', a.first_name, a.last_name)) as name,
        coalesce(m.company_logo, a.company_logo, p.partner_logo) as logo
      from account a left join account m on m.id = a.manager_id
      left join account p on p.profile = 'partner'
        and p.id = case when a.profile = 'partner' then a.id else coalesce(m.partner_id, a.partner_id) end
      where a.id = ${accountId}`.execute(db);
    return rows[0] ?? { name: '', logo: null };
  },
  /** An enabled account as a caller; null otherwise. */
  async callerOf(accountId: string): Promise<Caller | null> {
    const row = await db
      .selectFrom('account as a')
      .select(['a.id', 'a.profile', 'a.email', 'a.manager_id'])
      .where('a.id', '=', accountId)
      .where(isEnabledAccount('a'))
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, profile, email, manager_id: managerId } = row;
    return { accountId: id, profile, email, managerId, sessionHash: NO_SESSION };
  },
});
