import type { ReportFormat } from '@nascente/contract/insight/reports';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import { isEnabledAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { ReportKey, StoredAbout } from './report-about.ts';

/** Whose report of what. */
export interface Subscription extends StoredAbout {
  readonly accountId: string;
  /** The client user of a statement; null for other reports. */
  readonly clientId: string | null;
}

export interface KeptSubscription extends Subscription {
  readonly id: string;
  readonly subjectName: string | null;
  readonly formats: readonly ReportFormat[];
  readonly byMail: boolean;
  /** The last day of the last period that was over when it was asked for, or that was made since. */
  readonly sentUntil: CivilDate;
}

export interface SubscriptionsRepository {
  count(accountId: string): Promise<number>;
  of(accountId: string): Promise<readonly KeptSubscription[]>;
  find(id: string): Promise<KeptSubscription | null>;
  has(subscription: Subscription): Promise<boolean>;
  /** Keeps what was sent of one that is there already. */
  save(
    subscription: Subscription,
    how: Pick<KeptSubscription, 'formats' | 'byMail' | 'sentUntil'>,
  ): Promise<string>;
  remove(subscription: Subscription): Promise<void>;
  /** @returns whether the account had it. */
  removeById(accountId: string, id: string): Promise<boolean>;
  /** The subscriptions of accounts that are enabled. */
  all(): Promise<readonly KeptSubscription[]>;
  /** Marks those that wait for this report as served, and answers those of them that want a letter. */
  serve(report: ReportKey): Promise<readonly string[]>;
  /** The subscriptions that were sent this report before. */
  served(report: ReportKey): Promise<readonly string[]>;
}

const COLUMNS = sql<KeptSubscription>`s.id, s.account_id as "accountId", s.kind, s.establishment_id as "establishmentId",
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

/** Finds the subscriptions of a report; those of a statement may be its client user's or its Manager's. */
const isOf = ({ accountId, kind, establishmentId, type, groupId, period }: ReportKey) =>
  sql<boolean>`s.kind = ${kind} and s.period = ${period}
    and ${kind === 'statement' ? sql`s.client_id` : sql`s.account_id`} = ${accountId}
    and s.establishment_id is not distinct from ${establishmentId}::uuid and s.type is not distinct from ${type}::text
    and s.group_id is not distinct from ${groupId}::uuid`;

export const createSubscriptionsRepository = (db: Connection): SubscriptionsRepository => {
  const select = async (where: ReturnType<typeof isSame>): Promise<readonly KeptSubscription[]> => {
    const { rows } = await sql<KeptSubscription>`select ${COLUMNS} from report_subscription s
      join account a on a.id = s.account_id where ${where} order by s.id`.execute(db);
    return rows;
  };
  return {
    async count(accountId) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from report_subscription
        where account_id = ${accountId}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    of: (accountId) => select(sql<boolean>`s.account_id = ${accountId}`),
    async find(id) {
      return (await select(sql<boolean>`s.id = ${id}::uuid`))[0] ?? null;
    },
    async has(subscription) {
      return (await select(isSame(subscription))).length > 0;
    },
    async save(subscription, { formats, byMail, sentUntil }) {
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
    async remove(subscription) {
      await sql`delete from report_subscription s where ${isSame(subscription)}`.execute(db);
    },
    async removeById(accountId, id) {
      const { rows } = await sql`delete from report_subscription where account_id = ${accountId}
        and id = ${id}::uuid returning id`.execute(db);
      return rows.length > 0;
    },
    all: () => select(sql<boolean>`${isEnabledAccount('a')}`),
    async serve(report) {
      const { rows } = await sql<{ id: string; byMail: boolean }>`update report_subscription s
        set sent_until = ${report.last} where ${isOf(report)} and s.sent_until < ${report.last}
        returning s.id, s.by_mail as "byMail"`.execute(db);
      return rows.filter(({ byMail }) => byMail).map(({ id }) => id);
    },
    async served(report) {
      const { rows } = await sql<{ id: string }>`select s.id from report_subscription s
        where ${isOf(report)} and s.by_mail and s.sent_until >= ${report.last}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
};
