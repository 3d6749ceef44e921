import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Row } from '../../platform/database/schema.ts';
import { measuredAt } from '../../telemetry/series/index.ts';

/** Stored data about a person's sign-in methods and devices. */
const signInSources = (db: Connection, accountId: string) => ({
  sessions: db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .select([
      'id',
      'remembered',
      'by_provider',
      'user_agent',
      'address',
      'created_at',
      'last_used_at',
      'expires_at',
    ])
    .execute(),
  knownDevices: db
    .selectFrom('known_device')
    .where('account_id', '=', accountId)
    .select(['created_at', 'seen_at'])
    .execute(),
  knownNetworks: db
    .selectFrom('known_network')
    .where('account_id', '=', accountId)
    .select(['network', 'seen_at'])
    .execute(),
  noticedSignIns: db
    .selectFrom('sign_in_notice')
    .where('account_id', '=', accountId)
    .select(['signed_in_at', 'device', 'address'])
    .execute(),
  secondStep: db
    .selectFrom('authenticator')
    .where('account_id', '=', accountId)
    .select(['created_at', 'confirmed_at'])
    .execute(),
  recoveryCodes: db
    .selectFrom('recovery_code')
    .where('account_id', '=', accountId)
    .select(['created_at', 'used_at'])
    .execute(),
  passkeys: db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'synced', 'created_at', 'last_used_at'])
    .execute(),
  providerIdentities: db
    .selectFrom('provider_identity')
    .where('account_id', '=', accountId)
    .select(['issuer', 'subject', 'linked_at', 'confirmed_at', 'refused_at'])
    .execute(),
});

/** Stored data about a person's alerts and rules. */
const alertSources = (db: Connection, accountId: string) => ({
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
  alertDevices: db
    .selectFrom('push_subscription')
    .where('account_id', '=', accountId)
    .select(['device', 'created_at'])
    .execute(),
  alertWebhooks: db
    .selectFrom('alert_webhook')
    .where('account_id', '=', accountId)
    .select(['url', 'template', 'created_at'])
    .execute(),
  alertRules: db
    .selectFrom('alert_rule')
    .where('owner_id', '=', accountId)
    .select(['name', 'severity', 'terms', 'is_on', 'created_at'])
    .execute(),
  alertSettings: db
    .selectFrom('alert_setting as s')
    .innerJoin('establishment as e', 'e.id', 's.establishment_id')
    .where('e.owner_id', '=', accountId)
    .select(['e.name', 's.kind', 's.is_on', 's.threshold', 's.day'])
    .execute(),
});

/** Stored data about the bills of a person's establishments. */
const billSources = (db: Connection, accountId: string) => {
  const establishments = db.selectFrom('establishment').where('owner_id', '=', accountId).select('id');
  return {
    billingContracts: db
      .selectFrom('billing_contract')
      .where('establishment_id', 'in', establishments)
      .select(['establishment_id', 'type', 'valid_from', 'tariff_id', 'terms', 'changed_at'])
      .execute(),
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
    frozenBills: db
      .selectFrom('frozen_bill')
      .where('establishment_id', 'in', establishments)
      .select(['id', 'establishment_id', 'type', 'first_day', 'last_day', 'bill', 'made_by', 'closed_at'])
      .orderBy('first_day')
      .execute(),
    reports: db
      .selectFrom('report as r')
      .leftJoin('report_version as v', 'v.report_id', 'r.id')
      .where('r.account_id', '=', accountId)
      .select([
        'r.kind',
        'r.establishment_id',
        'r.group_id',
        'r.type',
        'r.period',
        'r.first_day',
        'r.last_day',
      ])
      .select(['v.number', 'v.made_at', 'v.file_name', 'v.facts', 'v.changes'])
      .orderBy('r.first_day')
      .orderBy('v.number')
      .execute(),
    reportSubscriptions: db
      .selectFrom('report_subscription')
      .where('account_id', '=', accountId)
      .select(['kind', 'establishment_id', 'type', 'group_id', 'client_id', 'period', 'formats', 'by_mail'])
      .execute(),
  };
};

export type HeldMeter = Awaited<ReturnType<ExportRepository['meters']>>[number];

export type ExportRepository = ReturnType<typeof createExportRepository>;

/** The hash distinguishes requests and is no personal data. */
const withoutHash = (row: Row<'establishment'>) => {
  const { request_hash: _, ...establishment } = row;
  return establishment;
};

