import type { ReportFormat } from '@nascente/contract/insight/reports';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import { isEnabledAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { ReportKey, StoredAbout } from './reports.repository.ts';

export interface Subscription extends StoredAbout {
  readonly accountId: string;
  readonly clientId: string | null;
}

export interface StoredSubscription extends Subscription {
  readonly id: string;
  readonly subjectName: string | null;
  readonly formats: readonly ReportFormat[];
  readonly byMail: boolean;
  /** The last day of the newest sent report; at first, that of the last completed period when the account subscribed. */
  readonly sentUntil: CivilDate;
}

export type SubscriptionsRepository = ReturnType<typeof createSubscriptionsRepository>;

const COLUMNS = sql<StoredSubscription>`s.id, s.account_id as "accountId", s.kind, s.establishment_id as "establishmentId",
  s.type, s.group_id as "groupId", s.client_id as "clientId", s.period, s.formats, s.by_mail as "byMail",
  s.sent_until::text as "sentUntil",
  case s.kind
    when 'establishment' then (select p.display_name from establishment p where p.id = s.establishment_id)
    when 'group' then (select g.name from meter_group g where g.id = s.group_id)
    when 'statement' then (select trim(concat_ws(' ', c.first_name, c.last_name)) from account c where c.id = s.client_id)
  end as "subjectName"`;

const isSame = ({ accountId, kind, establishmentId, type, groupId, clientId, period }: Subscription) =>
  sql<boolean>`s.account_id = ${accountId} and s.kind = ${kind} and s.period = ${period}
    and s.establishment_id is not distinct from ${establishmentId}::uuid and s.type is not distinct from ${type}::text
    and s.group_id is not distinct from ${groupId}::uuid and s.client_id is not distinct from ${clientId}::uuid`;

/** Selects the subscriptions of a report; for a statement, those of its client user and of the Manager. */
const isOf = ({ accountId, kind, establishmentId, type, groupId, period }: ReportKey) =>
  sql<boolean>`s.kind = ${kind} and s.period = ${period}
    and ${kind === 'statement' ? sql`s.client_id` : sql`s.account_id`} = ${accountId}
    and s.establishment_id is not distinct from ${establishmentId}::uuid and s.type is not distinct from ${type}::text
    and s.group_id is not distinct from ${groupId}::uuid`;

export const createSubscriptionsRepository = (db: Connection) => {
  const select = async (where: ReturnType<typeof isSame>): Promise<readonly StoredSubscription[]> => {
    const { rows } = await sql<StoredSubscription>`select ${COLUMNS} from report_subscription s
      join account a on a.id = s.account_id where ${where} order by s.id`.execute(db);
    return rows;
  };
  return {
    async count(accountId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from report_subscription
        where account_id = ${accountId}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    of: (accountId: string): Promise<readonly StoredSubscription[]> =>
      select(sql<boolean>`s.account_id = ${accountId}`),
    async find(id: string): Promise<StoredSubscription | null> {
      return (await select(sql<boolean>`s.id = ${id}::uuid`))[0] ?? null;
    },
    async has(subscription: Subscription): Promise<boolean> {
      return (await select(isSame(subscription))).length > 0;
    },
    /** Inserts or updates a subscription; an existing one keeps its `sentUntil`. */
    async save(
      subscription: Subscription,
      { formats, byMail, sentUntil }: Pick<StoredSubscription, 'formats' | 'byMail' | 'sentUntil'>,
    ): Promise<string> {
      const { accountId, kind, establishmentId, type, groupId, clientId, period } = subscription;
      const { rows } = await sql<{ id: string }>`insert into report_subscription
          (account_id, kind, establishment_id, type, group_id, client_id, period, formats, by_mail, sent_until)
        values (${accountId}, ${kind}, ${establishmentId}, ${type}, ${groupId}, ${clientId}, ${period},
          ${[...formats]}::text[], ${byMail}, ${sentUntil})
        on conflict (account_id, kind, establishment_id, type, group_id, client_id, period)
          do update set formats = excluded.formats, by_mail = excluded.by_mail
        returning id`.execute(db);
      return (rows[0] as { id: string }).id;
    },
    /** @returns whether the account had this subscription. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const { rows } = await sql`delete from report_subscription where account_id = ${accountId}
        and id = ${id}::uuid returning id`.execute(db);
      return rows.length > 0;
    },
    all: (): Promise<readonly StoredSubscription[]> => select(sql<boolean>`${isEnabledAccount('a')}`),
    /** Marks waiting subscriptions as served. @returns the ids of those with e-mail */
    async serve(report: ReportKey): Promise<readonly string[]> {
      const { rows } = await sql<{ id: string; byMail: boolean }>`update report_subscription s
        set sent_until = ${report.last} where ${isOf(report)} and s.sent_until < ${report.last}
        returning s.id, s.by_mail as "byMail"`.execute(db);
      return rows.filter(({ byMail }) => byMail).map(({ id }) => id);
    },
    async served(report: ReportKey): Promise<readonly string[]> {
      const { rows } = await sql<{ id: string }>`select s.id from report_subscription s
        where ${isOf(report)} and s.by_mail and s.sent_until >= ${report.last}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
};
