import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow, Row, Schema } from '../../platform/database/schema.ts';
import { measuredAt } from '../../telemetry/series/index.ts';

type Table = keyof Schema;
type Columns<T extends Table> = readonly (keyof Schema[T] & string)[];

/** Rows of whole tables by their relation to the account. The compiler checks the names of their columns. */
const createRowReaders = (db: Connection, accountId: string) => {
  const rows = async (query: RawBuilder<unknown>) => (await query.execute(db)).rows;
  const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(`x.${column}`)));
  const isOwn = sql`(x.account_id = ${accountId} or e.owner_id = ${accountId})`;
  return {
    /** Rows that name the account. */
    own: <T extends Table>(
      table: T,
      columns: Columns<T>,
      owner: Columns<T>[number] | 'account_id' = 'account_id',
    ) =>
      rows(
        sql`select ${list(columns)} from ${sql.table(table)} x where ${sql.ref(`x.${owner}`)} = ${accountId}`,
      ),
    /** Rows of the account's establishments. */
    ofEstablishments: <T extends Table>(table: T, columns: Columns<T>, order: Columns<T>) =>
      rows(sql`select ${list(columns)} from ${sql.table(table)} x
        where x.establishment_id in (select id from establishment where owner_id = ${accountId}) order by ${list(order)}`),
    /** Rows that the account wrote, and those of its establishments. */
    writtenOfEstablishments: <T extends Table>(table: T, columns: Columns<T>, order: Columns<T>) =>
      rows(sql`select e.name as establishment, ${list(columns)} from ${sql.table(table)} x
        join establishment e on e.id = x.establishment_id where ${isOwn} order by ${list(order)}`),
    /** Rows that the account wrote, and those of its meters. */
    writtenOfMeters: <T extends Table>(table: T, columns: Columns<T>) =>
      rows(sql`select i.mac, ${list(columns)} from ${sql.table(table)} x
        left join installation i on i.id = x.installation_id
        left join establishment e on e.id = i.establishment_id where ${isOwn}`),
  };
};

/** Stored data about a person's sign-in methods and devices. */
const signInSources = ({ own }: ReturnType<typeof createRowReaders>) => ({
  sessions: own('session', [
    'id',
    'remembered',
    'by_provider',
    'user_agent',
    'address',
    'created_at',
    'last_used_at',
    'expires_at',
  ]),
  knownDevices: own('known_device', ['created_at', 'seen_at']),
  knownNetworks: own('known_network', ['network', 'seen_at']),
  noticedSignIns: own('sign_in_notice', ['signed_in_at', 'device', 'address']),
  secondStep: own('authenticator', ['created_at', 'confirmed_at']),
  recoveryCodes: own('recovery_code', ['created_at', 'used_at']),
  passkeys: own('passkey', ['id', 'name', 'synced', 'created_at', 'last_used_at']),
  providerIdentities: own('provider_identity', [
    'issuer',
    'subject',
    'linked_at',
    'confirmed_at',
    'refused_at',
  ]),
});

/** Stored data about a person's alerts and rules. */
const alertSources = (db: Connection, accountId: string, { own }: ReturnType<typeof createRowReaders>) => ({
  alerts: db
    .selectFrom('alert as a')
    .innerJoin('establishment as e', 'e.id', 'a.establishment_id')
    .where((where) =>
      where.or([where('a.acknowledged_by', '=', accountId), where('e.owner_id', '=', accountId)]),
    )
    .select(['a.kind', 'a.began_at', 'a.ended_at', 'a.times', 'a.cost', 'a.acknowledged_at'])
    .execute(),
  alertOpinions: db
    .selectFrom('alert_opinion as o')
    .innerJoin('alert as a', 'a.id', 'o.alert_id')
    .where('o.account_id', '=', accountId)
    .select(['a.kind', 'a.began_at', 'o.muted_until', 'o.is_helpful'])
    .execute(),
  alertPreference: db
    .selectFrom('alert_preference')
    .where('account_id', '=', accountId)
    .selectAll()
    .execute(),
  alertDevices: own('push_subscription', ['device', 'created_at']),
  alertWebhooks: own('alert_webhook', ['url', 'template', 'created_at']),
  alertRules: own('alert_rule', ['name', 'severity', 'terms', 'is_on', 'created_at'], 'owner_id'),
  alertSettings: db
    .selectFrom('alert_setting as s')
    .innerJoin('establishment as e', 'e.id', 's.establishment_id')
    .where('e.owner_id', '=', accountId)
    .select(['e.name', 's.kind', 's.is_on', 's.threshold', 's.day'])
    .execute(),
});

