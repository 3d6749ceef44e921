import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Row } from '../../platform/database/schema.ts';
import { measuredAt } from '../../telemetry/series/index.ts';
import { alertSources } from './export-alerts.repository.ts';
import { billSources } from './export-bills.repository.ts';
import { signInSources } from './export-sign-in.repository.ts';

export interface HeldMeter {
  readonly id: number;
  readonly mac: string;
}

export interface ExportRepository {
  /** Every table that names the person, but for the readings; null for an absent account. */
  held(accountId: string): Promise<Readonly<Record<string, unknown>> | null>;
  meters(accountId: string): Promise<readonly HeldMeter[]>;
  /** Within it is whatever a meter measured; null: nothing. */
  measured(installationId: number): Promise<TimeSpan | null>;
}

/** The hash tells requests apart and says nothing of the person. */
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
    .select(['document', 'version', 'given_at', 'address', 'device', 'withdrawn_at'])
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
  letters: db
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
  givenMeters: db
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

export const createExportRepository = (db: Connection): ExportRepository => ({
  async held(accountId) {
    const account = await db.selectFrom('account').where('id', '=', accountId).selectAll().executeTakeFirst();
    if (!account) return null;
    const { password_hash: _, ...person } = account;
    const names = Object.entries(sources(db, accountId));
    const found = await Promise.all(names.map(async ([name, rows]) => [name, await rows] as const));
    const { manager, givenMeters, ...rest } = Object.fromEntries(found) as Record<string, unknown[]>;
    const macs = (givenMeters as { mac: string }[]).map(({ mac }) => mac);
    return { account: person, manager: manager?.[0] ?? null, ...rest, givenMeters: macs };
  },
  meters: (accountId) =>
    db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', '=', accountId)
      .select(['i.id', 'i.mac'])
      .orderBy('i.id')
      .execute(),
  async measured(installationId) {
    const id = String(Number(installationId));
    const { rows } = await sql<{ first: Date | null; last: Date | null }>`select
      ${sql.raw(measuredAt('first', id))} as first, ${sql.raw(measuredAt('last', id))} as last`.execute(db);
    const [row] = rows;
    return row?.first && row.last
      ? { from: instant(row.first.getTime()), to: instant(row.last.getTime() + QUARTER_MS) }
      : null;
  },
});
