import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/open-database.ts';
import type { SeededMeter } from './seed.ts';

const RULE = {
  quantity: 'energy',
  span: 'quarter',
  test: 'above',
  limit: 1_000,
  hysteresis: 0,
  forMinutes: 0,
  hours: null,
};

/** An alert of a meter, a rule of it, and a device of somebody on which alerts are shown. */
export const seedAlert = async (
  { pool }: Pick<Database, 'pool'>,
  where: { establishment: string; meter: SeededMeter; accountId: string; name: string },
): Promise<{ alert: string; device: string; webhook: string; alertRule: string }> => {
  const { establishment, meter, accountId, name } = where;
  const { rows: alerts } = await pool.query<{ id: string }>(
    `with told as (
      insert into alert (kind, establishment_id, began_at, notified_at, is_late, facts)
      values ('silent', $1, now(), now(), false, '{"kind": "silent"}') returning id
    ), about as (insert into alert_meter select id, $2 from told) select id from told`,
    [establishment, meter.installationId],
  );
  const { rows: devices } = await pool.query<{ id: string }>(
    `insert into push_subscription (account_id, endpoint, p256dh, auth, device, created_at)
      values ($1, $2, '', '', $3, now()) returning id`,
    [accountId, `https://push.test/${randomUUID()}`, name],
  );
  const { rows: webhooks } = await pool.query<{ id: string }>(
    `insert into alert_webhook (account_id, url, secret, created_at) values ($1, $2, $3, now()) returning id`,
    [accountId, 'https://127.0.0.1/segredo.test', name],
  );
  const { rows: rules } = await pool.query<{ id: string }>(
    `insert into alert_rule (name, owner_id, installation_id, severity, terms, created_at, changed_at)
      values ($1, $2, $3, 'notable', $4, now(), now()) returning id`,
    [name, accountId, meter.installationId, JSON.stringify(RULE)],
  );
  const made = {
    device: devices[0]?.id ?? '',
    webhook: webhooks[0]?.id ?? '',
    alertRule: rules[0]?.id ?? '',
  };
  return { ...made, alert: alerts[0]?.id ?? '' };
};
