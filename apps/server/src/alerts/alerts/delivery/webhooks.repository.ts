import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import { holdAccount, ofValidAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { Answered } from '../../../platform/outbound/bounded-request.ts';

export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly secret: string;
  readonly bearer: string | null;
  readonly template: unknown;
  readonly createdAt: Date;
}

export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly alertId: string;
  readonly event: 'opened' | 'returned' | 'repeated' | 'closed' | 'undone';
  readonly madeAt: Date;
  readonly state: 'waiting' | 'sent' | 'dead';
  readonly attempts: number;
  readonly status: number | null;
  readonly reason: string | null;
}

export const createWebhooksRepository = (db: Connection) => {
  const webhooks = () =>
    db
      .selectFrom('alert_webhook')
      .select(['id', 'account_id as accountId', 'url', 'secret', 'bearer', 'template'])
      .select('created_at as createdAt');
  const deliveries = () =>
    db
      .selectFrom('alert_delivery as d')
      .select([
        'd.id',
        'd.webhook_id as webhookId',
        'd.alert_id as alertId',
        'd.event',
        'd.made_at as madeAt',
      ])
      .select(['d.state', 'd.attempts', 'd.status', 'd.reason']);
  const list = (accountId: string) =>
    webhooks().where('account_id', '=', accountId).orderBy('created_at').execute();
  return {
    list,
    /** Locks the account until the commit. @returns its webhooks */
    async hold(accountId: string) {
      await holdAccount(db, accountId);
      return list(accountId);
    },
    async find(id: string): Promise<Webhook | null> {
      return (await webhooks().where('id', '=', id).executeTakeFirst()) ?? null;
    },
    /** `null`: there is no such webhook, or the credentials of its account are suspended. */
    async findActive(id: string, at: Instant): Promise<Webhook | null> {
      const active = webhooks().where('id', '=', id).where(ofValidAccount('alert_webhook', at));
      return (await active.executeTakeFirst()) ?? null;
    },
    async add({
      accountId,
      url,
      secret,
      bearer,
      template,
      createdAt,
    }: Omit<Webhook, 'id' | 'template'> & { readonly template: string | null }): Promise<void> {
      const row = { account_id: accountId, url, secret, bearer, template, created_at: createdAt };
      await db.insertInto('alert_webhook').values(row).execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('alert_webhook').where('id', '=', id).execute();
    },
    /** The newest deliveries of each webhook, newest first. */
    async deliveries(webhookIds: readonly string[], max: number) {
      if (webhookIds.length === 0) return [];
      return deliveries()
        .where('d.webhook_id', 'in', webhookIds)
        .where(
          sql<boolean>`(select count(*) from alert_delivery n
            where n.webhook_id = d.webhook_id and (n.made_at, n.id) > (d.made_at, d.id)) < ${max}`,
        )
        .orderBy('d.made_at', 'desc')
        .orderBy('d.id', 'desc')
        .execute();
    },
    async delivery(id: string): Promise<Delivery | null> {
      return (await deliveries().where('d.id', '=', id).executeTakeFirst()) ?? null;
    },
    /** @returns the id of the delivery. */
    async begin({
      webhookId,
      alertId,
      event,
      madeAt,
    }: Pick<Delivery, 'webhookId' | 'alertId' | 'event' | 'madeAt'>) {
      const { id } = await db
        .insertInto('alert_delivery')
        .values({ webhook_id: webhookId, alert_id: alertId, event, made_at: madeAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async recordAttempt(
      id: string,
      { state, status, reason, at }: Answered & { readonly state: Delivery['state']; readonly at: Date },
    ): Promise<void> {
      await db
        .updateTable('alert_delivery')
        .set((eb) => ({ state, status, reason, tried_at: at, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    /** Deletes finished deliveries made before an instant. */
    async forget(before: Date): Promise<void> {
      await db
        .deleteFrom('alert_delivery')
        .where('state', '!=', 'waiting')
        .where('made_at', '<', before)
        .execute();
    },
  };
};
