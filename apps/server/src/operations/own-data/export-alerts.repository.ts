import type { Connection } from '../../platform/database/open-database.ts';

/** What is held of what a person is told, and of the rules by which. */
export const alertSources = (db: Connection, accountId: string) => ({
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