/** Stored data about the bills of a person's establishments. */
const billSources = (
  db: Connection,
  accountId: string,
  { own, ofEstablishments }: ReturnType<typeof createRowReaders>,
) => {
  const establishments = db.selectFrom('establishment').where('owner_id', '=', accountId).select('id');
  return {
    billingContracts: ofEstablishments(
      'billing_contract',
      ['establishment_id', 'type', 'valid_from', 'tariff_id', 'terms', 'changed_at'],
      ['establishment_id', 'type', 'valid_from'],
    ),
    readingDates: db
      .selectFrom('reading_date')
      .where('establishment_id', 'in', establishments)
      .selectAll()
      .orderBy('day')
      .execute(),
    utilityBills: db
      .selectFrom('utility_bill')
      .where('establishment_id', 'in', establishments)
      .selectAll()
      .orderBy('first_day')
      .execute(),
    frozenBills: ofEstablishments(
      'frozen_bill',
      ['id', 'establishment_id', 'type', 'first_day', 'last_day', 'bill', 'made_by', 'closed_at'],
      ['first_day'],
    ),
    irecLots: ofEstablishments(
      'irec_lot',
      ['id', 'establishment_id', 'certificate', 'first_month', 'last_month', 'energy_kwh', 'entered_at'],
      ['first_month', 'id'],
    ),
    reports: db
      .selectFrom('report as r')
      .leftJoin('report_version as v', 'v.report_id', 'r.id')
      .where('r.account_id', '=', accountId)
      .select(['r.kind', 'r.establishment_id', 'r.group_id', 'r.type', 'r.period'])
      .select(['r.first_day', 'r.last_day'])
      .select(['v.number', 'v.made_at', 'v.file_name', 'v.facts', 'v.changes'])
      .orderBy('r.first_day')
      .orderBy('v.number')
      .execute(),
    reportSubscriptions: own('report_subscription', [
      'kind',
      'establishment_id',
      'type',
      'group_id',
      'client_id',
      'period',
      'formats',
      'by_mail',
    ]),
  };
};

export type HeldMeter = ResultRow<typeof createExportRepository, 'meters'>;

export type ExportRepository = ReturnType<typeof createExportRepository>;

/** The hash distinguishes requests and is no personal data. */
const withoutHash = (row: Row<'establishment'>) => {
  const { request_hash: _, ...establishment } = row;
  return establishment;
};