const sources = (db: Connection, accountId: string) => ({
  manager: db
    .selectFrom('account as a')
    .innerJoin('account as m', 'm.id', 'a.manager_id')
    .where('a.id', '=', accountId)
    .select(['m.id', 'm.first_name', 'm.email'])
    .execute(),
  ...signInSources(db, accountId),
  apiKeys: db
    .selectFrom('api_key')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'limited_at'])
    .execute(),
  integrations: db
    .selectFrom('integration')
    .where('account_id', '=', accountId)
    .select(['id', 'kind', 'name', 'prefix', 'boards', 'created_at', 'last_used_at'])
    .execute(),
  sharedLinks: db
    .selectFrom('shared_link')
    .where('account_id', '=', accountId)
    .select(['id', 'establishment_id', 'kind', 'name', 'prefix', 'type', 'start_on', 'end_on'])
    .select(['chart', 'expires_on', 'created_at', 'openings', 'last_opened_at'])
    .execute(),
  consents: db
    .selectFrom('consent')
    .where('account_id', '=', accountId)
    .select(['document', 'version', 'accepted_at', 'address', 'device', 'withdrawn_at'])
    .execute(),
  upgradeRequests: db
    .selectFrom('upgrade_request')
    .where('account_id', '=', accountId)
    .select(['requested_at', 'decided_at', 'approved'])
    .execute(),
  feedback: db
    .selectFrom('feedback')
    .where('account_id', '=', accountId)
    .select(['title', 'body', 'created_at'])
    .execute(),
  mails: db
    .selectFrom('mailbox_letter as l')
    .innerJoin('account as a', 'a.email', 'l.recipient')
    .where('a.id', '=', accountId)
    .select(['l.written_at', 'l.subject'])
    .execute(),
  clientUsers: db
    .selectFrom('account')
    .where('manager_id', '=', accountId)
    .select(['id', 'first_name', 'email', 'birth', 'created_at'])
    .execute(),
  invitations: db
    .selectFrom('client_invitation')
    .where('manager_id', '=', accountId)
    .select(['name', 'email', 'invited_at', 'expires_at'])
    .execute(),
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
    .where((where) => where.or([where('i.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.id', 'i.content_type', 'i.width', 'i.height', 'i.created_at'])
    .select(sql<string>`encode(i.content, 'base64')`.as('content_base64'))
    .distinct()
    .execute(),
  ...billSources(db, accountId),
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
  registerVerdicts: db
    .selectFrom('register_verdict as v')
    .leftJoin('installation as i', 'i.id', 'v.installation_id')
    .leftJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where((where) => where.or([where('v.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.mac', 'v.register', 'v.at', 'v.chosen', 'v.before', 'v.reason', 'v.decided_at'])
    .execute(),
  groups: db
    .selectFrom('meter_group as g')
    .where('g.owner_id', '=', accountId)
    .select(['g.id', 'g.name', 'g.type', 'g.due_day', 'g.due_on', 'g.created_at'])
    .select(
      sql<unknown>`coalesce((select jsonb_agg(to_jsonb(m) - 'group_id' order by m.since, m.installation_id)
        from group_member m where m.group_id = g.id), '[]')`.as('members'),
    )
    .execute(),
  corrections: db
    .selectFrom('reading_exclusion as x')
    .innerJoin('installation as i', 'i.id', 'x.installation_id')
    .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where((where) => where.or([where('x.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.mac', 'x.begins', 'x.ends', 'x.reason', 'x.created_at', 'x.undone_at'])
    .execute(),
  leakVerdicts: db
    .selectFrom('leak_verdict as v')
    .innerJoin('installation as i', 'i.id', 'v.installation_id')
    .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where((where) => where.or([where('v.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.mac', 'v.since', 'v.verdict', 'v.judged_at'])
    .execute(),
  meterNotes: db
    .selectFrom('meter_note as n')
    .innerJoin('installation as i', 'i.id', 'n.installation_id')
    .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where((where) => where.or([where('n.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.mac', 'n.at', 'n.until', 'n.text', 'n.written_at'])
    .execute(),
  budgets: db
    .selectFrom('budget as b')
    .leftJoin('establishment as e', 'e.id', 'b.establishment_id')
    .leftJoin('meter_group as g', 'g.id', 'b.group_id')
    .where((where) => where.or([where('e.owner_id', '=', accountId), where('g.owner_id', '=', accountId)]))
    .select(['e.name as establishment', 'g.name as group', 'b.measure', 'b.cycle', 'b.amount'])
    .execute(),
  opportunityDecisions: db
    .selectFrom('opportunity_decision as d')
    .innerJoin('establishment as e', 'e.id', 'd.establishment_id')
    .where((where) => where.or([where('d.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select([
      'e.name as establishment',
      'd.kind',
      'd.mac',
      'd.state',
      'd.reason',
      'd.done_on',
      'd.decided_at',
    ])
    .execute(),
  savingChanges: db
    .selectFrom('saving_change as c')
    .innerJoin('installation as i', 'i.id', 'c.installation_id')
    .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where((where) => where.or([where('c.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.mac', 'c.what', 'c.begins_on', 'c.undone_on', 'c.per_day', 'c.share', 'c.created_at'])
    .execute(),
  independentVariables: db
    .selectFrom('independent_variable as v')
    .innerJoin('establishment as e', 'e.id', 'v.establishment_id')
    .where((where) => where.or([where('v.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['e.name as establishment', 'v.kind', 'v.day', 'v.value', 'v.unit', 'v.entered_at'])
    .orderBy('v.establishment_id')
    .orderBy('v.kind')
    .orderBy('v.day')
    .execute(),
  ...alertSources(db, accountId),
  pastImports: db
    .selectFrom('reading_import as x')
    .innerJoin('installation as i', 'i.id', 'x.installation_id')
    .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where((where) => where.or([where('x.account_id', '=', accountId), where('e.owner_id', '=', accountId)]))
    .select(['i.mac', 'x.file_name', 'x.created_at', 'x.state', 'x.summary', 'x.undone_at'])
    .execute(),
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
});

export const createExportRepository = (db: Connection) => ({
  /** Every table that names the person, but for the readings; null for an absent account. */
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