const sources = (db: Connection, accountId: string) => {
  const readers = createRowReaders(db, accountId);
  const { own, ofEstablishments, writtenOfEstablishments, writtenOfMeters } = readers;
  return {
    manager: db
      .selectFrom('account as a')
      .innerJoin('account as m', 'm.id', 'a.manager_id')
      .where('a.id', '=', accountId)
      .select(['m.id', 'm.first_name', 'm.email'])
      .execute(),
    ...signInSources(readers),
    apiKeys: own('api_key', [
      'id',
      'name',
      'prefix',
      'scopes',
      'created_at',
      'last_used_at',
      'expires_at',
      'limited_at',
    ]),
    integrations: own('integration', [
      'id',
      'kind',
      'name',
      'prefix',
      'boards',
      'created_at',
      'last_used_at',
    ]),
    sharedLinks: db
      .selectFrom('shared_link')
      .where('account_id', '=', accountId)
      .select(['id', 'establishment_id', 'kind', 'name', 'prefix', 'type', 'start_on', 'end_on'])
      .select(['chart', 'expires_on', 'created_at', 'openings', 'last_opened_at'])
      .execute(),
    consents: own('consent', ['document', 'version', 'accepted_at', 'address', 'device', 'withdrawn_at']),
    upgradeRequests: own('upgrade_request', ['requested_at', 'decided_at', 'approved']),
    feedback: own('feedback', ['title', 'body', 'created_at']),
    mails: db
      .selectFrom('mailbox_letter as l')
      .innerJoin('account as a', 'a.email', 'l.recipient')
      .where('a.id', '=', accountId)
      .select(['l.written_at', 'l.subject'])
      .execute(),
    clientUsers: own('account', ['id', 'first_name', 'email', 'birth', 'created_at'], 'manager_id'),
    invitations: own('client_invitation', ['name', 'email', 'invited_at', 'expires_at'], 'manager_id'),
    establishments: db
      .selectFrom('establishment')
      .where('owner_id', '=', accountId)
      .selectAll()
      .execute()
      .then((rows) => rows.map(withoutHash)),
    images: db
      .selectFrom('image as i')
      .leftJoin('image_use as u', 'u.image_id', 'i.id')
      .leftJoin('establishment as e', 'e.id', 'u.establishment_id')
      .where((where) =>
        where.or([where('i.account_id', '=', accountId), where('e.owner_id', '=', accountId)]),
      )
      .select(['i.id', 'i.content_type', 'i.width', 'i.height', 'i.created_at'])
      .select(sql<string>`encode(i.content, 'base64')`.as('content_base64'))
      .distinct()
      .execute(),
    ...billSources(db, accountId, readers),
    meters: db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', '=', accountId)
      .selectAll('i')
      .execute(),
    replacedBoards: db
      .selectFrom('replaced_board as r')
      .innerJoin('installation as i', 'i.id', 'r.installation_id')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', '=', accountId)
      .selectAll('r')
      .execute(),
    boardConnections: db
      .selectFrom('board_connection as c')
      .innerJoin('installation as i', (join) =>
        join.onRef('i.mac', '=', 'c.mac').on('i.removed_at', 'is', null),
      )
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', '=', accountId)
      .selectAll('c')
      .execute(),
    registerVerdicts: writtenOfMeters('register_verdict', [
      'register',
      'at',
      'chosen',
      'before',
      'reason',
      'decided_at',
    ]),
    groups: db
      .selectFrom('meter_group as g')
      .where('g.owner_id', '=', accountId)
      .select(['g.id', 'g.name', 'g.type', 'g.due_day', 'g.due_on', 'g.created_at'])
      .select(
        sql<unknown>`coalesce((select jsonb_agg(to_jsonb(m) - 'group_id' order by m.since, m.installation_id)
        from group_member m where m.group_id = g.id), '[]')`.as('members'),
      )
      .execute(),
    corrections: writtenOfMeters('reading_exclusion', [
      'begins',
      'ends',
      'reason',
      'created_at',
      'undone_at',
    ]),
    leakVerdicts: writtenOfMeters('leak_verdict', ['since', 'verdict', 'judged_at']),
    meterNotes: writtenOfMeters('meter_note', ['at', 'until', 'text', 'written_at']),
    budgets: db
      .selectFrom('budget as b')
      .leftJoin('establishment as e', 'e.id', 'b.establishment_id')
      .leftJoin('meter_group as g', 'g.id', 'b.group_id')
      .where((where) => where.or([where('e.owner_id', '=', accountId), where('g.owner_id', '=', accountId)]))
      .select(['e.name as establishment', 'g.name as group', 'b.measure', 'b.cycle', 'b.amount'])
      .execute(),
    opportunityDecisions: writtenOfEstablishments(
      'opportunity_decision',
      ['kind', 'mac', 'state', 'reason', 'done_on', 'decided_at'],
      ['establishment_id', 'kind', 'mac'],
    ),
    savingChanges: writtenOfMeters('saving_change', [
      'what',
      'begins_on',
      'undone_on',
      'per_day',
      'share',
      'created_at',
    ]),
    independentVariables: writtenOfEstablishments(
      'independent_variable',
      ['kind', 'day', 'value', 'unit', 'entered_at'],
      ['establishment_id', 'kind', 'day'],
    ),
    continuityLimits: ofEstablishments(
      'continuity_limits',
      ['establishment_id', 'limits'],
      ['establishment_id'],
    ),
    outageVerdicts: writtenOfEstablishments(
      'outage_verdict',
      ['started_at', 'ended_at', 'verdict', 'judged_at'],
      ['establishment_id', 'started_at'],
    ),
    ...alertSources(db, accountId, readers),
    pastImports: writtenOfMeters('reading_import', [
      'file_name',
      'created_at',
      'state',
      'summary',
      'undone_at',
    ]),
    grantedMeters: db
      .selectFrom('meter_access as g')
      .innerJoin('installation as i', 'i.id', 'g.installation_id')
      .where('g.account_id', '=', accountId)
      .select('i.mac')
      .execute(),
    auditTrail: db
      .selectFrom('audit_event')
      .where((where) => where.or([where('actor_id', '=', accountId), where('subject_id', '=', accountId)]))
      .select(['at', 'action', 'address', 'device', 'detail'])
      .orderBy('id')
      .execute(),
  };
};

export const createExportRepository = (db: Connection) => ({
  /** All rows about the person, except the readings; `null` for an absent account. */
  async held(accountId: string): Promise<Readonly<Record<string, unknown>> | null> {
    const account = await db.selectFrom('account').where('id', '=', accountId).selectAll().executeTakeFirst();
    if (!account) return null;
    const { password_hash: _, ...person } = account;
    const names = Object.entries(sources(db, accountId));
    const found = await Promise.all(names.map(async ([name, rows]) => [name, await rows] as const));
    const { manager, grantedMeters, ...rest } = Object.fromEntries(found) as Record<string, unknown[]>;
    const macs = (grantedMeters as { mac: string }[]).map(({ mac }) => mac);
    return { account: person, manager: manager?.[0] ?? null, ...rest, grantedMeters: macs };
  },
  meters: (accountId: string) =>
    db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', '=', accountId)
      .select(['i.id', 'i.mac'])
      .orderBy('i.id')
      .execute(),
  /** The interval of all measurements of a meter; `null`: none. */
  async measured(installationId: number): Promise<TimeSpan | null> {
    const id = String(Number(installationId));
    const { rows } = await sql<{ first: Date | null; last: Date | null }>`select
      ${sql.raw(measuredAt('first', id))} as first, ${sql.raw(measuredAt('last', id))} as last`.execute(db);
    const [row] = rows;
    return row?.first && row.last
      ? { from: instant(row.first.getTime()), to: instant(row.last.getTime() + QUARTER_MS) }
      : null;
  },
});
